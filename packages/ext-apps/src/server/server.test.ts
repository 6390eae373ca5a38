import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import * as official from '@modelcontextprotocol/ext-apps/server'
import { McpServer } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as ours from './index.ts'

describe.each(Object.entries({ official, ours: ours as unknown as typeof official }))('%s', (_name, api) => {
  const resourceUri = 'ui://greet/view.html'

  async function connect(register: (server: McpServer) => void): Promise<Client> {
    const server = new McpServer({ name: 's', version: '1' })
    register(server)
    const client = new Client({ name: 'c', version: '1' })
    const [serverEnd, clientEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    await client.connect(clientEnd)
    return client
  }

  test.each([
    ['a schema', z.object({ name: z.string() })],
    ['a raw shape', { name: z.string() }],
  ])('a tool whose input is %s', async (_kind, inputSchema) => {
    const client = await connect((server) => {
      api.registerAppTool(server, 'greet', { inputSchema: inputSchema as never, _meta: { ui: { resourceUri } } }, (async ({
        name,
      }: {
        name: string
      }) => ({ content: [{ type: 'text', text: `hello ${name}` }] })) as never)
      api.registerAppResource(server, 'View', resourceUri, {}, async () => ({
        contents: [{ uri: resourceUri, mimeType: api.RESOURCE_MIME_TYPE, text: '<p>' }],
      }))
    })
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([
      {
        name: 'greet',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        _meta: { ui: { resourceUri }, [api.RESOURCE_URI_META_KEY]: resourceUri },
      },
    ])
    const result = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
    expect(result.content).toEqual([{ type: 'text', text: 'hello Ada' }])
    expect(await client.callTool({ name: 'greet', arguments: { name: 1 } })).toMatchObject({ isError: true })
    expect((await client.readResource({ uri: resourceUri })).contents).toMatchObject([
      { mimeType: api.RESOURCE_MIME_TYPE, text: '<p>' },
    ])
  })

  test('the flat key is completed by the nested one', async () => {
    const client = await connect((server) => {
      api.registerAppTool(server, 'flat', { _meta: { [api.RESOURCE_URI_META_KEY]: resourceUri } }, async () => ({ content: [] }))
      api.registerAppResource(server, 'View', resourceUri, {}, async () => ({ contents: [{ uri: resourceUri, text: '<p>' }] }))
    })
    const { tools } = await client.listTools()
    expect(tools.map(({ _meta }) => _meta)).toMatchObject([{ ui: { resourceUri }, [api.RESOURCE_URI_META_KEY]: resourceUri }])
  })

  test('getUiCapability', () => {
    const settings = { mimeTypes: [api.RESOURCE_MIME_TYPE] }
    expect(api.getUiCapability({ extensions: { [api.EXTENSION_ID]: settings } })).toEqual(settings)
    expect([api.getUiCapability(null), api.getUiCapability({}), api.getUiCapability({ extensions: {} })]).toEqual(
      Array.from({ length: 3 }),
    )
  })
})
