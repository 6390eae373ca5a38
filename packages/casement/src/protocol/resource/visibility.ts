import { isRecord } from '../rpc/message.ts'
import type { HasMeta } from './ui-uri.ts'

/** Who may see and call a tool, and what was wrong with the metadata that says so. */
export interface ToolVisibility {
  /** It may stand in the agent's list. */
  readonly model: boolean
  /** A View of the same server may call it. */
  readonly app: boolean
  readonly warning?: string
}

/** How strictly visibility is read. */
export interface VisibilityOptions {
  /** Reads the old value `apps` as `app`. Default false. */
  readonly acceptApps?: boolean
}

/**
 * Reads `_meta.ui.visibility`. Left out means both, unless keys of ChatGPT say otherwise; an array is taken at its word, so `[]` hides from both;
 * anything malformed, and a tool that is not known, is denied to both.
 */
export function readVisibility(tool: HasMeta | undefined, { acceptApps = false }: VisibilityOptions = {}): ToolVisibility {
  if (!tool) return deny('the tool is not known')
  const meta = tool._meta
  if (meta === undefined) return { model: true, app: true }
  if (!isRecord(meta)) return deny('_meta is not an object')
  const ui = meta['ui']
  if (ui === undefined) return readOpenAi(meta, false)
  if (!isRecord(ui)) return deny('_meta.ui is not an object')
  const list = ui['visibility']
  if (list === undefined) return readOpenAi(meta, true)
  if (!Array.isArray(list)) return deny('_meta.ui.visibility is not an array')
  const entries = new Set<unknown>(list)
  const model = entries.delete('model')
  // Both are looked for, whichever comes first: one that is left over would count as unknown.
  const app = [entries.delete('app'), acceptApps && entries.delete('apps')].includes(true)
  if (entries.size === 0) return { model, app }
  return { model, app, warning: '_meta.ui.visibility has an entry other than "model" and "app"; it is ignored' }
}

/** What the keys of ChatGPT say. There a tool is the model's alone until it says otherwise; one of MCP Apps is for both. */
function readOpenAi(meta: Readonly<Record<string, unknown>>, isApps: boolean): ToolVisibility {
  const accessible = meta['openai/widgetAccessible']
  const visibility = meta['openai/visibility']
  if (accessible === undefined && visibility === undefined) return { model: true, app: true }
  return { model: visibility !== 'private', app: accessible === undefined ? isApps : accessible === true }
}

const deny = (why: string): ToolVisibility => ({
  model: false,
  app: false,
  warning: `${why}; the tool is hidden from the model and from Views`,
})

/** True for a tool that only Views may use. */
export function isToolVisibilityAppOnly(tool: HasMeta): boolean {
  const { model, app } = readVisibility(tool)
  return app && !model
}

/** True for a tool that only the model may use. */
export function isToolVisibilityModelOnly(tool: HasMeta): boolean {
  const { model, app } = readVisibility(tool)
  return model && !app
}
