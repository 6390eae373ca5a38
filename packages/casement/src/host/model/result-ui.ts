import { asUiUri, getToolUiResourceUri, metaMember, type HasMeta } from '../../protocol/resource/ui-uri.ts'
import type { MountOptions } from '../mount/options.ts'

/**
 * Our extension that lets one result of a tool name the view it wants, in place of its tool's: `_meta["dev.casement/result-ui"]`
 * with a `resourceUri`. A host that shows such views says so in `capabilities.experimental` of its MCP client; a server that
 * does not read it there has no reason to send any.
 */
export const RESULT_UI_CAPABILITY = 'dev.casement/result-ui'

/** The view that a result asks for, if it does. */
export const resultUiUri = (result: HasMeta): string | undefined =>
  asUiUri(metaMember(result, RESULT_UI_CAPABILITY)['resourceUri'])

/** The view that the results of a tool ask for, as far as the host shows such views. */
export interface ResultViews {
  readonly uri: () => string | undefined
  /** Looks at a result. True when it asks for another view than its tool has. */
  take(result: HasMeta): boolean
}

/** Follows the results of one tool call. */
export function followResults({ tool, resultUi }: Pick<MountOptions, 'tool' | 'resultUi'>): ResultViews {
  let asked: string | undefined
  return {
    uri: () => asked,
    take(result) {
      const uri = resultUi ? resultUiUri(result) : undefined
      if (!uri || uri === getToolUiResourceUri(tool)) return false
      asked = uri
      return true
    },
  }
}
