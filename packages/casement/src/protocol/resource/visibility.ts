import { isRecord } from '../rpc/message.ts'
import type { HasMeta } from './ui-uri.ts'

/** The visibility of a tool, and a problem with its metadata. */
export interface ToolVisibility {
  /** The model can see and call it. */
  readonly model: boolean
  /** Views of the same server can call it. */
  readonly app: boolean
  readonly warning?: string
}

/** Options of `readVisibility`. */
export interface VisibilityOptions {
  /** Reads the old value `apps` as `app`. Default false. */
  readonly acceptApps?: boolean
}

/**
 * Reads `_meta.ui.visibility`. The default is both, unless the tool has visibility keys of ChatGPT. `[]` hides the tool
 * from both, and so does invalid metadata or an unknown tool.
 */
export function readVisibility(tool: HasMeta | undefined, { acceptApps = false }: VisibilityOptions = {}): ToolVisibility {
  if (!tool) return deny('the tool is unknown')
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
  // Both are deleted, because a remaining entry counts as unknown.
  const app = [entries.delete('app'), acceptApps && entries.delete('apps')].includes(true)
  if (entries.size === 0) return { model, app }
  return { model, app, warning: '_meta.ui.visibility has an entry other than "model" and "app", which is ignored' }
}

/** Reads the visibility keys of ChatGPT. By default a ChatGPT tool is visible to the model only, a tool of MCP Apps to both. */
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

/** True for a tool that only Views can call. */
export function isToolVisibilityAppOnly(tool: HasMeta): boolean {
  const { model, app } = readVisibility(tool)
  return app && !model
}

/** True for a tool that only the model can call. */
export function isToolVisibilityModelOnly(tool: HasMeta): boolean {
  const { model, app } = readVisibility(tool)
  return model && !app
}
