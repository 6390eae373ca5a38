import type { McpUiAppCapabilities } from '../../protocol/schemas/index.ts'

/**
 * Casement's extension that lets a View ask the user on behalf of the server, in place of a form of the host. Both sides declare it
 * under `capabilities.experimental`; the View's entry names the tool of its own that asks: `{ tool: 'ask' }`.
 */
export const ELICITATION_CAPABILITY = 'dev.casement/elicitation'

/** The params of an `elicitation/create` with a form. */
export interface ElicitRequest {
  readonly message: string
  /** A JSON Schema of an object. */
  readonly requestedSchema: Readonly<Record<string, unknown>>
}

/** The user's answer, as MCP defines it. */
export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, unknown>
}

/** The tool with which the View asks the user, if it has one. */
export function elicitationTool(capabilities: McpUiAppCapabilities | undefined): string | undefined {
  const declared = capabilities?.experimental?.[ELICITATION_CAPABILITY]
  return declared && 'tool' in declared && typeof declared.tool === 'string' ? declared.tool : undefined
}
