import { CasementError } from '../../protocol/errors.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import { isolate } from '../connection/error-report.ts'
import type { CallOptions } from '../connection/wire.ts'
import type { CoreApp, FeatureContext } from '../core-app.ts'
import { toFetchArguments, toResponse } from './fetch-tool.ts'

/** The members that the feature adds to an App. Each call fails with `UNSUPPORTED` where the host or the server cannot do it. */
export interface AppServerExtras {
  /** The server's tools that a View may call. */
  listServerTools(params?: ViewToHost['tools/list']['params'], options?: CallOptions): Promise<ViewToHost['tools/list']['result']>
  /** Calls the listener when a resource of the server has changed, until unsubscribed. */
  subscribeServerResource(uri: string, listener: () => void, options?: CallOptions): Promise<Unsubscribe>
  /** `fetch`, performed by the server: through its app-only tool `fetch`, or the one named by `tool`. */
  fetch(input: string | URL | Request, init?: RequestInit & { tool?: string }): Promise<Response>
  /** Lets the user pick files. Call it in the handler of a click or another user gesture. Empty when the user cancels. */
  pickFile(options?: { accept?: string; multiple?: boolean }): Promise<File[]>
}

interface ResourceSubscription {
  readonly uri: string
  readonly listener: () => void
}

/** Requests to the server beyond tool calls and resource reads. */
export function serverExtras(app: CoreApp, context: FeatureContext): AppServerExtras {
  const subscriptions = new Set<ResourceSubscription>()
  context.observe({
    ontraffic(direction, message) {
      if (direction === 'out' || !isRecord(message) || message['method'] !== 'notifications/resources/updated') return
      const updated = isRecord(message['params']) ? message['params']['uri'] : undefined
      for (const { uri, listener } of subscriptions) if (uri === updated) isolate(listener, context.report)
    },
  })
  return {
    listServerTools: (params = {}, options) => app.request('tools/list', params, options),
    async subscribeServerResource(uri, listener, options) {
      await app.request('resources/subscribe', { uri }, options)
      const subscription = { uri, listener }
      subscriptions.add(subscription)
      return () => {
        subscriptions.delete(subscription)
        const isInUse = [...subscriptions].some((other) => other.uri === uri)
        if (!isInUse) app.request('resources/unsubscribe', { uri }).catch(() => {})
      }
    },
    async fetch(input, { tool = 'fetch', ...init } = {}) {
      const request = new Request(input, init)
      const { signal } = request
      return toResponse(await app.callServerTool({ name: tool, arguments: await toFetchArguments(request) }, { signal }))
    },
    pickFile: async (options = {}) => pickFile(options),
  }
}

function pickFile({ accept = '', multiple = false }: { accept?: string; multiple?: boolean }): Promise<File[]> {
  if (!navigator.userActivation?.isActive)
    throw new CasementError('UNSUPPORTED', 'pickFile needs a user gesture, such as a click')
  return new Promise((resolve) => {
    const picker = Object.assign(document.createElement('input'), { type: 'file', accept, multiple })
    // A cancelled picker has no files.
    picker.onchange = picker.oncancel = () => resolve([...(picker.files ?? [])])
    picker.click()
  })
}
