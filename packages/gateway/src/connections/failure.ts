import { RegistrationRejectedError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import { HeartbeatLost } from './heartbeat.ts'
import type { Exit } from './stdio-transport.ts'

/** The reason of a failed connection, as text and as a code. */
export interface Failure {
  readonly code: string
  readonly reason: string
  readonly fix: string
  /** False if a retry cannot help. */
  readonly retry: boolean
}

/** Whether a server requires authorization, including a server that expects a key in a header. */
export const isUnauthorized = (error: unknown): boolean =>
  causes(error).some(
    (each) =>
      each instanceof UnauthorizedError ||
      each instanceof RegistrationRejectedError ||
      (each instanceof SdkHttpError && each.status === 401),
  )

/** Describes a connection failure. */
export function explainFailure(error: unknown, exit: Exit | undefined, address: string): Failure {
  const chain = causes(error)
  const system = chain
    .map((each) => (each as NodeJS.ErrnoException).code)
    .find((code) => typeof code === 'string' && SYSTEM.test(code))
  const message = error instanceof Error ? error.message : String(error)
  if (system === 'ENOENT' || system === 'EACCES')
    return failure(
      'SERVER_NOT_FOUND',
      `"${address}" cannot be started: ${system === 'ENOENT' ? 'the command or its working folder was not found' : 'permission denied'}.`,
      'Check the command and the working folder, then restart the server here.',
      false,
    )
  if (error instanceof HeartbeatLost)
    return failure('SERVER_SILENT', message, 'It may be overloaded or stuck; see its log. It reconnects automatically.')
  const limit = chain.find((each) => CasementError.is(each, 'OVER_BUDGET'))
  if (limit) return failure('SERVER_OVER_LIMIT', (limit as Error).message, 'Check its output. It restarts automatically.')
  const invalid = chain.find((each) => CasementError.is(each, 'INVALID_MESSAGE'))
  if (invalid)
    return failure(
      'SERVER_NOT_MCP',
      (invalid as Error).message,
      'Report it to the author of the server. It restarts automatically.',
    )
  if (exit) return explainExit(exit)
  if (system)
    return failure(
      'SERVER_UNREACHABLE',
      `${address} does not answer (${system}).`,
      'Start the server; the gateway then connects automatically.',
    )
  // Node blocks some ports, as browsers do, so the request was never sent.
  if (chain.at(-1)?.message === 'bad port')
    return failure(
      'SERVER_UNREACHABLE',
      `${address} cannot be reached: HTTP clients block its port.`,
      'Let the server listen on another port, and change its URL here.',
      false,
    )
  const http = chain.find((each) => each instanceof SdkHttpError)
  if (http instanceof SdkHttpError) return explainHttp(http, address)
  const code = chain.find((each) => each instanceof SdkError)?.code
  // The SDK has one code for "another version" and for "no MCP at all", such as a website.
  if (code === SdkErrorCode.EraNegotiationFailed && !message.includes('unusable reply'))
    return failure('SERVER_WRONG_VERSION', `No protocol version in common: ${message}`, 'Update the server, or this gateway.')
  if (code === SdkErrorCode.RequestTimeout)
    return failure(
      'SERVER_SILENT',
      'It runs, but does not respond to initialize.',
      'Check that it is an MCP server, and that it uses this URL or standard output.',
    )
  if (code === SdkErrorCode.ConnectionClosed)
    return failure('SERVER_GONE', 'The connection was closed.', 'It reconnects automatically.')
  return failure('SERVER_NOT_MCP', `It sent an invalid MCP message: ${message}`, 'Check that this is an MCP server.')
}

const SYSTEM = /^(E[A-Z]{3,}|UND_ERR_\w+)$/

const failure = (code: string, reason: string, fix: string, retry = true): Failure => ({ code, reason, fix, retry })

const explainExit = ({ code, signal }: Exit): Failure =>
  failure(
    'SERVER_EXITED',
    signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`,
    'Check its last output. It restarts automatically.',
  )

const explainHttp = ({ status }: SdkHttpError, address: string): Failure =>
  status === 404 || status === 405
    ? failure('SERVER_NOT_MCP', `${address} answers with HTTP ${status}.`, 'Check the path: many servers are at /mcp.')
    : failure('SERVER_HTTP_ERROR', `${address} answers with HTTP ${status}.`, 'See the log of the server.')

function causes(error: unknown): (Error & { code?: unknown })[] {
  const found: Error[] = []
  for (let each = error; each instanceof Error && found.length < 10; each = each.cause) found.push(each)
  return found
}
