// The texts for users in a TypeScript file: strings and templates that read like a sentence, and labels in JSX.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** @typedef {{ text: string, line: number }} SourceText */

/**
 * @param {string} file
 * @returns {SourceText[]}
 */
export function textsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  /** @type {SourceText[]} */
  const texts = []
  const visit = (/** @type {ts.Node} */ node) => {
    const text = textOf(node)
    if (text !== undefined && (isProse(text) || isLabel(node, text)))
      texts.push({ text, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 })
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

/**
 * The text of a literal. Values within a template become a word.
 * @param {ts.Node} node
 */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) return node.text.trim()
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `VALUE${literal.text}`).join('')
}

/** A text or an attribute of JSX with several words, such as a button or a title. @param {ts.Node} node @param {string} text */
const isLabel = (node, text) =>
  (ts.isJsxText(node) || (ts.isJsxAttribute(node.parent) && LABELS.test(node.parent.name.getText()))) && /\w \w/.test(text)

const LABELS = /^(title|label|aria-label|placeholder|hint|description|empty|words|fix|summary)$/

/** At least four words that start like a sentence; not code, markup or CSS. @param {string} text */
const isProse = (text) => /^[A-Z"“`]/.test(text) && text.split(/\s+/).length > 3 && !/[{}<>]|=>|;\s*$/.test(text)
