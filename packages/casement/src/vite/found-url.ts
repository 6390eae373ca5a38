/** The use of a URL: the policy list that it belongs to. */
export type UrlUse = 'resource' | 'connect' | 'frame' | 'base'

/** An address in a source. */
export interface FoundUrl {
  readonly url: string
  readonly use: UrlUse
  /** Vite resolves it if it is relative, and inlines the file into the View. */
  readonly followed: boolean
  readonly file: string
  readonly line: number
}
