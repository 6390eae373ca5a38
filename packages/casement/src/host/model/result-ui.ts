import { asUiUri, metaMember, type HasMeta } from '../../protocol/resource/ui-uri.ts'

/**
 * Casement's extension that lets a tool result name the UI resource to show, in place of the tool's own:
 * `_meta["dev.casement/result-ui"]` with a `resourceUri`. A host that supports it declares it in `capabilities.experimental` of its
 * MCP client, so that servers know when to send it.
 */
const RESULT_UI_CAPABILITY = 'dev.casement/result-ui'

/** The UI resource that a tool result names, if it does. */
export const resultUiUri = (result: HasMeta): string | undefined =>
  asUiUri(metaMember(result, RESULT_UI_CAPABILITY)['resourceUri'])
