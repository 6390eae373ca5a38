import { isRecord } from '../protocol/message.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../protocol/schemas/index.ts'

const MODES: unknown[] = ['inline', 'fullscreen', 'pip'] satisfies McpUiDisplayMode[]
const KNOWN: Record<string, unknown[]> = { displayMode: MODES, theme: ['light', 'dark'], platform: ['web', 'desktop', 'mobile'] }

/**
 * The pieces of a context that can be used. A value that means nothing here is dropped by itself, the rest is kept: a host
 * that is ahead of us must not cost the View its theme (4.18).
 */
export function readContext(raw: unknown): McpUiHostContext {
  const context: Record<string, unknown> = isRecord(raw) ? { ...raw } : {}
  for (const key in KNOWN) if (!KNOWN[key]?.includes(context[key])) delete context[key]
  const modes = context['availableDisplayModes']
  if (Array.isArray(modes)) context['availableDisplayModes'] = modes.filter((mode) => MODES.includes(mode))
  return context
}
