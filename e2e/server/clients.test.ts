import { Client as SecondClient, StreamableHTTPClientTransport as SecondHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as SecondStdio } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program, startServer, type Running } from './child.ts'

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.end('SIGTERM'))

const INFO = { name: 'test', version: '1.0.0' }
const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
const stdio = { command: process.execPath, args: [program('serve-stdio.mjs')] }
const modern = { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } } as const

interface Ask {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: { onprogress?: (progress: { progress: number }) => void },
  ): Promise<Record<string, unknown>>
  listTools(): Promise<{ tools: { name: string; _meta?: Record<string, unknown> | undefined }[] }>
  listResources(): Promise<{ resources: { uri: string; mimeType?: string | undefined }[] }>
  readResource(params: { uri: string }): Promise<{ contents: Record<string, unknown>[] }>
  close(): Promise<void>
}

async function first(transport: FirstStdio | FirstHttp): Promise<Ask> {
  const client = new FirstClient(INFO, { capabilities })
  await client.connect(transport)
  return {
    callTool: (params, options) => client.callTool(params, undefined, options),
    listTools: () => client.listTools(),
    listResources: () => client.listResources(),
    readResource: (params) => client.readResource(params),
    close: () => client.close(),
  }
}

async function second(transport: SecondStdio | SecondHttp, options: object = { capabilities }): Promise<Ask> {
  const client = new SecondClient(INFO, options)
  await client.connect(transport)
  return client
}

const clients: [name: string, connect: () => Promise<Ask>, knowsApps: boolean][] = [
  ['SDK v1 by stdio', () => first(new FirstStdio(stdio)), true],
  ['SDK v1 over HTTP', () => first(new FirstHttp(new URL(server.url))), false],
  ['SDK v2, 2025-11-25, by stdio', () => second(new SecondStdio(stdio)), true],
  ['SDK v2, 2025-11-25, over HTTP', () => second(new SecondHttp(new URL(server.url))), false],
  ['SDK v2, 2026-07-28, by stdio', () => second(new SecondStdio(stdio), modern), true],
  ['SDK v2, 2026-07-28, over HTTP', () => second(new SecondHttp(new URL(server.url)), modern), true],
]

describe.each(clients)('%s', (_, connect, knowsApps) => {
  let client: Ask
  beforeAll(async () => {
    client = await connect()
  })
  afterAll(() => client.close())

  test('R-023, R-196, R-208: lists the tools with their View, and reads it', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['forecast', 'refresh', 'steps', 'whoami', 'slow'])
    const [forecast, refresh] = tools
    const { resourceUri: uri } = Object(forecast?._meta?.['ui']) as { resourceUri: string }
    expect(refresh?._meta).toEqual({ ui: { visibility: ['app'] } })
    const { resources } = await client.listResources()
    expect(resources).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app' }])
    for (const address of [uri, 'ui://weather/view.html', 'ui://weather/view.aaaaaaaaaaaa.html']) {
      const { contents } = await client.readResource({ uri: address })
      expect(contents).toMatchObject([
        {
          uri: address,
          mimeType: 'text/html;profile=mcp-app',
          text: expect.stringContaining('<title>Weather</title>'),
          _meta: {
            ui: { csp: { connectDomains: ['https://api.weather.test'] }, permissions: { geolocation: {} }, prefersBorder: true },
          },
        },
      ])
    }
  })

  test('R-226: the model, the View and the private part each get theirs', async () => {
    expect(await client.callTool({ name: 'forecast', arguments: { city: 'Rome' } })).toMatchObject({
      content: [{ type: 'text', text: 'Rome: 21 degrees' }],
      structuredContent: { city: 'Rome', degrees: 21, days: 1 },
      _meta: { station: 'secret-7' },
    })
    expect(await client.callTool({ name: 'whoami' })).toMatchObject({ structuredContent: { apps: knowsApps ? true : 'unknown' } })
  })

  test('a wrong input and a failing tool are results with isError', async () => {
    for (const city of [7, 'Atlantis'])
      expect(await client.callTool({ name: 'forecast', arguments: { city } })).toMatchObject({ isError: true })
  })

  test('progress arrives', async () => {
    const heard: number[] = []
    const onprogress = ({ progress }: { progress: number }): void => void heard.push(progress)
    const call = client.callTool({ name: 'steps', arguments: { count: 3 } }, { onprogress })
    // The official clients may drop what arrives in one piece with the result, so that waits until all was heard.
    await expect.poll(() => heard).toEqual([1, 2, 3])
    await client.callTool({ name: 'refresh' })
    expect(await call).toMatchObject({ content: [{ text: '3 steps' }] })
  })
})
