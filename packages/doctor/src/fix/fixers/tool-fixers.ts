import { nearest } from '../../static/nearest.ts'
import type { FixContext, Fixer, Fixers } from '../fixer.ts'
import type { Edits, ObjectLiteral } from '../object-literals.ts'
import { quoted } from '../source-file.ts'

const FLAT = 'ui/resourceUri'
const NESTED = ['_meta', 'ui', 'resourceUri']

/** A fixer of the definition of the tool. */
const ofTool =
  (fix: (tool: ObjectLiteral, context: FixContext, finding: Parameters<Fixer>[0]) => Edits): Fixer =>
  (finding, context) => {
    const tool = context.server.tool(finding.tool)
    return tool && fix(tool, context, finding)
  }

/** Copies the value at one path of the tool to another. */
const copy = (from: readonly string[], to: readonly string[]): Fixer =>
  ofTool((tool, { server }) => {
    const code = server.code(tool, ...from)
    return code === undefined ? undefined : server.set(tool, to, code)
  })

/** Moves a value from the first of several wrong places. */
const moveFrom = (places: readonly (readonly string[])[], to: readonly string[]): Fixer =>
  ofTool((tool, { server }) => {
    const place = places.find((path) => server.value(tool, ...path))
    return place && moveInside(server, tool, place, to)
  })

/** Moving inside of one object: a rename where the place stays, so that no two edits overlap. */
function moveInside(server: FixContext['server'], tool: ObjectLiteral, from: readonly string[], to: readonly string[]): Edits {
  const isSibling = from.length === to.length && from.slice(0, -1).every((name, at) => name === to[at])
  if (isSibling) return server.rename(tool, from, to.at(-1) ?? '')
  const owner = from.length === 1 ? tool : server.object(server.value(tool, ...from.slice(0, -1)))
  const property = server.property(owner, from.at(-1) ?? '')
  if (!property) return undefined
  const common = from.slice(0, -1).every((name, at) => name === to[at]) ? from.length - 1 : -1
  const rest = to.slice(common)
  const target = common < 0 ? undefined : server.value(owner, rest[0] ?? '')
  // Where the object that it belongs into is not there yet, it is made around the value.
  if (common >= 0 && !target) {
    const code = server.code(tool, ...from) ?? ''
    const wrapped = rest.slice(1).reduceRight((value, name) => `{ ${name}: ${value} }`, code)
    return property.file.edit(property.node.start, property.node.end, `${rest[0]}: ${wrapped}`)
  }
  return server.move(tool, from, tool, to)
}

/** Moves members of `_meta.ui` of the tool to the content item of its View. */
const moveToView = (...names: readonly string[]): Fixer =>
  ofTool((tool, { server, view }, { tool: name }) => {
    const ui = server.object(server.value(tool, '_meta', 'ui'))
    const own = names.filter((each) => server.property(ui, each))
    const content = server.content(view?.document.uri)
    if (!ui || !content || name === undefined || own.length === 0) return undefined
    const moved = own.map((each) => [each, server.code(ui, each) ?? ''] as const)
    const kept = ui.node.properties.filter((each) => !own.some((member) => server.property(ui, member)?.node === each))
    const rest = kept.map((each) => ui.file.text.slice(each.start, each.end)).join(', ')
    const removed = ui.file.edit(ui.node.start, ui.node.end, rest === '' ? '{}' : `{ ${rest} }`)
    const members = moved.map(([each, code]) => `${each}: ${code}`).join(', ')
    const target = server.object(server.value(content, '_meta', 'ui'))
    const added = target
      ? moved.flatMap(([each, code]) => server.set(target, [each], code) ?? [])
      : server.set(content, ['_meta', 'ui'], `{ ${members} }`)
    return added && [...removed, ...added]
  })

const visibility = (write: (code: string, value: unknown) => string | undefined): Fixer =>
  ofTool((tool, { server }) => {
    const value = server.value(tool, '_meta', 'ui', 'visibility')
    const code = value && write(server.code(tool, '_meta', 'ui', 'visibility') ?? '', server.constant(value))
    return code === undefined ? undefined : server.set(tool, ['_meta', 'ui', 'visibility'], code)
  })

/** The valid entries by common misspellings. */
function knownVisibility(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const known = value.flatMap((each) =>
    (['model', 'app'] as const).filter((name) => each === name || nearest(String(each), [name])),
  )
  return known.length === 0 ? undefined : `[${[...new Set(known)].map((name) => `'${name}'`).join(', ')}]`
}

