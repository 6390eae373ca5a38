// More than this many are no document's own resources.
const MAX_ORIGINS = 20

/** The unique origins of the http and https URLs in a text. */
export function namedOrigins(text: string): string[] {
  const found = new Set<string>()
  for (const [url] of text.matchAll(/\bhttps?:\/\/[\w.-]+(?::\d+)?/gi)) {
    if (URL.canParse(url) && found.size < MAX_ORIGINS) found.add(new URL(url).origin)
  }
  // Namespaces are names, not places.
  found.delete('http://www.w3.org')
  found.delete('https://www.w3.org')
  return [...found]
}
