// The part of a section that shows why it matches a search.

const LENGTH = 160
const BEFORE = 50

/**
 * The text around the first match, cut at words.
 * @param {string} text
 * @param {readonly string[]} terms
 */
export function excerpt(text, terms) {
  const at = splitMatches(text, terms).findIndex(({ isMatch }) => isMatch)
  const index =
    at < 0
      ? 0
      : splitMatches(text, terms)
          .slice(0, at)
          .reduce((sum, { part }) => sum + part.length, 0)
  const start = index <= BEFORE ? 0 : text.indexOf(' ', index - BEFORE) + 1
  const piece = text.slice(start, start + LENGTH)
  const isCut = start + LENGTH < text.length
  return `${start > 0 ? '… ' : ''}${isCut ? piece.slice(0, piece.lastIndexOf(' ')) : piece}${isCut ? ' …' : ''}`
}

/**
 * Splits a text into matches of the terms and the parts between them.
 * @param {string} text
 * @param {readonly string[]} terms
 * @returns {readonly { part: string, isMatch: boolean }[]}
 */
export function splitMatches(text, terms) {
  if (terms.length === 0) return [{ part: text, isMatch: false }]
  // Longest first, so that a term that starts like another one is marked as a whole.
  const escaped = terms.toSorted((a, b) => b.length - a.length).map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${escaped.join('|')}))`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ part, isMatch: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
}
