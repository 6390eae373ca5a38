// The declared names of a TypeScript or JavaScript file.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * The names of variables, functions, parameters, types, classes and members.
 * @param {string} file
 * @returns {import('./source-texts.mjs').SourceText[]}
 */
export function namesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  /** @type {import('./source-texts.mjs').SourceText[]} */
  const names = []
  const visit = (/** @type {ts.Node} */ node) => {
    const name = 'name' in node ? /** @type {{ name?: ts.Node }} */ (node).name : undefined
    if (name && ts.isIdentifier(name) && !ts.isPropertyAccessExpression(node))
      names.push({ text: name.text, line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}
