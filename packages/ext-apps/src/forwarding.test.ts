import { Client as Client2, InMemoryTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { McpServer as Server2, ProtocolError } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPair } from './test-support/pairs.ts'

async function sdk1(): Promise<Client1> {
  const server = new Server1({ name: 's', version: '1' })
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({ content: [{ type: 'text', text }] }))
  server.registerResource('secret', 'notes://secret', {}, () => {
    throw new McpError(-32042, 'sign in first', { url: 'https://example.com' })
  })
  const client = new Client1({ name: 'c', version: '1' })
  const [serverEnd, clientEnd] = Transport1.createLinkedPair()
  await Promise.all([server.connect(serverEnd), client.connect(clientEnd)])
  return client
}

async function sdk2(): Promise<Client2> {
  const server = new Server2({ name: 's', version: '1' })
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerResource('secret', 'notes://secret', {}, () => {
    throw new ProtocolError(-32042, 'sign in first', { url: 'https://example.com' })
  })
  const client = new Client2({ name: 'c', version: '1' })
  const [serverEnd, clientEnd] = Transport2.createLinkedPair()
  await server.connect(serverEnd)
  await client.connect(clientEnd)
  return client
}

test.each([
  ['SDK 1', sdk1],
  ['SDK 2', sdk2],
] as const)(
  'a client of %s: results and the errors of the server reach the View, forwarded by the bridge or by handlers',
  async (_sdk, connect) => {
    const client = await connect()
    const forwarding = createPair({ client: client as never })
    const byHand = createPair({ hostCapabilities: { serverTools: {}, serverResources: {} } })
    byHand.bridge.oncalltool = async (params) => client.callTool(params) as never
    byHand.bridge.onreadresource = async (params) => client.readResource(params)
    for (const pair of [forwarding, byHand]) {
      const { app } = pair
      await pair.connect()
      const result = await app.callServerTool({ name: 'echo', arguments: { text: 'hi' } })
      expect(result.content).toEqual([{ type: 'text', text: 'hi' }])
      const error = await app.readServerResource({ uri: 'notes://secret' }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: -32042, data: { url: 'https://example.com' } })
      expect(String(error)).toContain('sign in first')
    }
  },
)

test('several handlers of one notification are all called, beside the on… property', async () => {
  const pair = createPair()
  const { app, bridge } = pair
  const seen: string[] = []
  app.ontoolinput = () => seen.push('property')
  for (const name of ['first', 'second'])
    app.setNotificationHandler('ui/notifications/tool-input', { params: z.looseObject({}) }, () => void seen.push(name))
  await pair.connect()
  await bridge.sendToolInput({ arguments: {} })
  await expect.poll(() => seen).toEqual(['property', 'first', 'second'])
})
