import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { ViewRequestOptions } from '../bridge/bridge-types.ts'
import type { ElicitAnswer, ElicitRequest } from './elicitation.ts'

// A person is being asked.
const TIMEOUT_MS = 600_000

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
