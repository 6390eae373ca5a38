import { LATEST_PROTOCOL_VERSION } from '../../protocol/constants.ts'
import type { HostToView, ViewPeer, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { windowChannel } from '../../protocol/channel/window-channel.ts'

/** The Apps host around a page of the past, spoken to in its stead. */
export interface AppsHost {
  /** Resolves when it has introduced itself. */
  readonly ready: Promise<McpUiInitializeResult>
  /** Waits until then. */
  readonly request: (method: string, params: object, timeout?: number) => Promise<unknown>
  readonly notify: (method: string, params: object) => void
}

/** Opens the conversation with the host. `hear` is told everything that the host says, its context first. */
export function openAppsHost(parent: Window, name: string, hear: (method: string, params: unknown) => void): AppsHost {
  const peer: ViewPeer = createPeer<ViewToHost, HostToView>(windowChannel(parent))
  for (const method of ['tool-input', 'tool-input-partial', 'tool-result', 'tool-cancelled', 'host-context-changed'] as const)
    peer.on(`ui/notifications/${method}`, (params) => hear(`ui/notifications/${method}`, params))
  peer.handle('ui/resource-teardown', async (params) => {
    hear('ui/resource-teardown', params)
    // The page hears of it a little later, and its last words go before the answer that ends it.
    await new Promise((resolve) => void setTimeout(resolve))
    return {}
  })
  const introduce = async (): Promise<McpUiInitializeResult> => {
    const result = await peer.request('ui/initialize', {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      appInfo: { name, version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
    })
    hear('ui/notifications/host-context-changed', result.hostContext)
    peer.notify('ui/notifications/initialized', {})
    return result
  }
  const ready = introduce()
  // Each request tells its sender; there may be none.
  ready.catch(() => {})
  return {
    ready,
    async request(method, params, timeout) {
      await ready
      return peer.request(method as 'ping', params, timeout === undefined ? {} : { timeout })
    },
    notify(method, params) {
      void ready.then(
        () => peer.notify(method as 'ui/notifications/initialized', params as never),
        () => {},
      )
    },
  }
}
