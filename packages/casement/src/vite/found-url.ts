/** What an address is used for: the list of the policy that it belongs to. */
export type UrlUse = 'resource' | 'connect' | 'frame' | 'base'

/** An address in a source. */
export interface FoundUrl {
  readonly url: string
  readonly use: UrlUse
  readonly file: string
  readonly line: number
}
