import { CasementError, WireCode } from '../protocol/errors.ts'
import { checkParams, viewToHost } from '../protocol/methods.ts'
import type { McpUiInitializeRequest } from '../protocol/schemas/index.ts'
import { McpUiInitializeRequestCompatSchema } from '../protocol/schemas/initialize-compat.ts'
import { describeProblem, validate } from '../protocol/schemas/schema.ts'

/** What a View says of itself. */
export type Introduction = McpUiInitializeRequest['params']

const lenient = McpUiInitializeRequestCompatSchema.shape.params

/** Checks the params of a message of the View; a handshake more leniently where the host wants it so (4.46). */
export const checkFromView =
  (compat: boolean) =>
  (method: string, params: unknown): string | undefined =>
    compat && isHandshake(method, compat)
      ? describeProblem(lenient, params ?? {}, 'params')
      : checkParams(viewToHost, method, params)

/** True for the method that begins a handshake. Old samples show the one of MCP itself. */
export const isHandshake = (method: string, compat: boolean): boolean =>
  method === 'ui/initialize' || (compat && method === 'initialize')

/** Reads what the View says of itself, in the one spelling there should be, and whether it had to be helped. */
export function readIntroduction(params: unknown, compat: boolean): { introduction: Introduction; helped: boolean } {
  if (!compat) return { introduction: params as Introduction, helped: false }
  const given = params ?? {}
  const read = validate(lenient, given)
  if (read.issues)
    throw new CasementError('INVALID_MESSAGE', 'Invalid params for ui/initialize', { wire: { code: WireCode.InvalidParams } })
  return { introduction: read.value, helped: read.value !== given }
}

/**
 * Tells a second `ui/initialize` of the same document from the first of the next. The ids of one document grow; those of the
 * next begin again. It matters because what comes through a port can overtake what comes through the relay, so that a View
 * may be ready before we hear that it had asked twice.
 */
export function retryDetector(): (id: string | number) => boolean {
  let last: string | number | undefined
  return (id) => {
    const isRetry = typeof id === 'number' && typeof last === 'number' && id > last
    last = id
    return isRetry
  }
}
