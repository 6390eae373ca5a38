import { CasementError } from '../../protocol/errors.ts'
import type { Params, RequestMethod, Result } from '../../protocol/method-types.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'
import type { CallOptions, Wire } from '../connection/wire.ts'

/** The result of a request that the user or a policy may refuse: a refusal sets `isError` and does not throw. */
export interface Answer {
  isError?: boolean | undefined
  /** The message of the host, where it refused with an error. */
  message?: string
  [member: string]: unknown
}

type SamplingParams = Params<ViewToHost, 'sampling/createMessage'>
type DisplayModeParams = Params<ViewToHost, 'ui/request-display-mode'>
type DisplayModeResult = Result<ViewToHost, 'ui/request-display-mode'>

/** Sends a request to the host, and applies the rules of its method. */
export async function sendRequest(
  wire: Wire,
  { hostCapabilities, hostContext }: ViewSnapshot,
  method: RequestMethod<ViewToHost>,
  params: object,
  options: CallOptions | undefined,
): Promise<unknown> {
  if (method === 'sampling/createMessage') requireSampling(hostCapabilities, params as SamplingParams)
  const send = (): Promise<unknown> => wire.request(method, params, options)
  if (method === 'ui/request-display-mode') return await requestDisplayMode(hostContext, params as DisplayModeParams, send)
  try {
    return await send()
  } catch (error) {
    // A refusal arrives as an error or as a result with `isError` (4.3). Callers get the latter for both.
    if (!method.startsWith('ui/') || !CasementError.is(error, 'REMOTE')) throw error
    return { isError: true, message: error.message } satisfies Answer
  }
}

function requireSampling(capabilities: McpUiHostCapabilities | undefined, { tools }: SamplingParams): void {
  if (!capabilities?.sampling) throw new CasementError('UNSUPPORTED', 'The host does not support sampling')
  if (tools && !capabilities.sampling.tools)
    throw new CasementError('UNSUPPORTED', 'The host does not support sampling with tools')
}

/** A mode that the host does not offer is not requested, and a refusal leaves the current one in place. */
async function requestDisplayMode(
  hostContext: ViewSnapshot['hostContext'],
  { mode }: DisplayModeParams,
  send: () => Promise<unknown>,
): Promise<DisplayModeResult> {
  const { displayMode = 'inline', availableDisplayModes } = hostContext ?? {}
  const current = { mode: displayMode }
  if (availableDisplayModes && !availableDisplayModes.includes(mode)) return current
  try {
    return (await send()) as DisplayModeResult
  } catch (error) {
    if (CasementError.is(error, 'REMOTE')) return current
    throw error
  }
}
