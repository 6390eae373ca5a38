import type { McpUiAppCapabilities } from '../../protocol/schemas/index.ts'

/**
 * Our extension that lets a View ask what the server wants to know from the user, in place of a form of the host. Under
 * `capabilities.experimental` on both sides; the View's has the name of the tool of its own that does it: `{ tool: 'ask' }`.
 */
export const ELICITATION_CAPABILITY = 'dev.casement/elicitation'

/** What a server asks of the user: the params of `elicitation/create` with a form. */
export interface ElicitRequest {
  readonly message: string
  /** A JSON Schema of an object. */
  readonly requestedSchema: Readonly<Record<string, unknown>>
}

/** What the user answered, as MCP has it. */
export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, unknown>
}

/** The tool of the View that asks the user, where it has one. */
export function elicitationTool(capabilities: McpUiAppCapabilities | undefined): string | undefined {
  const tool = capabilities?.experimental?.[ELICITATION_CAPABILITY]
  return tool && 'tool' in tool && typeof tool.tool === 'string' ? tool.tool : undefined
}
