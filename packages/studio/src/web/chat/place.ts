/** A conversation, and an entry of it, as the address of the page names them. */
export interface Place {
  readonly conversation: string
  readonly entry: string | undefined
}

/** The last part of the address of a conversation or of an entry: `#/CONVERSATION` or `#/CONVERSATION/ENTRY`. */
export function placeOf(conversation: string, entry?: string): string {
  const parts = entry === undefined ? [conversation] : [conversation, entry]
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

/** Reads it again. Undefined when it names nothing. */
export function readPlace(hash: string): Place | undefined {
  const [, conversation, entry] = hash.split('/').map(decode)
  return conversation ? { conversation, entry: entry || undefined } : undefined
}

/** The whole address of an entry, for others to open. */
export const linkToEntry = (conversation: string, entry: string, page: string): string =>
  new URL(`/${placeOf(conversation, entry)}`, page).href

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
