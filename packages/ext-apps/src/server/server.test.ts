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

  test('a tool whose resource is not registered, and a resource of another type, are up to the host', async () => {
    const client = await connect((server) => {
      api.registerAppTool(server, 'lone', { _meta: { ui: { resourceUri } } }, async () => ({ content: [] }))
      api.registerAppResource(server, 'Old', 'ui://old/view.html', { mimeType: 'text/html', _meta: { ui: {} } }, async () => ({
        contents: [{ uri: 'ui://old/view.html', mimeType: 'text/html', text: '<p>' }],
      }))
    })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['lone'])
    expect((await client.readResource({ uri: 'ui://old/view.html' })).contents).toEqual([
      { uri: 'ui://old/view.html', mimeType: 'text/html', text: '<p>' },
    ])
  })

  test('getUiCapability', () => {
    const settings = { mimeTypes: [api.RESOURCE_MIME_TYPE] }
    expect(api.getUiCapability({ extensions: { [api.EXTENSION_ID]: settings } })).toEqual(settings)
    expect([api.getUiCapability(null), api.getUiCapability({}), api.getUiCapability({ extensions: {} })]).toEqual(
      Array.from({ length: 3 }),
    )
  })
})

test('ours: a tool needs no metadata, and contents get the metadata of their resource', async () => {
  const server = new McpServer({ name: 's', version: '1' })
  const uri = 'ui://greet/view.html'
  ours.registerAppTool(server, 'plain', {} as never, async () => ({ content: [] }))
  ours.registerAppResource(server, 'View', uri, { _meta: { ui: { prefersBorder: true } } }, async () => ({
    contents: [{ uri, text: '<p>' }],
  }))
  const client = new Client({ name: 'c', version: '1' })
  const [serverEnd, clientEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  await client.connect(clientEnd)
  expect((await client.listTools()).tools).toMatchObject([{ name: 'plain' }])
  expect((await client.readResource({ uri })).contents).toMatchObject([{ _meta: { ui: { prefersBorder: true } } }])
})
