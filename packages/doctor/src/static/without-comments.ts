/** A text without what stands between `/*` and the next end of it. In one pass: a pattern would look for that end again and again. */
export function withoutComments(text: string): string {
  const kept: string[] = []
  for (let at = 0; ;) {
    const start = text.indexOf('/*', at)
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2)
    if (end < 0) return [...kept, text.slice(at)].join('')
    kept.push(text.slice(at, start))
    at = end + 2
  }
}
