import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult, McpUiAppCapabilities } from '../../protocol/schemas/index.ts'
import { loadChunk } from '../lazy.ts'

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

interface CallOptions {
  signal?: AbortSignal
  timeout?: number
}

/** The dependencies of `elicitFromView`. */
export interface ElicitOptions {
  /** The View's tool that asks; undefined when it has none or the host does not allow it. */
  readonly tool: string | undefined
  readonly options: CallOptions
  readonly callTool: (
    params: { name: string; arguments: Record<string, unknown> },
    options: CallOptions,
  ) => Promise<CallToolResult>
  readonly audit: <T>(method: string, action: () => Promise<T>) => Promise<T>
}

// The user needs time to answer.
const ELICIT_TIMEOUT = 600_000

/** Calls the View's tool and validates its result as untrusted input. */
export async function elicitFromView(
  request: ElicitRequest,
  { tool, options, callTool, audit }: ElicitOptions,
): Promise<ElicitAnswer> {
  if (tool === undefined)
    throw new CasementError('UNSUPPORTED', `elicit: the View or the host does not support ${ELICITATION_CAPABILITY}`)
  const { message, requestedSchema } = request
  const call = { name: tool, arguments: { message, requestedSchema } }
  return audit(ELICITATION_CAPABILITY, async () =>
    readAnswer(await callTool(call, { timeout: ELICIT_TIMEOUT, ...options }), requestedSchema),
  )
}

async function readAnswer(
  { structuredContent, isError }: CallToolResult,
  requestedSchema: ElicitRequest['requestedSchema'],
): Promise<ElicitAnswer> {
  const { action, content }: Record<string, unknown> = isRecord(structuredContent) ? structuredContent : {}
  if (isError) throw invalidAnswer('its tool failed')
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept' || !isRecord(content))
    throw invalidAnswer('the action must be "accept" with content, "decline" or "cancel"')
  const { schemaProblem } = await loadChunk()
  const problem = schemaProblem(requestedSchema, content)
  if (problem) throw invalidAnswer(`the content does not match the requested schema: ${problem}`)
  return { action, content }
}

const invalidAnswer = (why: string): CasementError =>
  new CasementError('INVALID_MESSAGE', `The View returned an invalid answer to the elicitation: ${why}`)