/** Every literal of the server that is this text becomes another. */
export function replaceText({ server }: FixContext, from: string, to: string): Edits {
  const edits = server.files.flatMap((file) =>
    file.nodes.flatMap((node) =>
      node.type === 'Literal' && node.value === from ? file.edit(node.start, node.end, quoted(file, to)) : [],
    ),
  )
  return edits.length === 0 ? undefined : edits
}

/** Rewrites the URI of a View everywhere. */
const rewriteUri = (write: (uri: string) => string | undefined): Fixer =>
  ofTool((tool, context) => {
    const { server } = context
    const uri = server.text(server.value(tool, ...NESTED)) ?? server.text(server.value(tool, '_meta', FLAT))
    const next = uri === undefined ? undefined : write(uri)
    return uri === undefined || next === undefined || next === uri ? undefined : replaceText(context, uri, next)
  })

function toUiScheme(uri: string): string | undefined {
  if (/^\w+:\/\//.test(uri)) return `ui://${uri.slice(uri.indexOf('://') + 3)}`
  return `ui://${uri.slice(uri.startsWith('/') ? 1 : 0)}`
}

/** Repairs of the entries of tools/list. */
export const TOOL_FIXERS: Fixers = {
  'tool-uri-flat-only': copy(['_meta', FLAT], NESTED),
  'tool-uri-nested-only': copy(NESTED, ['_meta', FLAT]),
  'tool-uris-differ': copy(NESTED, ['_meta', FLAT]),
  'tool-template-differs': copy(NESTED, ['_meta', 'openai/outputTemplate']),
  'tool-openai-only': copy(['_meta', 'openai/outputTemplate'], NESTED),
  'tool-uri-scheme': rewriteUri(toUiScheme),
  'tool-uri-malformed': rewriteUri((uri) => (uri === 'ui://' ? undefined : encodeURI(uri.trim()))),
  'tool-uri-misplaced': moveFrom(
    [
      ['_meta', 'resourceUri'],
      ['_meta', 'ui.resourceUri'],
      ['_meta', 'ui', 'uri'],
      ['ui', 'resourceUri'],
      ['resourceUri'],
      ['meta', 'ui', 'resourceUri'],
      ['annotations', 'ui', 'resourceUri'],
      ['_meta', 'ui', 'resource_uri'],
      ['_meta', 'ui', 'resourceURI'],
      ['_meta', 'resource_uri'],
    ],
    NESTED,
  ),
  'tool-visibility-malformed': visibility((code, value) => (typeof value === 'string' ? `[${code}]` : undefined)),
  'tool-visibility-unknown': visibility((_, value) => knownVisibility(value)),
  'tool-visibility-empty': ofTool((tool, { server }) =>
    server.remove(server.object(server.value(tool, '_meta', 'ui')), 'visibility'),
  ),
  'tool-app-only': visibility(() => `['model', 'app']`),
  'tool-visibility-misplaced': moveFrom(
    [['_meta', 'visibility'], ['visibility'], ['_meta', 'ui/visibility']],
    ['_meta', 'ui', 'visibility'],
  ),
  'tool-csp-misplaced': moveToView('csp'),
  'tool-permissions-misplaced': moveToView('permissions'),
  'tool-view-meta-misplaced': moveToView('domain', 'prefersBorder'),
  'tool-name-invalid': ({ tool }, context) =>
    tool === undefined
      ? undefined
      : replaceText(
          context,
          tool,
          tool
            .trim()
            .replaceAll(/[^\w.-]+/g, '_')
            .slice(0, 64),
        ),
  'tool-schema-missing': ofTool((tool, { server }) => server.set(tool, ['inputSchema'], `{ type: 'object', properties: {} }`)),
  'tool-schema-required-unknown': ofTool((tool, { server }) => {
    const schema = server.object(server.value(tool, 'inputSchema'))
    const required = server.value(schema, 'required')
    const names = required && server.constant(required)
    const known = server.object(server.value(schema, 'properties'))
    const missing = Array.isArray(names) ? names.filter((name) => !server.property(known, String(name))) : []
    if (!schema || missing.length === 0) return undefined
    const members = missing.map((name) => `${JSON.stringify(name)}: {}`).join(', ')
    if (!known) return server.set(schema, ['properties'], `{ ${members} }`)
    const own = known.node.properties.map((each) => known.file.text.slice(each.start, each.end))
    return known.file.edit(known.node.start, known.node.end, `{ ${[...own, members].join(', ')} }`)
  }),
}
