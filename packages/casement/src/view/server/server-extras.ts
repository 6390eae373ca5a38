import { CasementError } from '../../protocol/errors.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CoreApp } from '../core-app.ts'
import { toFetchArguments, toResponse } from './fetch-tool.ts'
import type { CallOptions } from '../connection/wire.ts'

/** What the feature adds to an App. Each call fails with `UNSUPPORTED` where the host or the server cannot do it. */
export interface AppServerExtras {
  /** The server's tools that a View may call. */
  listServerTools(params?: ViewToHost['tools/list']['params'], options?: CallOptions): Promise<ViewToHost['tools/list']['result']>
  /** Hears when a resource of the server has changed, until undone. */
  subscribeServerResource(uri: string, changed: () => void, options?: CallOptions): Promise<Unsubscribe>
  /** `fetch`, done by the server: through its app-only tool `fetch`, or another name. */
  fetch(input: string | URL | Request, init?: RequestInit & { tool?: string }): Promise<Response>
  /** Lets the user pick files. Has to be called in a click or the like. Empty when the user picks none. */
  pickFile(options?: { accept?: string; multiple?: boolean }): Promise<File[]>
}

/** What a View may want from its server beyond calling tools and reading resources. */
export function serverExtras(app: CoreApp): AppServerExtras {
  const heard = new Set<{ uri: string; changed: () => void }>()
  const { ontraffic } = app
  app.ontraffic = function (direction, message, form) {
    ontraffic?.(direction, message, form)
    const { method, params } = (message ?? {}) as { method?: string; params?: { uri?: string } }
    for (const { uri, changed } of heard) if (method === 'notifications/resources/updated' && uri === params?.uri) changed()
  }
  return {
    listServerTools: (params = {}, options) => app.request('tools/list', params, options),
    async subscribeServerResource(uri, changed, options) {
      await app.request('resources/subscribe', { uri }, options)
      const listener = { uri, changed }
      heard.add(listener)
      return () => {
        heard.delete(listener)
        if (![...heard].some((other) => other.uri === uri)) app.request('resources/unsubscribe', { uri }).catch(() => {})
      }
    },
    async fetch(input, { tool = 'fetch', ...init } = {}) {
      const request = new Request(input, init)
      const { signal } = request
      return toResponse(await app.callServerTool({ name: tool, arguments: await toFetchArguments(request) }, { signal }))
    },
    pickFile({ accept = '', multiple = false } = {}) {
      return new Promise((resolve, reject) => {
        if (!navigator.userActivation?.isActive) return reject(new CasementError('UNSUPPORTED', 'pickFile needs a click'))
        const picker = Object.assign(document.createElement('input'), { type: 'file', accept, multiple })
        // Cancelled, it has none.
        picker.onchange = picker.oncancel = () => resolve([...(picker.files ?? [])])
        picker.click()
      })
    },
  }
}
