import { RESOURCE_URI_META_KEY } from '../constants.ts'
import { isRecord } from '../rpc/message.ts'
import { getToolUiResourceUri, metaMember, type HasMeta } from './ui-uri.ts'

/** What a tool's metadata says about its UI. */
export interface ToolUi {
  /** The UI resource; absent when the tool has none, or none that can be used. */
  readonly uri?: string
  /** Which key it was found under. */
  readonly from?: 'nested' | 'flat'
  /** What was wrong, in words: for a log, never for the user. */
  readonly warnings: readonly string[]
}

/** Reads the UI of a tool: the nested key wins over the flat one. One broken tool must not break a listing, so it never throws (4.23). */
export function readToolUi(tool: HasMeta): ToolUi {
  const meta = isRecord(tool._meta) ? tool._meta : {}
  const ui = metaMember(tool, 'ui')
  const warnings = ['csp', 'permissions']
    .filter((name) => ui[name] !== undefined)
    .map((name) => `_meta.ui.${name} on a tool is ignored: it belongs on the resource (R-037)`)
  const from = ui['resourceUri'] === undefined ? 'flat' : 'nested'
  const uri = getToolUiResourceUri(tool)
  if (uri) return { uri, from, warnings }
  if (from === 'flat' && meta[RESOURCE_URI_META_KEY] === undefined) return { warnings }
  const key = from === 'nested' ? '_meta.ui.resourceUri' : `_meta["${RESOURCE_URI_META_KEY}"]`
  return { warnings: [...warnings, `${key} must be a string that starts with ui://; the tool is treated as one without UI`] }
}
