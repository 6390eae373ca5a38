import type { AnyNode } from 'acorn'
import { CAUGHT_HOOK, LOOP_HOOK } from '../dynamic/watched.ts'
import { childrenOf } from './script-syntax.ts'
import type { ViewDocument } from './view-document.ts'

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * The document with hooks in its inline scripts: every `catch` tells what it caught, and a loop that runs for too long is ended and
 * named. Positions are those of the original document. Undefined when there is nothing to add.
 */
export function instrument({ html, programs }: ViewDocument): string | undefined {
  const insertions = programs.flatMap(({ tree, offset, text }) =>
    // Attributes are parsed after entities are decoded, so positions in them mean nothing.
    tree && html.startsWith(text, offset) ? hooksIn(tree, offset) : [],
  )
  if (insertions.length === 0) return undefined
  let result = ''
  let from = 0
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    result += html.slice(from, at) + text
    from = at
  }
  return result + html.slice(from)
}

function hooksIn(root: AnyNode, offset: number): Insertion[] {
  const found: Insertion[] = []
  const insert = (at: number, text: string): void => void found.push({ at: offset + at, text })
  const pending: AnyNode[] = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    pending.push(...childrenOf(node))
    if (node.type === 'CatchClause') {
      const { param, body } = node
      // A pattern in place of a name would need to be read before it is taken apart.
      if (param && param.type !== 'Identifier') continue
      if (!param) insert(body.start, '(__casementError)')
      insert(body.start + 1, `globalThis.${CAUGHT_HOOK}(${param ? param.name : '__casementError'},${offset + node.start});`)
    } else if (LOOPS.has(node.type) && 'body' in node) {
      const body = node.body as AnyNode
      const guard = `if(globalThis.${LOOP_HOOK}(${offset + node.start}))throw new Error("A loop ran for too long");`
      if (body.type === 'BlockStatement') insert(body.start + 1, guard)
      else if (body.type !== 'EmptyStatement') {
        insert(body.start, `{${guard}`)
        insert(body.end, '}')
      } else insert(body.start, `{${guard}}`)
    }
  }
  return found
}

const LOOPS: ReadonlySet<string> = new Set([
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
])
