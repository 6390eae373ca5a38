import { parseSync } from 'vite'
import type { UrlUse } from './found-url.ts'

/** A URL in a script, and its position. */
export interface ScriptUrl {
  readonly url: string
  readonly use: UrlUse
  readonly at: number
}

/** The part of a syntax tree node that is used here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const CONNECTS = /^(?:(?:window|globalThis|self)\.)?(?:fetch|WebSocket|EventSource|Request)$|(?:^|\.)sendBeacon$/
const LOADS = /^(?:(?:window|globalThis|self)\.)?(?:Shared)?Worker$/
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/i
const LOADING_ELEMENTS = /^(?:img|script|video|audio|source|track|embed|input|image)$/
const FRAME_ELEMENTS = /^i?frame$/

/**
 * The constant addresses that a script loads or connects to, from its syntax tree: text in comments and in other strings is not code.
 * Undefined when the script cannot be parsed.
 */
export function scanScript(file: string, code: string): ScriptUrl[] | undefined {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) return undefined
  const found: ScriptUrl[] = []
  const note = (use: UrlUse, value: unknown): void => {
    const text = textOf(value)
    if (text !== undefined && text.url !== '') found.push({ ...text, use })
  }
  walk(treeOf(program), (node) => noteNode(node, note))
  return found
}

/** The positions of the `new` expressions of a script; undefined if it cannot be parsed. */
export function newExpressionsIn(file: string, code: string): ReadonlySet<number> | undefined {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) return undefined
  const found = new Set<number>()
  walk(treeOf(program), (node) => {
    if (node.type === 'NewExpression') found.add(node.start)
  })
  return found
}

// The tree is plain data; the parser's own types name every kind of node, and only a few members are read here.
const treeOf = (program: object): Node => program as unknown as Node

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) child.filter(isNode).forEach((each) => walk(each, visit))
    else if (isNode(child)) walk(child, visit)
  }
}

function noteNode(node: Node, note: (use: UrlUse, value: unknown) => void): void {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return noteCall(node, note)
  if (node.type === 'AssignmentExpression') {
    if (memberOf(node['left']) === 'src') note('resource', node['right'])
  } else if (/^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(node.type)) {
    const { source } = node
    if (/^(?:https?:)?\/\//.test(textOf(source)?.url ?? '')) note('resource', source)
  } else if (node.type === 'JSXOpeningElement') noteElement(node, note)
}

function noteCall(node: Node, note: (use: UrlUse, value: unknown) => void): void {
  const [first, second] = Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : []
  const name = pathOf(node['callee'])
  if (CONNECTS.test(name)) note('connect', first)
  else if (LOADS.test(name)) note('resource', first)
  else if (name.endsWith('.open') && METHOD.test(textOf(first)?.url ?? '')) note('connect', second)
}

function noteElement({ name, attributes }: Node, note: (use: UrlUse, value: unknown) => void): void {
  const element = isNode(name) && typeof name['name'] === 'string' ? name['name'] : ''
  const wanted = LOADING_ELEMENTS.test(element) ? /^(?:src|poster)$/ : FRAME_ELEMENTS.test(element) ? /^src$/ : undefined
  for (const each of wanted && Array.isArray(attributes) ? attributes.filter(isNode) : []) {
    const key = isNode(each['name']) ? each['name']['name'] : undefined
    if (typeof key === 'string' && wanted?.test(key)) note(FRAME_ELEMENTS.test(element) ? 'frame' : 'resource', each['value'])
  }
}

/** The text that an expression starts with: a string, a concatenation, or a template that starts with a complete origin. */
function textOf(node: unknown): { readonly url: string; readonly at: number } | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'JSXExpressionContainer') return textOf(node['expression'])
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? { url: node['value'], at: node.start } : undefined
  if (node.type === 'BinaryExpression' && node['operator'] === '+') return textOf(node['left'])
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined
  const [quasi, ...more] = node['quasis'] as { value: { cooked: string | null } }[]
  const url = quasi?.value.cooked ?? ''
  return more.length === 0 || /^\w+:\/\/[^/]+\//.test(url) ? { url, at: node.start } : undefined
}

/** The names of a member chain, joined with dots; empty if it starts with another expression. */
function pathOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type !== 'MemberExpression' || node['computed'] === true) return ''
  return `${pathOf(node['object'])}.${memberOf(node)}`
}

const memberOf = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression' && isNode(node['property']) ? String(node['property']['name']) : ''
