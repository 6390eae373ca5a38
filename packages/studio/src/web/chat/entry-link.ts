/** The conversation and the entry in the URL of the page. */
export interface EntryTarget {
  readonly conversation: string
  readonly entry: string | undefined
}

/** The URL hash of a conversation or of an entry: `#/CONVERSATION` or `#/CONVERSATION/ENTRY`. */
export function hashOf(conversation: string, entry?: string): string {
  const parts = entry === undefined ? [conversation] : [conversation, entry]
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

/** Parses the hash of a URL. Undefined if it names no conversation. */
export function readHash(hash: string): EntryTarget | undefined {
  const [, conversation, entry] = hash.split('/').map(decode)
  return conversation ? { conversation, entry: entry || undefined } : undefined
}

/** The complete URL of an entry. */
export const linkToEntry = (conversation: string, entry: string, page: string): string =>
  new URL(`/${hashOf(conversation, entry)}`, page).href

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
