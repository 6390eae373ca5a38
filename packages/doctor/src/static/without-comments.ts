/** A stylesheet without its comments. In one pass: a pattern would search for the end of a comment repeatedly. */
export function withoutComments(css: string): string {
  const kept: string[] = []
  let from = 0
  for (let at = 0; at < css.length;) {
    const character = css[at]
    if (character === '"' || character === "'") at = endOfText(css, at, character)
    else if (character === '/' && css[at + 1] === '*') {
      kept.push(css.slice(from, at))
      const end = css.indexOf('*/', at + 2)
      from = end < 0 ? css.length : end + 2
      at = from
    } else at++
  }
  return [...kept, css.slice(from)].join('')
}

/** Where the text ends that begins at `start`: at its quote, or at the end of the line. */
function endOfText(css: string, start: number, quote: string): number {
  for (let at = start + 1; at < css.length; at++) {
    const character = css[at]
    if (character === '\\') at++
    else if (character === quote || character === '\n') return at + 1
  }
  return css.length
}
