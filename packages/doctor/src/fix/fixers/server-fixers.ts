import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import type { FixContext, Fixer, Fixers } from '../fixer.ts'
import { removeFrom, type Edits, type ObjectLiteral } from '../object-literals.ts'
import { manifestOf } from '../server-files.ts'
import { codeOf, quoted } from '../source-file.ts'
import { replaceText } from './tool-fixers.ts'

const setMime =
  (where: 'contents' | 'listings'): Fixer =>
  ({ resourceUri }, { server }) => {
    const edits = server[where](resourceUri).flatMap(
      (item) => server.set(item, ['mimeType'], quoted(item.file, RESOURCE_MIME_TYPE)) ?? [],
    )
    return edits.length === 0 ? undefined : edits
  }

/** Only where the content is a document. */
const setMimeOfHtml: Fixer = (finding, context) => {
  const read = context.facts.views.find(({ uri }) => uri === finding.resourceUri)?.read
  const isHtml = read?.ok && /<(!doctype|html|head|body|script|div)\b/i.test(JSON.stringify(read.value))
  return isHtml ? setMime('contents')(finding, context) : undefined
}

/** The tool names the URI that the server lists. */
const useListedUri: Fixer = ({ evidence }, context) => {
  const [, from, to] = /the tool names (\S+), the server lists (\S+):/.exec(evidence) ?? []
  return from === undefined || to === undefined ? undefined : replaceText(context, from, to)
}

const nameOfUri = (uri: string): string => (uri.split('/').at(-1) ?? '').replace(/\.html?$/, '') || 'View'

const LOGS = new Set(['log', 'info', 'debug', 'dir', 'table'])

/** Standard output belongs to the protocol. */
const logToStandardError: Fixer = (_, { server }) => {
  const edits = server.files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
      const { object, property } = node.callee
      if (isConsole(object) && property.type === 'Identifier' && LOGS.has(property.name) && !isMessage(codeOf(file, node)))
        return file.edit(property.start, property.end, 'error')
      const isOutput = codeOf(file, node.callee) === 'process.stdout.write' && node.arguments[0]?.type !== 'CallExpression'
      return isOutput && !isMessage(codeOf(file, node)) ? file.edit(object.start, object.end, 'process.stderr') : []
    }),
  )
  return edits.length === 0 ? undefined : edits
}

const isConsole = (node: { readonly type: string; readonly name?: string }): boolean =>
  node.type === 'Identifier' && node.name === 'console'

/** True for what writes the messages of the protocol itself. */
const isMessage = (code: string): boolean => code.includes('jsonrpc') || code.includes('JSON.stringify')

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback)

const fillInfo: Fixer = (_, { server, facts, project }) => {
  const info = server.info()
  const { name, version } = manifestOf(project)
  const values = { name: textOr(name, 'server'), version: textOr(version, '1.0.0') }
  const edits = (['name', 'version'] as const)
    .filter((member) => !facts.info[member])
    .flatMap((member) => (info ? (server.set(info, [member], quoted(info.file, values[member])) ?? []) : []))
  return edits.length === 0 ? undefined : edits
}

/** Changes every object that a tool returns. */
const ofResults =
  (fix: (result: ObjectLiteral, context: FixContext) => Edits): Fixer =>
  ({ tool }, context) => {
    const edits = context.server.results(tool).flatMap((result) => fix(result, context) ?? [])
    return edits.length === 0 ? undefined : edits
  }

const wrapStructured = ofResults((result, { server }) => {
  const property = server.property(result, 'structuredContent')
  if (!property) return undefined
  const { file, node } = property
  const value = server.resolve({ file, node: node.value })
  const isObject = value.node.type === 'ObjectExpression'
  const code = codeOf(file, node.value)
  if (isObject) return undefined
  const wrapped = node.value.type === 'Identifier' && code !== 'structuredContent' ? `{ ${code} }` : `{ items: ${code} }`
  return file.edit(node.start, node.end, `structuredContent: ${wrapped}`)
})

