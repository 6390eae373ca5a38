import { InMemoryTransport as InMemoryTransport2 } from '@modelcontextprotocol/client'
import * as officialBridge from '@modelcontextprotocol/ext-apps/app-bridge'
import * as officialApp from '@modelcontextprotocol/ext-apps'
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import * as ourBridge from '@casement/ext-apps/app-bridge'
import * as ourApp from '@casement/ext-apps'

/** The two entry points that talk to each other, in both implementations. Ours is typed as the official one: that is the claim. */
export const implementations = {
  official: { ...officialApp, ...officialBridge },
  ours: { ...ourApp, ...ourBridge } as unknown as typeof officialApp & typeof officialBridge,
}

/** The in-memory transport of both SDK versions. */
export const transports = {
  'SDK 1': InMemoryTransport1 as unknown as typeof InMemoryTransport2,
  'SDK 2': InMemoryTransport2,
}

export type Api = typeof implementations.official
export type App = officialApp.App
export type AppBridge = officialBridge.AppBridge

export interface Pair {
  readonly app: App
  readonly bridge: AppBridge
  connect(): Promise<void>
}

export interface PairOptions {
  readonly view?: Api
  readonly host?: Api
  readonly transport?: typeof InMemoryTransport2
  readonly capabilities?: officialApp.McpUiAppCapabilities
  readonly hostCapabilities?: officialApp.McpUiHostCapabilities
  readonly hostContext?: officialApp.McpUiHostContext
  readonly client?: ConstructorParameters<Api['AppBridge']>[0]
}

/** A View and a host that are connected in memory. */
export function createPair(options: PairOptions = {}): Pair {
  const { view = implementations.ours, host = implementations.ours, transport = InMemoryTransport2 } = options
  const [viewEnd, hostEnd] = transport.createLinkedPair()
  const app = new view.App({ name: 'view', version: '1.0.0' }, options.capabilities ?? {}, { autoResize: false })
  const bridge = new host.AppBridge(
    options.client ?? null,
    { name: 'host', version: '2.0.0' },
    options.hostCapabilities ?? { openLinks: {}, serverTools: {}, logging: {} },
    options.hostContext && { hostContext: options.hostContext },
  )
  return {
    app,
    bridge,
    async connect() {
      await bridge.connect(hostEnd)
      await app.connect(viewEnd)
    },
  }
}
