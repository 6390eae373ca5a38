import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

const known = (value: unknown): boolean => /^(light|dark|inline|fullscreen|pip)$/.test(value as string)

/**
 * The pieces of a context that can be used. A value that means nothing here is dropped by itself, the rest is kept: a host
 * that is ahead of us must not cost the View its theme (4.18).
 */
export function readContext(raw: unknown): McpUiHostContext {
  const context = { ...(raw as Record<string, unknown>) }
  for (const key of ['theme', 'displayMode']) if (!known(context[key])) delete context[key]
  const modes = context['availableDisplayModes']
  if (modes) context['availableDisplayModes'] = [modes].flat().filter(known)
  return context
}
