// The comments of a TypeScript or JavaScript file.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const DIRECTIVE = /oxlint-|oxfmt-|@ts-/
// A tag of JSDoc starts types and names, which are not prose.
const TAGS = /(^|\s)@(param|returns|type|typedef|template|module|example|see|deprecated|internal)\b[\s\S]*$/

/**
 * @param {string} file
 * @returns {import('./source-texts.mjs').SourceText[]}
 */
export function commentsOf(file) {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {Map<number, ts.CommentRange>} */
  const ranges = new Map()
  const visit = (/** @type {ts.Node} */ node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) ranges.set(range.pos, range)
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) ranges.set(range.pos, range)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return joinLines(
    [...ranges.values()].toSorted((a, b) => a.pos - b.pos),
    text,
  )
    .map(({ pos, end }) => ({ raw: text.slice(pos, end), line: source.getLineAndCharacterOfPosition(pos).line + 1 }))
    .filter(({ raw }) => !DIRECTIVE.test(raw))
    .map(({ raw, line }) => ({ text: proseOf(raw), line }))
}

/** Line comments on consecutive lines are one text. @param {readonly ts.CommentRange[]} ranges @param {string} text */
function joinLines(ranges, text) {
  /** @type {{ pos: number, end: number, kind: ts.CommentKind }[]} */
  const joined = []
  for (const { pos, end, kind } of ranges) {
    const previous = joined.at(-1)
    const continues =
      previous?.kind === ts.SyntaxKind.SingleLineCommentTrivia &&
      kind === previous.kind &&
      /^\n[ \t]*$/.test(text.slice(previous.end, pos))
    if (continues) previous.end = end
    else joined.push({ pos, end, kind })
  }
  return joined
}

/** The text without the marks of the comment and without tags. The number of lines stays. @param {string} raw */
function proseOf(raw) {
  return raw
    .replace(/^\/\*+|\*\/$/g, '')
    .replaceAll(/^[ \t]*(\/\/|\*) ?/gm, '')
    .replace(TAGS, '')
    .trim()
}
