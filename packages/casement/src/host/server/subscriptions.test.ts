import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App, serverExtras } from '../../view/index.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import { settled, stage } from '../test-support/staged.ts'
import type { ClientSubscription, McpClientLike } from './client.ts'

const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { interval: 1 })
const URI = 'live://clock'
const INFO = { name: 'clock', version: '1' }

/** A server with live data, and a client of one MCP revision. */
interface Live {
  readonly client: Client
  /** Changes the data and tells the subscribers. */
  readonly tick: () => Promise<void>
}
let time = 0

function createServer(): McpServer {
  const server = new McpServer(INFO, { capabilities: { resources: { subscribe: true } } })
  server.registerResource('clock', URI, {}, async () => ({ contents: [{ uri: URI, text: String(time) }] }))
  return server
}

/** MCP 2025-11-25: a session, in which the client calls `resources/subscribe`. */
async function connectLegacy(): Promise<Live> {
  const server = createServer()
  const subscribed = new Set<string>()
  server.server.setRequestHandler('resources/subscribe', async ({ params }) => (subscribed.add(params.uri), {}))
  server.server.setRequestHandler('resources/unsubscribe', async ({ params }) => (subscribed.delete(params.uri), {}))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'host', version: '1' })
  await server.connect(far)
  await client.connect(near)
  const tick = async (): Promise<void> => {
    time++
    if (subscribed.has(URI)) await server.server.sendResourceUpdated({ uri: URI })
  }
  return { client, tick }
}

/** MCP 2026-07-28: no sessions; a subscription is an open stream. */
async function connectModern(): Promise<Live> {
  const listeners = new Set<(event: { kind: 'resource_updated'; uri: string }) => void>()
  const bus = {
    publish: () => {},
    subscribe: (listener: never) => (listeners.add(listener), () => void listeners.delete(listener)),
  }
  const handler = createMcpHandler(createServer, { bus })
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const fetchLike = (url: string | URL, init?: RequestInit): Promise<Response> => handler.fetch(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: fetchLike }))
  onTestFinished(() => client.close())
  const tick = async (): Promise<void> => {
    time++
    for (const listener of listeners) listener({ kind: 'resource_updated', uri: URI })
  }
  return { client, tick }
}

describe.each([
  ['2025-11-25', connectLegacy],
  ['2026-07-28', connectModern],
])('MCP %s', (revision, connect) => {
  test('a View that shows live data reads it again after every update, until it unsubscribes', async () => {
    const { client, tick } = await connect()
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const [near, far] = memoryChannels()
    const bridge = new AppBridge(client, { name: 'host', version: '1' })
    await bridge.connect(near)
    const app = new App({ name: 'clock', version: '1' }, {}, { autoResize: false }).use(serverExtras)
    const shown: (string | undefined)[] = []
    const show = async (): Promise<void> => {
      const { contents } = await app.readServerResource({ uri: URI })
      shown.push(contents[0] && 'text' in contents[0] ? contents[0].text : undefined)
    }
    await app.connect(far)
    const unsubscribe = await app.subscribeServerResource(URI, () => void show())
    await tick()
    await until(() => shown.length === 1)
    await tick()
    await until(() => shown.length === 2)
    expect(shown).toEqual([String(time - 1), String(time)])
    unsubscribe()
    await settled()
    await tick()
    await settled()
    expect(shown).toHaveLength(2)
    await bridge.close()
  })

  test('Views share a subscription, which ends with the last of them', async () => {
    const { client, tick } = await connect()
    const [first, second, third] = [await stage({ client }), await stage({ client }), await stage({ client })]
    for (const { shake } of [first, second, third]) await shake()
    for (const { ask } of [first, second]) expect((await ask('resources/subscribe', { uri: URI })).error).toBeUndefined()
    await tick()
    for (const { notes } of [first, second]) await until(() => notes().includes('notifications/resources/updated'))
    await first.bridge.close()
    await tick()
    await until(() => second.notes().length === 2)
    expect([third.notes(), first.notes().length]).toEqual([[], 1])
    await second.bridge.close()
  })
})

/** A client whose streams are in the hands of the test. */
function streamingClient(): {
  client: McpClientLike
  opened: { uri: string; end: () => void; isClosed: boolean }[]
  refuse: boolean
} {
  const control = {
    refuse: false,
    opened: [] as { uri: string; end: () => void; isClosed: boolean }[],
    client: {
      callTool: async () => ({}),
      readResource: async () => ({}),
      listen: async ({ resourceSubscriptions: [uri = ''] = [] }): Promise<ClientSubscription> => {
        if (control.refuse) throw Object.assign(new Error('no such resource'), { code: -32602 })
        let end = (): void => {}
        const closed = new Promise<void>((resolve) => (end = resolve))
        const stream = { uri, end, isClosed: false }
        control.opened.push(stream)
        return { closed, close: async () => void (stream.isClosed = true) }
      },
    } satisfies McpClientLike,
  }
  return control
}

describe('streams', () => {
  test('one stream for all Views; it is closed with the last one', async () => {
    const { client, opened } = streamingClient()
    const views = [await stage({ client }), await stage({ client })]
    for (const { shake, ask } of views) {
      await shake()
      await ask('resources/subscribe', { uri: URI })
    }
    expect(opened).toMatchObject([{ uri: URI, isClosed: false }])
    await views[0]?.bridge.close()
    await settled()
    expect(opened[0]?.isClosed).toBe(false)
    await views[1]?.ask('resources/unsubscribe', { uri: URI })
    await settled()
    expect(opened[0]?.isClosed).toBe(true)
  })

  test('a stream that ends is opened again, and the View is told that it may have missed something', async () => {
    const control = streamingClient()
    const view = await stage({ client: control.client })
    await view.shake()
    await view.ask('resources/subscribe', { uri: URI })
    control.refuse = true
    control.opened[0]?.end()
    await settled()
    view.clock.advance(1000)
    await settled()
    expect(control.opened).toHaveLength(1)
    control.refuse = false
    view.clock.advance(2000)
    await until(() => control.opened.length === 2)
    await until(() => view.notes().includes('notifications/resources/updated'))
    await view.bridge.close()
    await settled()
    expect(control.opened[1]?.isClosed).toBe(true)
  })

  test('R-261 a refusal of the server reaches the View, and the next attempt is made', async () => {
    const control = streamingClient()
    control.refuse = true
    const view = await stage({ client: control.client })
    await view.shake()
    expect((await view.ask('resources/subscribe', { uri: URI })).error).toEqual({ code: -32602, message: 'no such resource' })
    control.refuse = false
    expect((await view.ask('resources/subscribe', { uri: URI })).error).toBeUndefined()
    await view.bridge.close()
  })
})
