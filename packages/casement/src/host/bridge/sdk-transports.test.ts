import { InMemoryTransport as InMemoryTransportV2 } from '@modelcontextprotocol/client'
import { App as OfficialApp } from '@modelcontextprotocol/ext-apps'
import { AppBridge as OfficialBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { App as OfficialAppV1 } from 'ext-apps-v1'
import { AppBridge as OfficialBridgeV1 } from 'ext-apps-v1/app-bridge'
import { describe, expect, test } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { transportFromChannel, type McpTransport } from '../../protocol/channel/mcp-transport.ts'
import { App } from '../../view/index.ts'
import { HOST } from '../test-support/staged.ts'
import { AppBridge } from './app-bridge.ts'

const VIEW = { name: 'view', version: '1' }
const QUIET = { autoResize: false }

/** A transport as users write them: a plain object that has its own queue. */
function customPair(): [McpTransport, McpTransport] {
  const create = (other: () => McpTransport): McpTransport => ({
    start: async () => undefined,
    send: async (message) => queueMicrotask(() => other().onmessage?.(structuredClone(message))),
    async close() {
      queueMicrotask(() => other().onclose?.())
    },
  })
  const near: McpTransport = create(() => far)
  const far: McpTransport = create(() => near)
  return [near, far]
}

type Call = { name: string; arguments?: Record<string, unknown> | undefined }
const echo = async ({ name, arguments: args }: Call) => ({
  content: [{ type: 'text' as const, text: `${name} ${JSON.stringify(args)}` }],
})

const transports = {
  'InMemoryTransport of SDK 1': () => InMemoryTransportV1.createLinkedPair(),
  'InMemoryTransport of SDK 2': () => InMemoryTransportV2.createLinkedPair(),
  'a custom transport': customPair,
} as const

const views = {
  casement: () => new App(VIEW, {}, QUIET),
  'official 2.x': () => new OfficialApp(VIEW, {}, QUIET),
  'official 1.x': () => new OfficialAppV1(VIEW, {}, QUIET),
}

const hosts = {
  casement: () => new AppBridge(null, HOST),
  'official 2.x': () => new OfficialBridge(null, HOST, { serverTools: {} }),
  'official 1.x': () => new OfficialBridgeV1(null, HOST, { serverTools: {} }),
}

const pairs = Object.keys(transports).flatMap((transport) =>
  Object.keys(hosts).flatMap((host) => Object.keys(views).map((view) => ({ transport, host, view }))),
) as { transport: keyof typeof transports; host: keyof typeof hosts; view: keyof typeof views }[]

describe('App.connect and AppBridge.connect accept any transport of the MCP SDK', () => {
  test.for(pairs)('$transport: $view View, $host host', async (names) => {
    const [near, far] = transports[names.transport]()
    const bridge = hosts[names.host]() as AppBridge
    const app = views[names.view]() as App
    bridge.oncalltool = echo
    const results = new Promise((resolve) => {
      app.ontoolresult = resolve
    })
    const ready = new Promise<unknown>((resolve) => {
      bridge.oninitialized = resolve
    })
    await bridge.connect(near)
    await app.connect(far)
    await ready
    expect(await app.callServerTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject(
      await echo({ name: 'echo', arguments: { a: 1 } }),
    )
    await bridge.sendToolInput({ arguments: {} })
    await bridge.sendToolResult({ content: [{ type: 'text', text: 'done' }] })
    expect(await results).toMatchObject({ content: [{ type: 'text', text: 'done' }] })
    const closed = new Promise<void>((resolve) => {
      bridge.onclose = resolve
    })
    await app.close()
    await closed
  })
})

test('a transport that cannot start fails connect with its reason', async () => {
  const reason = new Error('no route')
  const [transport] = customPair()
  transport.start = () => Promise.reject(reason)
  await expect(new App(VIEW, {}, QUIET).connect(transport)).rejects.toMatchObject({ code: 'CLOSED', cause: reason })
})

test('errors of a transport reach onerror of either side', async () => {
  const [near, far] = customPair()
  const bridge = new AppBridge(null, HOST)
  const app = new App(VIEW, {}, QUIET)
  const errors: string[] = []
  bridge.onerror = ({ message }) => errors.push(`host: ${message}`)
  app.onerror = ({ message }) => errors.push(`view: ${message}`)
  await bridge.connect(near)
  await app.connect(far)
  near.onerror?.(new Error('lost a frame'))
  far.onerror?.(new Error('lost another'))
  expect(errors).toEqual(['host: lost a frame', 'view: lost another'])
  await bridge.close()
})

test('callbacks that a transport has before connect are still called, as the SDK does', async () => {
  const [left, right] = memoryChannels()
  const near = transportFromChannel(left)
  const far = transportFromChannel(right)
  const seen: string[] = []
  near.onmessage = (message) => seen.push(`host: ${(message as { method?: string }).method ?? 'response'}`)
  far.onmessage = (message) => seen.push(`view: ${(message as { method?: string }).method ?? 'response'}`)
  far.onclose = () => seen.push('view: closed')
  const bridge = new AppBridge(null, HOST)
  const ready = new Promise<unknown>((resolve) => {
    bridge.oninitialized = resolve
  })
  const app = new App(VIEW, {}, QUIET)
  await bridge.connect(near)
  await app.connect(far)
  await ready
  const closed = new Promise<void>((resolve) => {
    app.onclose = resolve
  })
  await bridge.close()
  await closed
  expect(seen).toEqual(['host: ui/initialize', 'view: response', 'host: ui/notifications/initialized', 'view: closed'])
})
