// Rules for textlint: the terms and the tone of the documentation.
import { GLOSSARY } from './glossary.mjs'
import { sentencesOf } from './sentences.mjs'

const MAX_WORDS = 30
const OPENINGS = /^(What|Who|Whatever|Whoever|That which)\b/

/** @param {Readonly<import('@textlint/types').TextlintRuleContext>} context */
export default function voice(context) {
  const { Syntax, RuleError, report, locator } = context
  /** @param {import('@textlint/ast-node-types').TxtNode} node */
  const check = (node) => {
    for (const { text, start, words } of sentencesOf(node)) {
      const at = (/** @type {number} */ index, /** @type {number} */ length) => ({
        padding: locator.range([start + index, start + index + length]),
      })
      if (OPENINGS.test(text) && !text.trimEnd().endsWith('?'))
        report(node, new RuleError('The sentence starts with a pronoun. Find its noun and put it first.', at(0, 4)))
      if (words > MAX_WORDS)
        report(node, new RuleError(`The sentence has ${words} words, more than ${MAX_WORDS}. Split it.`, at(0, 1)))
      for (const { avoid, use } of GLOSSARY)
        for (const match of text.matchAll(avoid))
          report(node, new RuleError(`Avoid "${match[0]}". Use: ${use}.`, at(match.index, match[0].length)))
    }
  }
  return { [Syntax.Paragraph]: check, [Syntax.TableCell]: check, [Syntax.Header]: check }
}
