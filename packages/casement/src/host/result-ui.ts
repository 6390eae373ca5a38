import { isRecord } from '../protocol/message.ts'

/**
 * Our extension that lets one result of a tool name the view it wants, in place of its tool's: `_meta["dev.casement/result-ui"]`
 * with a `resourceUri`. A host that shows such views says so in `capabilities.experimental` of its MCP client; a server that
 * does not read it there has no reason to send any.
 */
export const RESULT_UI_CAPABILITY = 'dev.casement/result-ui'

/** The view that a result asks for, if it does. */
export function resultUiUri(result: { readonly _meta?: unknown }): string | undefined {
  const wish = isRecord(result._meta) ? result._meta[RESULT_UI_CAPABILITY] : undefined
  const uri = isRecord(wish) ? wish['resourceUri'] : undefined
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined
}