/** The value that the text of a result is the JSON of becomes its structuredContent. */
const structureText = ofResults((result, { server }) => {
  const content = server.value(result, 'content')
  const list = content && server.resolve(content)
  if (server.property(result, 'structuredContent') || list?.node.type !== 'ArrayExpression') return undefined
  for (const element of list.node.elements) {
    const text = element && server.value(server.object({ file: list.file, node: element }), 'text')
    const call = text && server.resolve(text)
    if (call?.node.type !== 'CallExpression' || codeOf(call.file, call.node.callee) !== 'JSON.stringify') continue
    const [value] = call.node.arguments
    return value && server.set(result, ['structuredContent'], codeOf(call.file, value))
  }
  return undefined
})

const addText = ofResults((result, { server }) => {
  const code = server.code(result, 'structuredContent')
  return code === undefined ? undefined : server.set(result, ['content'], `[{ type: 'text', text: JSON.stringify(${code}) }]`)
})

const removeEmbedded = ofResults((result, { server }) => {
  const content = server.value(result, 'content')
  const list = content && server.resolve(content)
  if (list?.node.type !== 'ArrayExpression') return undefined
  const embedded = list.node.elements.find((element) => {
    const item = element ? server.object({ file: list.file, node: element }) : undefined
    return server.text(server.value(item, 'resource', 'uri'))?.startsWith('ui://')
  })
  return embedded ? removeFrom({ file: list.file, node: embedded }) : undefined
})

/** The metadata that the result has goes to the definition of the tool. */
const moveMetaToTool: Fixer = ({ tool }, { server }) => {
  const definition = server.tool(tool)
  const result = server.results(tool).find((each) => server.property(each, '_meta'))
  const meta = server.object(server.value(result, '_meta'))
  const code = meta && server.code(result, '_meta')
  if (!definition || !result || code === undefined) return undefined
  const removed = server.remove(result, '_meta')
  const added = server.property(definition, '_meta')
    ? server.set(definition, ['_meta', 'ui'], server.code(meta, 'ui') ?? '{}')
    : server.set(definition, ['_meta'], code)
  return removed && added ? [...removed, ...added] : undefined
}

/** Repairs of the server as a whole, of its resources, and of its results. */
export const SERVER_FIXERS: Fixers = {
  'tools-undeclared': (_, { server }) => server.setCapability(['tools'], '{}'),
  'resources-undeclared': (_, { server }) => server.setCapability(['resources'], '{}'),
  'extension-undeclared': (_, { server }) => server.setCapability(['extensions', EXTENSION_ID], '{}'),
  'server-unnamed': fillInfo,
  'server-stdout-noise': logToStandardError,
  'resource-uri-near-miss': useListedUri,
  'resource-uri-differs': ({ resourceUri = '' }, { server }) => {
    const [item] = server.contents(resourceUri)
    return item && server.set(item, ['uri'], quoted(item.file, resourceUri))
  },
  'resource-mime-missing': setMime('contents'),
  'resource-mime-legacy': setMime('contents'),
  'resource-mime-spelling': setMime('contents'),
  'resource-not-html': setMimeOfHtml,
  'listing-mime-wrong': setMime('listings'),
  'listing-name-missing': ({ resourceUri = '' }, { server }) => {
    const edits = server
      .listings(resourceUri)
      .flatMap((item) => server.set(item, ['name'], quoted(item.file, nameOfUri(resourceUri))) ?? [])
    return edits.length === 0 ? undefined : edits
  },
  'listing-duplicate': ({ resourceUri }, { server }) => {
    const [, second] = server.listings(resourceUri)
    return second && second.file.parents.get(second.node)?.type === 'ArrayExpression' ? removeFrom(second) : undefined
  },
  'result-structured-not-object': wrapStructured,
  'result-structured-missing': structureText,
  'result-no-text': addText,
  'result-embedded-view': removeEmbedded,
  'result-meta-misplaced': moveMetaToTool,
}
