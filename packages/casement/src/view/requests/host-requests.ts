import { CasementError } from '../../protocol/errors.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { RequestMethod, NotificationMethod, Params, Result } from '../../protocol/method-types.ts'
import type { ViewSnapshot } from '../connection/session.ts'
import type { CallOptions, Wire } from '../connection/wire.ts'

/** A call that a user or a policy may refuse is answered, not thrown: `isError`, and why where the host says so. */
export interface Answer {
  isError?: boolean | undefined
  /** The host's words, where it refused with an error. */
  message?: string
  [member: string]: unknown
}

type Take<M extends keyof ViewToHost> = Params<ViewToHost, M>
type Ask<M extends RequestMethod<ViewToHost>, R = Result<ViewToHost, M>> = (params: Take<M>, options?: CallOptions) => Promise<R>
type Tell<M extends NotificationMethod<ViewToHost>> = (params: Take<M>) => Promise<void>
type Optional<F extends (first: never, ...rest: never[]) => unknown> = F extends (first: infer P, ...rest: infer O) => infer R
  ? (params?: P, ...rest: O) => R
  : never

/** What a View can ask of its host. Each waits for the handshake, and takes a deadline and an `AbortSignal`. */
export interface AppCalls {
  callServerTool: Ask<'tools/call'>
  readServerResource: Ask<'resources/read'>
  listServerResources: Optional<Ask<'resources/list'>>
  createSamplingMessage: Ask<'sampling/createMessage'>
  sendMessage: Ask<'ui/message', Answer>
  updateModelContext: Ask<'ui/update-model-context', Answer>
  openLink: Ask<'ui/open-link', Answer>
  downloadFile: Ask<'ui/download-file', Answer>
  /** Returns the mode that counts now: the host may keep another than was asked for. */
  requestDisplayMode: Ask<'ui/request-display-mode'>
  sendLog: Tell<'notifications/message'>
  /** Asks the host to remove the View. If it agrees, `onteardown` is called as usual. */
  requestTeardown: Optional<Tell<'ui/notifications/request-teardown'>>
  sendSizeChanged: Tell<'ui/notifications/size-changed'>
  sendToolListChanged: Optional<Tell<'notifications/tools/list_changed'>>
  /** Sends any request that a View may send. */
  request<M extends RequestMethod<ViewToHost>>(method: M, params: Take<M>, options?: CallOptions): Promise<Result<ViewToHost, M>>
}

const METHODS: Record<Exclude<keyof AppCalls, 'request'>, keyof ViewToHost> = {
  callServerTool: 'tools/call',
  readServerResource: 'resources/read',
  listServerResources: 'resources/list',
  createSamplingMessage: 'sampling/createMessage',
  sendMessage: 'ui/message',
  updateModelContext: 'ui/update-model-context',
  openLink: 'ui/open-link',
  downloadFile: 'ui/download-file',
  requestDisplayMode: 'ui/request-display-mode',
  sendLog: 'notifications/message',
  requestTeardown: 'ui/notifications/request-teardown',
  sendSizeChanged: 'ui/notifications/size-changed',
  sendToolListChanged: 'notifications/tools/list_changed',
}

/** Gives an App its calls. `connected` resolves when they may be sent. */
export function addCalls(app: AppCalls, snapshot: () => ViewSnapshot, connected: () => Promise<Wire>): void {
  async function request(
    method: string,
    params: { tools?: unknown; mode?: 'pip' } = {},
    options?: CallOptions,
  ): Promise<unknown> {
    const wire = await connected()
    const { hostCapabilities, hostContext } = snapshot()
    const { displayMode: mode = 'inline', availableDisplayModes: modes } = hostContext ?? {}
    if (method.includes('notifications/')) return wire.notify(method, params)
    const sampling = hostCapabilities?.sampling
    if (method === METHODS.createSamplingMessage && !(params.tools ? sampling?.tools : sampling))
      throw new CasementError('UNSUPPORTED', 'No such sampling')
    const asksMode = method === METHODS.requestDisplayMode
    if (asksMode && modes && !modes.includes(params.mode as 'pip')) return { mode }
    try {
      return await wire.request(method, params, options)
    } catch (error) {
      // A refusal may come as an error or as `isError` (4.3): the caller sees the latter for both.
      if (!method.startsWith('ui/') || !CasementError.is(error, 'REMOTE')) throw error
      return asksMode ? { mode } : { isError: true, message: error.message }
    }
  }
  app.request = request as AppCalls['request']
  for (const name in METHODS) app[name as 'request'] = request.bind(null, METHODS[name as 'openLink']) as never
}
