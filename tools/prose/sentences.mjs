// The sentences of a node of Markdown. Code is left out, but for its place: names in it follow other rules.

/**
 * @typedef {object} Sentence
 * @property {string} text
 * @property {number} start the offset in the node
 * @property {number} words
 */

const NO_END = /(?:\b(?:e\.g|i\.e|etc|vs|cf|No)\.|\b[A-Z]\.|\.\.\.)$/

/**
 * @param {{ raw: string, type: string }} node
 * @returns {Sentence[]}
 */
export function sentencesOf({ raw }) {
  const text = withoutCode(raw)
  /** @type {Sentence[]} */
  const sentences = []
  let start = 0
  for (const end of text.matchAll(/[.!?](?=[\s)*_"”]|$)[)*_"”]*\s*|$/g)) {
    const until = end.index + end[0].length
    const piece = text.slice(start, until)
    if (NO_END.test(piece.trimEnd())) continue
    const lead = piece.length - piece.trimStart().length
    const sentence = piece.trim()
    if (sentence) sentences.push({ text: sentence, start: start + lead, words: countWords(sentence) })
    start = until
  }
  return sentences
}

/** Replaces code, addresses of links and markup by as many other characters, so that places stay. @param {string} raw */
function withoutCode(raw) {
  return (
    raw
      .replaceAll(/`+[^`]*`+/g, (match) => 'x'.repeat(match.length))
      // The names of tests are quoted as they are.
      .replaceAll(/\[[^\]]*\]\([^)]*\.(?:test|browser|attacks)\.tsx?[^)]*\)/g, (match) => 'x'.repeat(match.length))
      .replaceAll(/\]\([^)]*\)/g, (match) => ' '.repeat(match.length))
      .replaceAll(/<[^>]+>/g, (match) => ' '.repeat(match.length))
      .replaceAll(/[[\]|#]/g, ' ')
  )
}

/** @param {string} sentence */
const countWords = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
