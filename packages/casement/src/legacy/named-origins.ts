// More than this many are no document's own resources.
const MOST = 20

/** The origins of the http and https URLs that stand in a text, each once. */
export function namedOrigins(text: string): string[] {
  const found = new Set<string>()
  for (const [url] of text.matchAll(/\bhttps?:\/\/[\w.-]+(?::\d+)?/gi)) {
    if (URL.canParse(url) && found.size < MOST) found.add(new URL(url).origin)
  }
  // Namespaces are names, not places.
  found.delete('http://www.w3.org')
  found.delete('https://www.w3.org')
  return [...found]
}
