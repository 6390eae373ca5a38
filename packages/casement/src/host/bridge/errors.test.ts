import { Client, InMemoryTransport, ProtocolError } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { Server } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App } from '../../view/index.ts'
import { HOST } from '../test-support/staged.ts'
import { AppBridge } from './app-bridge.ts'
import type { HostOptions } from './options.ts'

/** A View and its host, each on one end of a wire. */
async function pair(prepare: (bridge: AppBridge) => void, options: HostOptions = {}) {
  const bridge = new AppBridge(null, HOST, {}, options)
  const app = new App({ name: 'view', version: '1' }, { tools: {} }, { autoResize: false })
  const errors: Error[] = []
  bridge.onerror = (error) => errors.push(error)
  app.onerror = (error) => errors.push(error)
  prepare(bridge)
  const [near, far] = memoryChannels()
  await bridge.connect(near)
  await app.connect(far)
  return { app, bridge, errors }
}

/** A server whose every tool and resource fails with an error of the protocol. */
async function failingServer(): Promise<InMemoryTransport> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = new Server(HOST, { capabilities: { tools: {}, resources: {} } })
  server.setRequestHandler('tools/call', () => {
    throw new ProtocolError(-32042, 'Sign in first', { url: 'https://example.com/sign-in' })
  })
  server.setRequestHandler('resources/read', () => {
    throw new ProtocolError(-32602, 'No such page', { uri: 'file:///gone' })
  })
  await server.connect(far)
  return near
}

describe('a forwarding host passes the error of the server on', () => {
  test.for([
    ['SDK 1', ClientV1],
    ['SDK 2', Client],
  ] as const)('with a client of %s', async ([, AnyClient]) => {
    const client = new AnyClient(HOST)
    await client.connect(await failingServer())
    const { app, errors } = await pair((bridge) => {
      bridge.oncalltool = (params) => client.callTool(params) as never
      bridge.onreadresource = (params) => client.readResource(params)
    })
    await expect(app.callServerTool({ name: 'pay' })).rejects.toMatchObject({
      code: 'REMOTE',
      message: 'Sign in first',
      wire: { code: -32042, data: { url: 'https://example.com/sign-in' } },
    })
    await expect(app.readServerResource({ uri: 'file:///gone' })).rejects.toMatchObject({
      message: 'No such page',
      wire: { code: -32602 },
    })
    expect(errors).toEqual([])
    await client.close()
  })
})

describe('an error of a handler that has no code', () => {
  const fail = async (): Promise<never> => {
    throw new Error('password is hunter2')
  }

  test('is masked for the View and reported to onerror of the bridge', async () => {
    const { app, errors } = await pair((bridge) => (bridge.oncalltool = fail))
    await expect(app.callServerTool({ name: 'x' })).rejects.toMatchObject({ message: 'Internal error', wire: { code: -32603 } })
    expect(errors.map(({ message }) => message)).toEqual(['password is hunter2'])
  })

  test('reaches the View with exposeErrors, and onerror all the same', async () => {
    const { app, errors } = await pair((bridge) => (bridge.oncalltool = fail), { exposeErrors: true })
    await expect(app.callServerTool({ name: 'x' })).rejects.toMatchObject({ message: 'password is hunter2' })
    expect(errors.map(({ message }) => message)).toEqual(['password is hunter2'])
  })
})

test('an error of the View with a code reaches the host with it', async () => {
  const { app, bridge, errors } = await pair(() => {})
  app.oncalltool = async () => {
    throw new McpError(-32602, 'No such move', { move: 'e9' })
  }
  await expect(bridge.callTool({ name: 'move' })).rejects.toMatchObject({
    message: 'No such move',
    wire: { code: -32602, data: { move: 'e9' } },
  })
  expect(errors).toEqual([])
})

test('an error of the View with data that cannot be sent is reported to onerror of the View', async () => {
  const { app, bridge, errors } = await pair(() => {})
  app.oncalltool = async () => {
    throw Object.assign(new Error('no'), { code: 7, data: 1n })
  }
  await expect(bridge.callTool({ name: 'move' }, { timeout: 20 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(errors).toMatchObject([{ code: 'SEND_FAILED' }])
})

test('a message with a role that MCP Apps does not define is refused with the reason', async () => {
  const bridge = new AppBridge(null, HOST)
  bridge.onmessage = async () => ({})
  const [near, far] = memoryChannels()
  await bridge.connect(near)
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  await app.connect(far)
  const sent = app.request('ui/message', { role: 'assistant' as 'user', content: [{ type: 'text', text: 'hi' }] })
  await expect(sent).rejects.toMatchObject({
    message: expect.stringMatching(/^Invalid params for ui\/message: .*role/),
    wire: { code: -32602 },
  })
})
