import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { ELICITATION_CAPABILITY, type ElicitAnswer, type ElicitRequest } from './elicitation.ts'
import { schemaProblem } from './json-schema-check.ts'

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

function readAnswer(
  { structuredContent, isError }: CallToolResult,
  requestedSchema: ElicitRequest['requestedSchema'],
): ElicitAnswer {
  const { action, content }: Record<string, unknown> = isRecord(structuredContent) ? structuredContent : {}
  if (isError) throw invalidAnswer('its tool failed')
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept' || !isRecord(content))
    throw invalidAnswer('the action must be "accept" with content, "decline" or "cancel"')
  const problem = schemaProblem(requestedSchema, content)
  if (problem) throw invalidAnswer(`the content does not match the requested schema: ${problem}`)
  return { action, content }
}

const invalidAnswer = (why: string): CasementError =>
  new CasementError('INVALID_MESSAGE', `The View returned an invalid answer to the elicitation: ${why}`)
