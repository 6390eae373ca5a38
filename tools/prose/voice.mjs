// Rules for textlint: the terms and the tone of the documentation.
import { GLOSSARY } from './glossary.mjs'
import { sentencesOf } from './sentences.mjs'

const MAX_WORDS = 30
const OPENINGS = /^(What|Who|Whatever|Whoever|That which)\b/

/** @typedef {{ message: string, index: number, length: number }} Problem */

/**
 * The problems of a comment: its terms and openings. Its length is left to the reviewer.
 * @param {string} raw
 */
export function commentProblems(raw) {
  return sentencesOf({ raw, type: 'comment' }).flatMap(termProblems)
}

/** @param {import('./sentences.mjs').Sentence} sentence @returns {Problem[]} */
function termProblems({ text, start }) {
  /** @type {Problem[]} */
  const problems = []
  if (OPENINGS.test(text) && !text.trimEnd().endsWith('?'))
    problems.push({ message: 'The sentence starts with a pronoun. Find its noun and put it first.', index: start, length: 4 })
  for (const { avoid, use } of GLOSSARY)
    for (const match of text.matchAll(avoid))
      problems.push({ message: `Avoid "${match[0]}". Use: ${use}.`, index: start + match.index, length: match[0].length })
  return problems
}

/** @param {import('./sentences.mjs').Sentence} sentence @returns {Problem[]} */
function lengthProblems({ start, words }) {
  if (words <= MAX_WORDS) return []
  return [{ message: `The sentence has ${words} words, more than ${MAX_WORDS}. Split it.`, index: start, length: 1 }]
}

/** @param {Readonly<import('@textlint/types').TextlintRuleContext>} context */
export default function voice(context) {
  const { Syntax, RuleError, report, locator } = context
  /** @param {import('@textlint/ast-node-types').TxtNode} node */
  const check = (node) => {
    for (const sentence of sentencesOf(node))
      for (const { message, index, length } of [...termProblems(sentence), ...lengthProblems(sentence)])
        report(node, new RuleError(message, { padding: locator.range([index, index + length]) }))
  }
  return { [Syntax.Paragraph]: check, [Syntax.TableCell]: check, [Syntax.Header]: check }
}
