import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { App } from '@modelcontextprotocol/ext-apps'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { Server as V1Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Server } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { channelRules } from './channel-contract.ts'
import { transportFromChannel } from './mcp-transport.ts'
import { memoryChannels } from './memory-channel.ts'
import { channelFromTransport } from './transport-channel.ts'
import type { RequestDef, NotificationDef } from '../method-types.ts'
import { createPeer } from '../rpc/peer.ts'

const INFO = { name: 'test', version: '1.0.0' }
const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }] }
const echo = (args: unknown): { content: { type: 'text'; text: string }[] } => ({
  content: [{ type: 'text', text: JSON.stringify(args) }],
})

async function startServer(transport: Transport): Promise<Server> {
  const server = new Server(INFO, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => TOOLS)
  server.setRequestHandler('tools/call', ({ params }) => echo(params.arguments))
  await server.connect(transport)
  return server
}

async function startV1Server(transport: Transport): Promise<V1Server> {
  const server = new V1Server(INFO, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => TOOLS)
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => echo(params.arguments))
  await server.connect(transport)
  return server
}

describe('the MCP SDK speaks through our channels', () => {
  test.for([
    ['v1', V1Client, startV1Server],
    ['v2', Client, startServer],
  ] as const)('%s client and server', async ([, AnyClient, start]) => {
    const [left, right] = memoryChannels()
    const server = await start(transportFromChannel(right))
    const client = new AnyClient(INFO)
    await client.connect(transportFromChannel(left))
    expect(await client.listTools()).toMatchObject(TOOLS)
    expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject(echo({ a: 1 }))
    const gone = new Promise<void>((resolve) => (server.onclose = resolve))
    await client.close()
    await gone
    expect(right.closed.aborted).toBe(true)
  })
})

interface ToServer {
  initialize: RequestDef<object, { serverInfo: { name: string } }>
  'notifications/initialized': NotificationDef<object>
  'tools/list': RequestDef<object, { tools: { name: string }[] }>
  'tools/call': RequestDef<{ name: string; arguments: object }, { content: unknown[] }>
}

describe('a Casement peer speaks through the transports of the MCP SDK', () => {
  test.for([
    ['v1', startV1Server],
    ['v2', startServer],
  ] as const)('to a real %s server', async ([, start]) => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const server = await start(far)
    const peer = createPeer<ToServer, object>(channelFromTransport(near))
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO }
    expect((await peer.request('initialize', params)).serverInfo.name).toBe('test')
    peer.notify('notifications/initialized', {})
    expect((await peer.request('tools/list', {})).tools).toMatchObject(TOOLS.tools)
    expect(await peer.request('tools/call', { name: 'echo', arguments: { b: 2 } })).toMatchObject(echo({ b: 2 }))
    await expect(peer.request('nonsense' as 'tools/list', {})).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const gone = new Promise((resolve) => peer.closed.addEventListener('abort', resolve))
    await server.close()
    await gone
  })

  test('a message that the transport cannot send fails its caller at once, and is told to onerror', async () => {
    const errors: string[] = []
    const channel = channelFromTransport(
      { start: async () => undefined, close: async () => undefined, send: () => Promise.reject(new Error('503')) },
      (error) => errors.push(error.message),
    )
    const peer = createPeer<ToServer, object>(channel)
    await expect(peer.request('tools/list', {})).rejects.toThrow('Could not send: Error: 503')
    expect(errors).toEqual(['503'])
    expect(channel.closed.aborted).toBe(false)
  })

  test('a transport that cannot start closes the channel with its reason', async () => {
    const reason = new Error('no route')
    const channel = channelFromTransport({
      start: () => Promise.reject(reason),
      close: async () => undefined,
      send: async () => undefined,
    })
    await expect(createPeer<ToServer, object>(channel).request('tools/list', {})).rejects.toMatchObject({
      code: 'CLOSED',
      cause: reason,
    })
    expect(channel.closed.reason).toBe(reason)
  })
})

describe('what a transport hands on (R-107)', () => {
  test('not noise, and a broken message only as an error', async () => {
    const [left, right] = memoryChannels()
    const transport = transportFromChannel(right)
    const got: unknown[] = []
    const done = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        got.push(message)
        resolve()
      }
    })
    transport.onerror = (error) => void got.push(error.message)
    await transport.start()
    left.post({ type: 'something else' })
    left.post('not JSON')
    left.post({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'both' } })
    left.post('{"jsonrpc":"2.0","method":"text"}')
    await done
    expect(got).toEqual(['The response has both a result and an error', { jsonrpc: '2.0', method: 'text' }])
  })
})

test('the official App and AppBridge meet through our channels', async () => {
  const [left, right] = memoryChannels()
  const bridge = new AppBridge(null, INFO, { serverTools: {} })
  bridge.oncalltool = async (params) => echo(params.arguments)
  const app = new App(INFO, {}, { autoResize: false })
  await Promise.all([bridge.connect(transportFromChannel(right)), app.connect(transportFromChannel(left))])
  expect(await app.callServerTool({ name: 'echo', arguments: { c: 3 } })).toMatchObject(echo({ c: 3 }))
  await app.close()
})

describe('adapted there and back', () => {
  const rules = channelRules.filter(({ needs }) => needs !== 'clones' && needs !== 'transfers')
  test.for(rules)('$name', (rule) =>
    expect(
      rule.run(() => {
        const [left, right] = memoryChannels()
        return [channelFromTransport(transportFromChannel(left)), channelFromTransport(transportFromChannel(right))]
      }),
    ).resolves.toBeUndefined(),
  )
  test.for(rules)("over the SDK's own pair: $name", (rule) =>
    expect(
      rule.run(() => {
        const [left, right] = InMemoryTransport.createLinkedPair()
        return [channelFromTransport(left), channelFromTransport(right)]
      }),
    ).resolves.toBeUndefined(),
  )
})
