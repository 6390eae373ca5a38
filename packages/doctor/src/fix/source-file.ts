import { tsPlugin } from '@sveltejs/acorn-typescript'
import { Parser, type AnyNode, type Program } from 'acorn'
import { childrenOf, usesOf, type ScriptUses } from '../static/script-syntax.ts'
import type { Edit } from './edit.ts'

/** A parsed script whose places can be edited: a file, or a script of a document. */
export interface SourceCode {
  readonly text: string
  readonly tree: Program
  readonly parents: ReadonlyMap<AnyNode, AnyNode>
  readonly nodes: readonly AnyNode[]
  readonly uses: ScriptUses
  /** The edits for a change between two offsets. */
  edit(start: number, end: number, text: string): readonly Edit[]
}

/** A JavaScript or TypeScript file of the project. */
export interface SourceFile extends SourceCode {
  readonly path: string
}

const TYPESCRIPT = Parser.extend(tsPlugin())
const WITH_JSX = Parser.extend(tsPlugin({ jsx: true }))

/** The plugin does not understand all of JavaScript, so it only reads what plain JavaScript is not. */
const parsersFor = (path: string): readonly (typeof Parser)[] => (/\.[mc]?ts$/.test(path) ? [TYPESCRIPT] : [Parser, WITH_JSX])

/** Parses a file by its extension. Undefined when it has a syntax error. */
export function parseFile(path: string, text: string): SourceFile | undefined {
  // A script of Node may begin with #!, return at its top, and use require.
  const options = { ecmaVersion: 'latest', locations: true, allowHashBang: true } as const
  const parse = (parser: typeof Parser, sourceType: 'module' | 'script'): Program =>
    parser.parse(text, { ...options, sourceType, allowReturnOutsideFunction: true })
  const attempts = parsersFor(path).flatMap((parser) => (['module', 'script'] as const).map((kind) => ({ parser, kind })))
  for (const { parser, kind } of attempts)
    try {
      const edit = (start: number, end: number, next: string): Edit[] => [{ file: path, start, end, text: next }]
      return { path, ...sourceCode(text, parse(parser, kind), edit) }
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
    }
  return undefined
}

/** A syntax tree with its text, for edits. */
export function sourceCode(text: string, tree: Program, edit: SourceCode['edit']): SourceCode {
  const parents = new Map<AnyNode, AnyNode>()
  const nodes: AnyNode[] = []
  const pending: AnyNode[] = [tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes.push(node)
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      pending.push(child)
    }
  }
  nodes.sort((one, other) => one.start - other.start || other.end - one.end)
  return { text, tree, parents, nodes, uses: usesOf(tree), edit }
}

/** The code of a node. */
export const codeOf = ({ text }: SourceCode, { start, end }: { readonly start: number; readonly end: number }): string =>
  text.slice(start, end)

/** The node without `as`, `satisfies`, `!` and parentheses around it. */
export function unwrap(node: AnyNode): AnyNode {
  // The types of acorn have no node of TypeScript.
  const { type, expression } = node as { type: string; expression?: AnyNode }
  return /^(TS\w+Expression|ParenthesizedExpression|ChainExpression)$/.test(type) && expression ? unwrap(expression) : node
}

/** The innermost node around a node for which this is true. */
export function around(
  { parents }: SourceCode,
  node: AnyNode,
  matches: (node: AnyNode, child: AnyNode) => boolean,
): AnyNode | undefined {
  let child = node
  for (let at = parents.get(node); at; child = at, at = parents.get(at)) if (matches(at, child)) return at
  return undefined
}

/** The statement that a node stands in. */
export const statementOf = (source: SourceCode, node: AnyNode): AnyNode | undefined =>
  around(source, node, ({ type }) => /Statement$|Declaration$/.test(type) && type !== 'BlockStatement')

/** A text as a literal, in the quotes that the source prefers. */
export function quoted({ text }: SourceCode, value: string): string {
  const single = text.split("'").length >= text.split('"').length
  const json = JSON.stringify(value)
  return single ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : json
}
