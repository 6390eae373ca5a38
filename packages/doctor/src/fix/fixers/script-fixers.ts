import type { AnyNode } from 'acorn'
import { namesOrigin } from '../../static/check-script.ts'
import { isMethod, meantMethod } from '../../static/known-methods.ts'
import type { Reference } from '../../static/script-syntax.ts'
import type { Edit } from '../edit.ts'
import type { Fixer, Fixers } from '../fixer.ts'
import { codeOf, quoted, statementOf, type SourceCode } from '../source-file.ts'

/** Repairs every script of the View. */
const ofScripts =
  (fix: (source: SourceCode) => readonly Edit[]): Fixer =>
  (_, { view }) => {
    const edits = (view?.programs ?? []).flatMap(fix)
    return edits.length === 0 ? undefined : edits
  }

/** Repairs every use of something global. */
const ofUses = (matches: (use: Reference) => boolean, fix: (node: AnyNode, source: SourceCode) => readonly Edit[]): Fixer =>
  ofScripts((source) =>
    source.uses.references
      .filter((use) => !use.binding && matches(use))
      .flatMap((use) => {
        const node = source.nodes.find(
          ({ start, end, type }) => start === use.start && end === use.end && (use.kind !== 'call' || type === 'CallExpression'),
        )
        return node ? fix(node, source) : []
      }),
  )

const isPost = ({ path, kind }: Reference): boolean =>
  kind === 'call' && (path === 'parent.postMessage' || path === 'top.postMessage')

/** The object of `x.postMessage(…)` becomes the parent. */
const toParent = (node: AnyNode, source: SourceCode): readonly Edit[] => {
  if (node.type !== 'CallExpression') return []
  const { callee } = node
  if (callee.type === 'MemberExpression') return source.edit(callee.object.start, callee.object.end, 'window.parent')
  return source.edit(callee.start, callee.end, 'window.parent.postMessage')
}

/** Texts that are replaced by others. */
const ofTexts = (replace: (text: string, all: ReadonlySet<string>) => string | undefined): Fixer =>
  ofScripts((source) =>
    source.nodes.flatMap((node) => {
      if (node.type !== 'Literal' || typeof node.value !== 'string') return []
      const next = replace(node.value, source.uses.strings)
      return next === undefined ? [] : source.edit(node.start, node.end, quoted(source, next))
    }),
  )

/** The parameters of ui/initialize: the object next to the name of the method. */
function initializeParams(
  { nodes }: SourceCode,
  method = 'ui/initialize',
): Extract<AnyNode, { type: 'ObjectExpression' }> | undefined {
  for (const node of nodes) {
    if (node.type === 'ObjectExpression') {
      const values = new Map(
        node.properties.flatMap((each) =>
          each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each.value] as const] : [],
        ),
      )
      const [name, params] = [values.get('method'), values.get('params')]
      if (name?.type === 'Literal' && name.value === method && params?.type === 'ObjectExpression') return params
    }
    if (node.type !== 'CallExpression') continue
    const [name, params] = node.arguments
    if (name?.type === 'Literal' && name.value === method && params?.type === 'ObjectExpression') return params
  }
  return undefined
}

