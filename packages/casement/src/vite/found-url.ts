/** The use of a URL: the policy list that it belongs to. */
export type UrlUse = 'resource' | 'connect' | 'frame' | 'base'

/** An address in a source. */
export interface FoundUrl {
  readonly url: string
  readonly use: UrlUse
  /** Vite follows it when it is relative, and puts what is there into the View. */
  readonly followed: boolean
  readonly file: string
  readonly line: number
}
