/** A declaration of a stylesheet. */
export interface CssDeclaration {
  readonly selector: string
  readonly property: string
  readonly value: string
  readonly valueStart: number
  readonly valueEnd: number
}

/** The offset behind the comment or the text that begins here; the same offset where none does. */
function skip(css: string, at: number): number {
  if (css.startsWith('/*', at)) {
    const end = css.indexOf('*/', at + 2)
    return end < 0 ? css.length : end + 2
  }
  const quote = css[at]
  if (quote !== '"' && quote !== "'") return at
  for (let next = at + 1; next < css.length; next++) {
    if (css[next] === '\\') next++
    else if (css[next] === quote) return next + 1
  }
  return css.length
}

/** The declarations of a stylesheet with the selector of their rule. Comments, texts and nested rules are understood. */
export function cssDeclarations(css: string): CssDeclaration[] {
  const found: CssDeclaration[] = []
  const selectors: string[] = []
  let start = 0
  let colon = -1
  const end = (at: number): void => {
    const selector = selectors.at(-1)
    if (selector !== undefined && colon > start) {
      const [from, to] = trimmed(css, colon + 1, at)
      found.push({
        selector,
        property: withoutComment(css.slice(start, colon)),
        value: css.slice(from, to),
        valueStart: from,
        valueEnd: to,
      })
    }
    start = at + 1
    colon = -1
  }
  for (let at = 0; at < css.length;) {
    const next = skip(css, at)
    if (next > at) {
      at = next
      continue
    }
    if (css[at] === '{') {
      selectors.push(withoutComment(css.slice(start, at)))
      start = at + 1
      colon = -1
    } else if (css[at] === ';') end(at)
    else if (css[at] === '}') {
      end(at)
      selectors.pop()
    } else if (css[at] === ':' && colon < 0) colon = at
    at++
  }
  return found
}

const withoutComment = (text: string): string => (text.split('*/').at(-1) ?? '').trim()

function trimmed(text: string, from: number, to: number): [number, number] {
  const part = text.slice(from, to)
  return [from + part.length - part.trimStart().length, to - (part.length - part.trimEnd().length)]
}

/** The addresses in `url(…)`, with the place of what is between the parentheses. */
export function cssUrls(css: string): { readonly address: string; readonly start: number; readonly end: number }[] {
  const found: { address: string; start: number; end: number }[] = []
  for (let at = 0; at < css.length;) {
    const next = skip(css, at)
    if (next > at) at = next
    else if (css.slice(at, at + 4).toLowerCase() === 'url(') {
      const close = css.indexOf(')', at)
      if (close < 0) break
      const inner = css.slice(at + 4, close).trim()
      found.push({ address: /^["']/.test(inner) ? inner.slice(1, -1) : inner, start: at + 4, end: close })
      at = close
    } else at++
  }
  return found
}
