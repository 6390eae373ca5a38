import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js'
import { InMemoryTransport as InMemoryTransport2, Server as Server2 } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import * as official from '@modelcontextprotocol/ext-apps'
import { App } from './app.ts'
import * as types from './types.ts'

const ours = { ...types }
const theirs = { ...official }
const names = Object.keys(official).filter((name) => name.endsWith('Schema')) as (keyof typeof ours & `${string}Schema`)[]

test('the package has every schema of the official one', () => {
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !(name in ours))).toEqual([])
})

const samples: unknown[] = [
  'dark',
  'fullscreen',
  'model',
  'nonsense',
  {},
  null,
  { theme: 'dark' },
  { theme: 'blue' },
  { mode: 'pip' },
  { isError: true },
  { isError: 'yes' },
  { resourceUri: 'ui://a', visibility: ['app'] },
  { resourceUri: 1 },
  { connectDomains: ['https://a.example'] },
  { connectDomains: 'https://a.example' },
  { camera: {} },
  { method: 'ui/open-link', params: { url: 'https://a.example' } },
  { method: 'ui/open-link', params: { url: 1 } },
  { method: 'ui/message', params: { role: 'user', content: [{ type: 'text', text: 'a' }] } },
  { method: 'ui/notifications/size-changed', params: { height: 1 } },
  { method: 'ui/notifications/size-changed', params: { height: '1' } },
  { method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text: 'a' }] } },
  { method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
]

test.each(names)('%s accepts what the official one accepts, by safeParse, parse and Standard Schema', async (name) => {
  const schema = ours[name]
  for (const sample of samples) {
    const isValid = theirs[name].safeParse(sample).success
    const { success, data, error } = schema.safeParse(sample)
    const standard = schema['~standard'].validate(sample)
    expect({ sample, success, issues: error?.issues.length, standard: standard.issues === undefined }).toEqual({
      sample,
      success: isValid,
      issues: isValid ? undefined : 1,
      standard: isValid,
    })
    expect(data).toEqual(isValid ? sample : undefined)
    expect(await schema.parseAsync(sample).catch(({ name: error_ }: Error) => error_)).toEqual(isValid ? sample : 'ZodError')
  }
})

test('SDK 1 takes the schemas for requests and handlers', async () => {
  const server = new Server1({ name: 's', version: '1' }, { capabilities: {} })
  server.setRequestHandler(ours.McpUiOpenLinkRequestSchema as never, ({ params }: { params: { url: string } }) => ({
    isError: params.url === 'https://refused.example',
  }))
  const client = new Client({ name: 'c', version: '1' })
  const [serverEnd, clientEnd] = InMemoryTransport1.createLinkedPair()
  await Promise.all([server.connect(serverEnd), client.connect(clientEnd)])
  const request = { method: 'ui/open-link', params: { url: 'https://refused.example' } }
  expect(await client.request(request, ours.McpUiOpenLinkResultSchema as never)).toEqual({ isError: true })
  await expect(client.request({ method: 'ui/open-link', params: {} }, ours.McpUiOpenLinkResultSchema as never)).rejects.toThrow(
    'expected',
  )
})

test('SDK 2 takes the schemas of params and results for a host that is written by hand', async () => {
  const host = new Server2({ name: 'host', version: '1' }, { capabilities: {} })
  const params = ours.McpUiInitializeRequestSchema.shape.params
  host.setRequestHandler('ui/initialize', { params, result: ours.McpUiInitializeResultSchema }, ({ protocolVersion }) => ({
    protocolVersion,
    hostCapabilities: {},
    hostInfo: { name: 'by hand', version: '1' },
    hostContext: { theme: 'dark' as const },
  }))
  const [hostEnd, viewEnd] = InMemoryTransport2.createLinkedPair()
  await host.connect(hostEnd)
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  await app.connect(viewEnd)
  expect([app.getHostVersion()?.name, app.getHostContext()]).toEqual(['by hand', { theme: 'dark' }])
})
