import { RESOURCE_URI_META_KEY } from '../constants.ts'
import { isRecord } from '../rpc/message.ts'
import { getToolUiResourceUri, metaMember, type HasMeta } from './ui-uri.ts'

/** The UI of a tool, according to its metadata. */
export interface ToolUi {
  /** The UI resource. Absent if the tool has none or its URI is invalid. */
  readonly uri?: string
  /** The key under which it was found. */
  readonly from?: 'nested' | 'flat'
  /** Problems with the metadata, for a log. */
  readonly warnings: readonly string[]
}

/** Reads the UI of a tool. The nested key takes precedence over the flat one. Never throws, because one invalid tool must not break a list. */
export function readToolUi(tool: HasMeta): ToolUi {
  const meta = isRecord(tool._meta) ? tool._meta : {}
  const ui = metaMember(tool, 'ui')
  const warnings = ['csp', 'permissions']
    .filter((name) => ui[name] !== undefined)
    .map((name) => `_meta.ui.${name} on a tool is ignored. It belongs on the resource (R-037)`)
  const from = ui['resourceUri'] === undefined ? 'flat' : 'nested'
  const uri = getToolUiResourceUri(tool)
  if (uri) return { uri, from, warnings }
  if (from === 'flat' && meta[RESOURCE_URI_META_KEY] === undefined) return { warnings }
  const key = from === 'nested' ? '_meta.ui.resourceUri' : `_meta["${RESOURCE_URI_META_KEY}"]`
  return { warnings: [...warnings, `${key} must be a string that starts with ui://. The tool is treated as one without a UI`] }
}
