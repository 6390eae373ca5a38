import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { EXTENSION_ID } from '../../protocol/constants.ts'
import { CasementError } from '../../protocol/errors.ts'
import { registerAppResource, registerAppTool, type McpUiAppResourceConfig, type McpUiAppToolConfig } from '../index.ts'
import { generations } from '../test-support/servers.ts'

const URI = 'ui://weather/view.html'
const HTML = '<!doctype html><title>Weather</title>'
const read = (uri: URL) => ({ contents: [{ uri: uri.href, text: HTML }] })
const done = () => ({ content: [{ type: 'text' as const, text: 'done' }] })

describe.each(generations)('on an McpServer of $name', ({ create, connect }) => {
  test('R-197, R-199: the address of the View stands under both keys, whichever was given', async () => {
    const server = create()
    registerAppTool(server, 'nested', { _meta: { ui: { resourceUri: URI } } }, done)
    registerAppTool(server, 'flat', { _meta: { 'ui/resourceUri': URI, mine: 1 } }, done)
    registerAppResource(server, 'View', URI, {}, read)
    const client = await connect(server)
    const { tools } = await client.listTools()
    expect(tools.map(({ _meta }) => _meta)).toEqual([
      { ui: { resourceUri: URI }, 'ui/resourceUri': URI },
      { ui: { resourceUri: URI }, 'ui/resourceUri': URI, mine: 1 },
    ])
    await client.close()
  })

  test('R-009: the server declares the extension; a connected server stays as it is', async () => {
    const server = create()
    registerAppTool(server, 'shown', { _meta: { ui: { resourceUri: URI } } }, done)
    registerAppResource(server, 'View', URI, {}, read)
    const client = await connect(server)
    const connected = client as { getServerCapabilities?(): { extensions?: unknown } | undefined }
    expect(connected.getServerCapabilities?.()?.extensions).toEqual({ [EXTENSION_ID]: {} })
    expect(() => registerAppTool(server, 'later', { _meta: { ui: { resourceUri: URI } } }, done)).not.toThrow()
    await client.close()
  })

  test('R-196, R-201, R-208: visibility is written as it was given, and app-only tools are listed', async () => {
    const server = create()
    registerAppTool(server, 'refresh', { _meta: { ui: { visibility: ['app'] } } }, done)
    registerAppTool(server, 'hidden', { _meta: { ui: { visibility: [] } } }, done)
    const client = await connect(server)
    const { tools } = await client.listTools()
    expect(tools.map(({ _meta }) => _meta)).toEqual([{ ui: { visibility: ['app'] } }, { ui: { visibility: [] } }])
    await client.close()
  })

  test('R-308: raw shapes and Standard Schema are both taken, and the callback gets what they make of the input', async () => {
    const server = create()
    const _meta = { ui: { visibility: ['app' as const] } }
    registerAppTool(server, 'shape', { inputSchema: { n: z.number().default(2) }, _meta }, ({ n }) => ({
      content: [{ type: 'text', text: String(n * 2) }],
    }))
    registerAppTool(server, 'schema', { inputSchema: z.object({ n: z.number() }), _meta }, ({ n }) => ({
      content: [{ type: 'text', text: String(n * 3) }],
    }))
    const client = await connect(server)
    expect(await client.callTool({ name: 'shape', arguments: {} })).toMatchObject({ content: [{ text: '4' }] })
    expect(await client.callTool({ name: 'schema', arguments: { n: 2 } })).toMatchObject({ content: [{ text: '6' }] })
    expect(await client.callTool({ name: 'schema', arguments: { n: 'two' } })).toMatchObject({ isError: true })
    await client.close()
  })

  test('R-016, R-017, R-018, R-033, R-307: media type and metadata stand in the list and on the content', async () => {
    const ui = { csp: { connectDomains: ['https://api.example.com'] }, prefersBorder: false }
    const server = create()
    registerAppResource(server, 'View', URI, { description: 'The weather', _meta: { ui } }, read)
    const client = await connect(server)
    const { resources } = await client.listResources()
    expect(resources).toEqual([
      { uri: URI, name: 'View', description: 'The weather', mimeType: 'text/html;profile=mcp-app', _meta: { ui } },
    ])
    const { contents } = await client.readResource({ uri: URI })
    expect(contents).toEqual([{ uri: URI, mimeType: 'text/html;profile=mcp-app', text: HTML, _meta: { ui } }])
    await client.close()
  })

  test('R-032, R-036: metadata that the callback puts on the content is left alone', async () => {
    const server = create()
    registerAppResource(server, 'View', URI, { _meta: { ui: { prefersBorder: false } } }, (uri) => ({
      contents: [{ uri: uri.href, text: HTML, _meta: { ui: { domain: 'a.example' } } }],
    }))
    const client = await connect(server)
    const { contents } = await client.readResource({ uri: URI })
    expect(contents[0]).toMatchObject({ _meta: { ui: { domain: 'a.example' } } })
    expect(contents[0]?.['_meta']).not.toHaveProperty('ui.prefersBorder')
    await client.close()
  })

  test('R-023: a resource that nobody registered stops the server from connecting', async () => {
    const server = create()
    registerAppTool(server, 'forecast', { _meta: { ui: { resourceUri: URI } } }, done)
    registerAppResource(server, 'Other', 'ui://weather/other.html', {}, read)
    const error = await connect(server).catch((reason: unknown) => reason)
    expect(CasementError.is(error, 'INVALID_METADATA')).toBe(true)
    expect(error).toMatchObject({
      message: expect.stringMatching(/tool "forecast": _meta\.ui\.resourceUri .*registerAppResource/),
      cause: { code: 'TOOL_RESOURCE_MISSING', where: 'tool "forecast"' },
    })
  })

  test('R-023: a resource that was registered without our help, before or after, is found', async () => {
    const server = create()
    registerAppTool(server, 'forecast', { _meta: { ui: { resourceUri: URI } } }, done)
    const plain = server as { registerResource(name: string, uri: string, config: object, read: unknown): unknown }
    plain.registerResource('View', URI, {}, read)
    const client = await connect(server)
    expect((await client.listTools()).tools).toHaveLength(1)
    await client.close()
  })

  const wrongTools: [string, McpUiAppToolConfig['_meta'], string, RegExp][] = [
    ['another scheme', { ui: { resourceUri: 'https://weather.test' } }, 'TOOL_RESOURCE_URI', /_meta\.ui\.resourceUri is "https/],
    ['another scheme, flat', { 'ui/resourceUri': 'view.html' }, 'TOOL_RESOURCE_URI', /_meta\["ui\/resourceUri"\]/],
    ['an unknown visibility', { ui: { visibility: ['apps' as never] } }, 'TOOL_VISIBILITY', /has "apps"\. Write \["model"\]/],
    ['visibility as text', { ui: { visibility: 'app' as never } }, 'TOOL_VISIBILITY', /_meta\.ui\.visibility/],
    ['csp on the tool', { ui: { csp: {} as never } }, 'TOOL_HAS_RESOURCE_FIELD', /Move it to _meta\.ui\.csp of the resource/],
    ['permissions on the tool', { ui: { permissions: {} as never } }, 'TOOL_HAS_RESOURCE_FIELD', /_meta\.ui\.permissions/],
    ['ui as text', { ui: 'ui://weather' as never }, 'TOOL_META_INVALID', /_meta\.ui is "ui:/],
  ]
  test.each(wrongTools)('%s is an error at start-up', (_, meta, code, message) => {
    const error = thrown(() => registerAppTool(create(), 'forecast', { _meta: meta }, done))
    expect(error).toMatchObject({ code: 'INVALID_METADATA', cause: { code, where: 'tool "forecast"' } })
    expect(error).toHaveProperty('message', expect.stringMatching(message))
  })

  const wrongResources: [string, string, McpUiAppResourceConfig, string, RegExp][] = [
    ['R-015: another scheme', 'https://weather.test', {}, 'RESOURCE_URI', /Start it with ui:\/\//],
    ['R-018: another media type', URI, { mimeType: 'text/html' }, 'RESOURCE_MIME_TYPE', /text\/html;profile=mcp-app/],
    [
      'R-039, R-072: a permission as a boolean',
      URI,
      { _meta: { ui: { permissions: { camera: true as never } } } },
      'RESOURCE_META_INVALID',
      /permissions\.camera .*empty object/,
    ],
    ['R-031: csp beside ui', URI, { _meta: { csp: {} } }, 'RESOURCE_META_MISPLACED', /Move it to _meta\.ui\.csp/],
    ['R-042: a domain that is no text', URI, { _meta: { ui: { domain: 7 as never } } }, 'RESOURCE_META_INVALID', /domain/],
    [
      'R-040: a border that is no boolean',
      URI,
      { _meta: { ui: { prefersBorder: 'yes' as never } } },
      'RESOURCE_META_INVALID',
      /prefersBorder/,
    ],
  ]
  test.each(wrongResources)('%s is an error at start-up', (_, uri, config, code, message) => {
    const error = thrown(() => registerAppResource(create(), 'View', uri, config, read))
    expect(error).toMatchObject({ code: 'INVALID_METADATA', cause: { code, where: 'resource "View"' } })
    expect(error).toHaveProperty('message', expect.stringMatching(message))
  })
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