/** Adds a member to the parameters of ui/initialize, or renames the one that MCP has for it. */
const initializeWith = (name: string, code: string, ofMcp?: string): Fixer =>
  ofScripts((source) => {
    const params = initializeParams(source)
    if (!params) return []
    const other = params.properties.find(
      (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === ofMcp,
    )
    if (other?.type === 'Property') return source.edit(other.start, other.end, `${name}: ${codeOf(source, other.value)}`)
    const [first] = params.properties
    return first
      ? source.edit(first.start, first.start, `${name}: ${code}, `)
      : source.edit(params.start, params.end, `{ ${name}: ${code} }`)
  })

const OLD_VERSIONS = new Set(['2025-11-21', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
const VERSION = '2026-01-26'

/** The handshake of MCP becomes that of MCP Apps. */
const useAppsHandshake = ofTexts((text) => {
  if (text === 'initialize') return 'ui/initialize'
  return text === 'notifications/initialized' ? 'ui/notifications/initialized' : undefined
})

/** Puts the statement in a `try`; a value becomes null where it fails. */
function guard(node: AnyNode, source: SourceCode): readonly Edit[] {
  // `await` and `yield` do not work inside of another function.
  const isInside = (each: AnyNode): boolean => each.start >= node.start && each.end <= node.end
  if (source.nodes.some((each) => isInside(each) && /^(Await|Yield)Expression$/.test(each.type))) return []
  const statement = statementOf(source, node)
  const code = codeOf(source, node)
  if (statement?.type === 'ExpressionStatement' && statement.expression === node)
    return source.edit(statement.start, statement.end, `try { ${code} } catch {}`)
  return source.edit(node.start, node.end, `(() => { try { return ${code} } catch { return null } })()`)
}

const isStorageCall = ({ path, kind, isGuarded }: Reference): boolean =>
  kind === 'call' && !isGuarded && /^(localStorage|sessionStorage)\.\w+$/.test(path)

/** The variable that holds the App of an SDK. */
function appName({ nodes }: SourceCode): string | undefined {
  for (const node of nodes)
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init?.type === 'NewExpression' &&
      node.init.callee.type === 'Identifier' &&
      node.init.callee.name === 'App'
    )
      return node.id.name
  return undefined
}

const openByHost = (node: AnyNode, source: SourceCode): readonly Edit[] => {
  const url = node.type === 'CallExpression' ? node.arguments[0] : undefined
  if (!url) return []
  const app = appName(source)
  const code = codeOf(source, url)
  const call =
    app === undefined
      ? `window.parent.postMessage({ jsonrpc: '2.0', id: 'open-link', method: 'ui/open-link', params: { url: ${code} } }, '*')`
      : `${app}.openLink({ url: ${code} })`
  return source.edit(node.start, node.end, call)
}

/** Moves handlers in front of the statement that connects. */
const attachFirst = ofScripts((source) => {
  const { references } = source.uses
  const nodeOf = ({ start, end }: Reference): AnyNode | undefined =>
    source.nodes.find((node) => node.start === start && node.end === end)
  const connect = references.find(({ kind, path }) => kind === 'call' && /^[\w$]+\.connect$/.test(path))
  const call = connect && nodeOf(connect)
  const statement = call && statementOf(source, call)
  if (!connect || !statement) return []
  const late = references.filter(
    ({ kind, path, start, within }) =>
      kind === 'assign' &&
      /\.ontool(result|input|inputpartial|cancelled)$/.test(path) &&
      start > connect.end &&
      within === connect.within,
  )
  const moved = late.flatMap((use) => {
    const node = nodeOf(use)
    const own = node && (node.type === 'ExpressionStatement' ? node : statementOf(source, node))
    return own?.type === 'ExpressionStatement' ? [own] : []
  })
  const lineStart = source.text.lastIndexOf('\n', statement.start) + 1
  const indent = source.text.slice(lineStart, statement.start)
  const separator = indent.trim() === '' ? `\n${indent}` : '; '
  return [
    ...source.edit(
      statement.start,
      statement.start,
      moved.map((own) => `${codeOf(source, own).replace(/;$/, '')}${separator}`).join(''),
    ),
    ...moved.flatMap((own) => source.edit(own.start, own.end, '')),
  ].filter(() => moved.length > 0)
})

/** The source of a message identifies the sender, independent of its origin. */
const checkSource = ofScripts((source) =>
  source.uses.comparisons
    .filter(({ path, text }) => /^(?:\w+\.)?origin$/.test(path) && /^(null$|https?:)/.test(text))
    .flatMap(({ path, text, start, end }) => {
      const owner = path.includes('.') ? `${path.split('.')[0]}.` : ''
      // `origin === 'https://…'` lets a message through, `!==` and "null" refuse it.
      const isEqual = text !== 'null' && codeOf(source, { start, end }).includes('===')
      const edit = source.edit(start, end, `${owner}source ${isEqual ? '===' : '!=='} window.parent`)
      const pattern = source.nodes.findLast(
        (node) => node.type === 'ObjectPattern' && node.start < start && hasName(node, 'data'),
      )
      if (owner !== '' || (pattern && hasName(pattern, 'source'))) return edit
      const first = pattern?.type === 'ObjectPattern' ? pattern.properties[0] : undefined
      return first ? edit.concat(source.edit(first.start, first.start, 'source, ')) : []
    }),
)

const hasName = (pattern: AnyNode, name: string): boolean =>
  pattern.type === 'ObjectPattern' &&
  pattern.properties.some((each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)

/** Repairs of the scripts of a View. */
export const SCRIPT_FIXERS: Fixers = {
  'script-mcp-initialize': useAppsHandshake,
  'script-no-app-info': initializeWith('appInfo', `{ name: 'view', version: '1.0.0' }`, 'clientInfo'),
  'script-no-app-capabilities': initializeWith('appCapabilities', '{}', 'capabilities'),
  'script-no-protocol-version': initializeWith('protocolVersion', `'${VERSION}'`),
  'script-old-version': ofTexts((text) => (OLD_VERSIONS.has(text) ? VERSION : undefined)),
  'script-method-unknown': ofTexts((text, all) => {
    if (!/^ui\/(?:notifications\/)?[a-z][\w-]*$/i.test(text) || isMethod(text)) return undefined
    const meant = meantMethod(text)
    return meant !== undefined && all.has(meant) ? undefined : meant
  }),
  'script-posts-to-itself': ofUses(({ path, kind }) => kind === 'call' && /^(self\.)?postMessage$/.test(path), toParent),
  'script-posts-to-top': ofUses(({ path, kind }) => kind === 'call' && path === 'top.postMessage', toParent),
  'script-posts-text': ofUses(isPost, (node, source) => {
    const text = node.type === 'CallExpression' ? node.arguments[0] : undefined
    const value =
      text?.type === 'CallExpression' && codeOf(source, text.callee) === 'JSON.stringify' ? text.arguments[0] : undefined
    return text && value ? source.edit(text.start, text.end, codeOf(source, value)) : []
  }),
  'script-target-origin': ofUses(
    (use) => isPost(use) && namesOrigin(use),
    (node, source) => {
      const target = node.type === 'CallExpression' ? node.arguments[1] : undefined
      return target ? source.edit(target.start, target.end, quoted(source, '*')) : []
    },
  ),
  'script-storage-unguarded': ofUses(isStorageCall, guard),
  'script-history-unguarded': ofUses(
    ({ path, kind, isGuarded }) => kind === 'call' && !isGuarded && /^history\.(push|replace)State$/.test(path),
    guard,
  ),
  'script-popup': ofUses(({ path, kind, isOfWindow }) => kind === 'call' && isOfWindow && path === 'open', openByHost),
  'script-service-worker': ofUses(
    ({ path, kind }) => kind === 'call' && path === 'navigator.serviceWorker.register',
    (node, source) => {
      const statement = statementOf(source, node)
      return statement?.type === 'ExpressionStatement' ? source.edit(statement.start, statement.end, '') : []
    },
  ),
  'script-handler-late': attachFirst,
  'script-origin-demanded': checkSource,
}
