import { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { McpUiResourceMetaSchema } from '../../protocol/schemas/apps-metadata.ts'
import { validate } from '../../protocol/schemas/schema.ts'
import { metadataError } from './metadata-problem.ts'

const RESOURCE_FIELDS = ['csp', 'permissions', 'domain', 'prefersBorder']
const AUDIENCES = new Set<unknown>(['model', 'app'])

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80)

/** Validates the metadata of a tool, and writes its resource URI under both keys, for older hosts. */
export function toolMeta(name: string, meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const where = `tool "${name}"`
  const ui = meta['ui'] ?? {}
  if (!isRecord(ui)) {
    const fix = 'Write an object with resourceUri and visibility, or leave it out'
    throw metadataError({ code: 'TOOL_META_INVALID', where, field: '_meta.ui', fix }, `is ${show(ui)}`)
  }
  checkFields(where, ui)
  checkVisibility(where, ui['visibility'])
  const nested = ui['resourceUri']
  const flat = meta[RESOURCE_URI_META_KEY]
  checkUri(where, '_meta.ui.resourceUri', nested)
  checkUri(where, `_meta["${RESOURCE_URI_META_KEY}"]`, flat)
  const uri = nested ?? flat
  if (uri === undefined) return { ...meta }
  return { ...meta, ui: { ...ui, resourceUri: nested ?? uri }, [RESOURCE_URI_META_KEY]: flat ?? uri }
}

function checkFields(where: string, ui: Record<string, unknown>): void {
  for (const field of RESOURCE_FIELDS) {
    if (ui[field] === undefined) continue
    const fix = `Hosts ignore it there. Move it to _meta.ui.${field} of the resource`
    throw metadataError({ code: 'TOOL_HAS_RESOURCE_FIELD', where, field: `_meta.ui.${field}`, fix }, 'is on a tool')
  }
}

function checkVisibility(where: string, visibility: unknown): void {
  if (visibility === undefined) return
  const wrong = Array.isArray(visibility) ? visibility.filter((entry) => !AUDIENCES.has(entry)) : [visibility]
  if (wrong.length === 0) return
  const fix = 'Write ["model"], ["app"] or ["model", "app"]'
  throw metadataError({ code: 'TOOL_VISIBILITY', where, field: '_meta.ui.visibility', fix }, `has ${wrong.map(show).join(', ')}`)
}

function checkUri(where: string, field: string, uri: unknown): void {
  if (uri === undefined || (typeof uri === 'string' && uri.startsWith('ui://'))) return
  const fix = 'Write the URI of a registered resource, such as "ui://weather/view.html"'
  throw metadataError({ code: 'TOOL_RESOURCE_URI', where, field, fix }, `is ${show(uri)}, which does not start with ui://`)
}

/** Validates the URI, media type and metadata of a UI resource. */
export function checkResource(name: string, uri: string, mimeType: unknown, meta: unknown): void {
  const where = `resource "${name}"`
  if (!uri.startsWith('ui://')) {
    const fix = 'Start it with ui://, such as "ui://weather/view.html"'
    throw metadataError({ code: 'RESOURCE_URI', where, field: 'uri', fix }, `is ${show(uri)}`)
  }
  if (mimeType !== RESOURCE_MIME_TYPE) {
    const fix = `Leave it out, or write exactly "${RESOURCE_MIME_TYPE}"`
    throw metadataError({ code: 'RESOURCE_MIME_TYPE', where, field: 'mimeType', fix }, `is ${show(mimeType)}`)
  }
  if (!isRecord(meta)) return
  for (const field of RESOURCE_FIELDS) {
    if (meta[field] === undefined) continue
    const fix = `Move it to _meta.ui.${field}`
    throw metadataError(
      { code: 'RESOURCE_META_MISPLACED', where, field: `_meta.${field}`, fix },
      'is next to ui, where hosts ignore it',
    )
  }
  checkResourceUi(where, meta['ui'])
}

function checkResourceUi(where: string, ui: unknown): void {
  if (ui === undefined) return
  const [problem] = validate(McpUiResourceMetaSchema, ui).issues ?? []
  if (!problem) return
  const field = ['_meta.ui', ...problem.path.map(String)].join('.')
  const fix = field.includes('permissions') ? 'A permission is an empty object, such as { camera: {} }' : 'Correct or remove it'
  throw metadataError({ code: 'RESOURCE_META_INVALID', where, field, fix }, `is wrong: ${problem.message}`)
}
