import { CasementError } from '../protocol/errors.ts'
import { isRecord } from '../protocol/message.ts'
import type { CallToolResult, McpUiAppCapabilities } from '../protocol/schemas/index.ts'
import type { ViewRequestOptions } from './bridge-types.ts'

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

// A person is being asked.
const TIMEOUT_MS = 600_000

/** The tool of the View that asks the user, where it has one. */
export function elicitationTool(capabilities: McpUiAppCapabilities | undefined): string | undefined {
  const tool = capabilities?.experimental?.[ELICITATION_CAPABILITY]
  return tool && 'tool' in tool && typeof tool.tool === 'string' ? tool.tool : undefined
}

/** Lets the View ask. What it says the user answered is checked as the answer of a stranger. */
export async function elicitFrom(
  callTool: (
    params: { name: string; arguments: Record<string, unknown> },
    options: ViewRequestOptions,
  ) => Promise<CallToolResult>,
  tool: string,
  { message, requestedSchema }: ElicitRequest,
  options: ViewRequestOptions,
): Promise<ElicitAnswer> {
  const call = { name: tool, arguments: { message, requestedSchema } }
  const { structuredContent, isError } = await callTool(call, { timeout: TIMEOUT_MS, ...options })
  const answer: Record<string, unknown> = isRecord(structuredContent) ? structuredContent : {}
  const { action, content } = answer
  if (isError) throw wrong('its tool failed')
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept' || !isRecord(content)) throw wrong('it is neither accepted with content, nor declined, nor cancelled')
  const { schemaProblem } = await import('./json-schema-check.ts')
  const problem = schemaProblem(requestedSchema, content)
  if (problem) throw wrong(`it does not fit the requested schema: ${problem}`)
  return { action, content }
}

const wrong = (why: string): CasementError =>
  new CasementError('INVALID_MESSAGE', `The View's answer for the user is no answer: ${why}`)
