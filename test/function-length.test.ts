import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { sourcesBelow } from './module-imports.ts'

const MAX_LINES = 80

/** The functions of a source file that do not fit a screen and have no comment above them that could say why. */
function longFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1
      if (lines > MAX_LINES && !hasComment(node, text)) found.push(`line ${lineOf(node.getStart()) + 1}: ${lines} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** True for a comment before the function, or before the statement that it is the value of. */
function hasComment(node: ts.Node, text: string): boolean {
  const isCommented = (each: ts.Node): boolean => ts.getLeadingCommentRanges(text, each.getFullStart()) !== undefined
  for (let each: ts.Node = node; !ts.isBlock(each) && !ts.isSourceFile(each); each = each.parent)
    if (isCommented(each)) return true
  return false
}

test('a function of the library fits a screen, or a comment above it says why not', () => {
  const sources = sourcesBelow(join(root, 'packages/casement/src'))
  expect(sources.length).toBeGreaterThan(200)
  const long = sources.flatMap((file) =>
    longFunctions(file, readFileSync(file, 'utf8')).map((each) => `${relative(root, file)} ${each}`),
  )
  expect(long).toEqual([])
})

test('a long function without a comment is found', () => {
  const body = 'x()\n'.repeat(MAX_LINES)
  expect(longFunctions('a.ts', `const f = () => {\n${body}}`)).toEqual(['line 1: 82 lines'])
  expect(longFunctions('a.ts', `// Long, because it is one table.\nconst f = () => {\n${body}}`)).toEqual([])
})
