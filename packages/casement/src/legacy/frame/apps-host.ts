import { LATEST_PROTOCOL_VERSION } from '../../protocol/constants.ts'
import type { HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { windowChannel } from '../../protocol/channel/window-channel.ts'

/** The Apps host of a legacy page. Methods are plain text here, because they are translated from another protocol. */
export interface AppsHost {
  /** Resolves when the host has responded to `ui/initialize`. */
  readonly ready: Promise<McpUiInitializeResult>
  /** Sends a request once the host is ready. */
  readonly request: (method: string, params: object, timeout?: number) => Promise<unknown>
  readonly notify: (method: string, params: object) => void
}

/** A peer for any method. Its parameters are compared in both directions, so every peer is one. */
interface UntypedPeer {
  request(method: string, params: object, options?: { timeout?: number }): Promise<unknown>
  notify(method: string, params: object): void
}

/** Connects to the host. `listener` gets every message of the host, its context first. */
export function openAppsHost(parent: Window, name: string, listener: (method: string, params: unknown) => void): AppsHost {
  const peer = createPeer<ViewToHost, HostToView>(windowChannel(parent))
  const untypedPeer: UntypedPeer = peer
  for (const method of ['tool-input', 'tool-input-partial', 'tool-result', 'tool-cancelled', 'host-context-changed'] as const)
    peer.on(`ui/notifications/${method}`, (params) => listener(`ui/notifications/${method}`, params))
  peer.handle('ui/resource-teardown', async (params) => {
    listener('ui/resource-teardown', params)
    // The page receives the response in a later task. Its further messages must precede this response, which closes it.
    await new Promise((resolve) => void setTimeout(resolve))
    return {}
  })
  const initialize = async (): Promise<McpUiInitializeResult> => {
    const result = await peer.request('ui/initialize', {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      appInfo: { name, version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
    })
    listener('ui/notifications/host-context-changed', result.hostContext)
    peer.notify('ui/notifications/initialized', {})
    return result
  }
  const ready = initialize()
  // Each request reports the failure to its sender; without requests it would be an unhandled rejection.
  ready.catch(() => {})
  return {
    ready,
    async request(method, params, timeout) {
      await ready
      return untypedPeer.request(method, params, timeout === undefined ? {} : { timeout })
    },
    notify(method, params) {
      void ready.then(
        () => untypedPeer.notify(method, params),
        () => {},
      )
    },
  }
}
