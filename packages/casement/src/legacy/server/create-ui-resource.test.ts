import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUIResource as createOfficial6 } from '@mcp-ui/server'
import * as official from 'mcp-ui-server-5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as ours from './index.ts'
import { createUIResource, type UIResourceOptions } from './index.ts'

const HTML = '<!doctype html><title>Grüezi</title><p>hello</p>'

describe('the wire format of MCP-UI (R-315, R-322), compared with @mcp-ui/server 5.16', () => {
  const base = { uri: 'ui://lab/view' } as const
  const rawHtml = { type: 'rawHtml', htmlString: HTML } as const
  const remoteDom = (framework: 'react' | 'webcomponents') =>
    ({ type: 'remoteDom', script: 'root.append("ü")', framework }) as const
  const cases: [string, Parameters<typeof official.createUIResource>[0]][] = [
    ['HTML as text', { ...base, content: rawHtml, encoding: 'text' }],
    ['HTML as blob', { ...base, content: rawHtml, encoding: 'blob' }],
    ['remote DOM for React', { ...base, content: remoteDom('react'), encoding: 'text' }],
    ['remote DOM for web components', { ...base, content: remoteDom('webcomponents'), encoding: 'blob' }],
    [
      'metadata of all kinds',
      {
        ...base,
        content: rawHtml,
        encoding: 'text',
        uiMetadata: { 'preferred-frame-size': ['800px', '400px'], 'initial-render-data': { theme: 'dark' } },
        metadata: { author: 'lab', 'mcpui.dev/ui-preferred-frame-size': ['1px', '2px'] },
        resourceProps: { title: 'A view', _meta: { author: 'somebody else' } },
        embeddedResourceProps: { annotations: { audience: ['user'] }, _meta: { block: true } },
      },
    ],
  ]
  test.each(cases)('%s is the same', (_name, options) => {
    expect(createUIResource(options as UIResourceOptions<ours.RawHtml>)).toEqual(official.createUIResource(options))
  })

  test('the address of a page is the same, where it is wanted as such', () => {
    const content = { type: 'externalUrl', iframeUrl: 'https://example.com/a?b#c' } as const
    const options = { ...base, encoding: 'text' } as const
    expect(createUIResource({ ...options, content: { ...content, delivery: 'uri-list' } })).toEqual(
      official.createUIResource({ ...options, content }),
    )
  })

  test('adapters make the same media types as 5.16 and 6.1, and put something before the document', () => {
    const adapters = [{ mcpApps: { enabled: true } }, { appsSdk: { enabled: true } }, { mcpApps: { enabled: false } }] as const
    const made = adapters.map((given) => createUIResource({ ...base, content: rawHtml, encoding: 'text', adapters: given }))
    const theirs = adapters.map((given) =>
      official.createUIResource({ ...base, content: rawHtml, encoding: 'text', adapters: given }),
    )
    expect(made.map(({ resource }) => resource.mimeType)).toEqual(theirs.map(({ resource }) => resource.mimeType))
    expect(made.map(({ resource }) => resource.text?.endsWith(HTML))).toEqual([true, true, true])
    expect(made.map(({ resource }) => resource.text?.includes('<script'))).toEqual([true, true, false])
    const newest = createOfficial6({ ...base, content: rawHtml, encoding: 'text', adapters: adapters[0] })
    expect(newest.resource.mimeType).toBe(made[0]?.resource.mimeType)
  })

  test('only one adapter can be enabled', () => {
    const adapters = { mcpApps: { enabled: true }, appsSdk: { enabled: true } }
    expect(() => createUIResource({ ...base, content: rawHtml, encoding: 'text', adapters })).toThrow('only one adapter')
  })

  test.each([
    ['a URI of another scheme', { uri: 'https://a', content: rawHtml, encoding: 'text' }, 'ui://'],
    ['no HTML', { ...base, content: { type: 'rawHtml' }, encoding: 'text' }, 'htmlString'],
    ['no script', { ...base, content: { type: 'remoteDom', framework: 'react' }, encoding: 'text' }, 'script'],
    ['an unknown framework', { ...base, content: { type: 'remoteDom', script: '', framework: 'vue' }, encoding: 'text' }, 'vue'],
    ['no address', { ...base, content: { type: 'externalUrl' }, encoding: 'text' }, 'iframeUrl'],
    ['an unknown content', { ...base, content: { type: 'pdf' }, encoding: 'text' }, 'pdf'],
    ['an unknown encoding', { ...base, content: rawHtml, encoding: 'utf8' }, 'utf8'],
  ])('%s throws and names it', (_name, options, words) => {
    expect(() => createUIResource(options as never)).toThrow(words)
  })

  test('the helpers and constants are the same', () => {
    const params = { a: 1 }
    expect(ours.uiActionResultToolCall('t', params)).toEqual(official.uiActionResultToolCall('t', params))
    expect(ours.uiActionResultPrompt('p')).toEqual(official.uiActionResultPrompt('p'))
    expect(ours.uiActionResultLink('l')).toEqual(official.uiActionResultLink('l'))
    expect(ours.uiActionResultIntent('i', params)).toEqual(official.uiActionResultIntent('i', params))
    expect(ours.uiActionResultNotification('n')).toEqual(official.uiActionResultNotification('n'))
    expect(ours.InternalMessageType).toMatchObject(official.InternalMessageType)
    expect(ours.ReservedUrlParams).toEqual(official.ReservedUrlParams)
    expect(ours.RESOURCE_MIME_TYPE).toBe(official.RESOURCE_MIME_TYPE)
  })
})

describe('a page from elsewhere', () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/moved') response.writeHead(302, { location: '/deep/page.html' }).end()
    else if (request.url === '/based') response.end('<html><head><base href="/assets/"></head><img src="a.png"></html>')
    else response.end('<!doctype html><img src="a.png">')
  })
  let origin: string
  const fetch = { allowAddress: (address: string) => address === '127.0.0.2' }
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', resolve))
    origin = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('comes as HTML with its base, the last hop of its address, and a policy that knows the place', async () => {
    const content = { type: 'externalUrl', iframeUrl: `${origin}/moved`, fetch } as const
    const { resource } = await createUIResource({ uri: 'ui://lab/page', content, encoding: 'text' })
    expect(resource).toMatchObject({
      mimeType: 'text/html',
      text: `<!doctype html><base href="${origin}/deep/page.html"><!doctype html><img src="a.png">`,
      _meta: { ui: { csp: { baseUriDomains: [origin], resourceDomains: [origin], connectDomains: [origin] } } },
    })
  })

  test('keeps its own base, made absolute', async () => {
    const content = { type: 'externalUrl', iframeUrl: `${origin}/based`, fetch } as const
    const adapters = { mcpApps: { enabled: true } }
    const { resource } = await createUIResource({ uri: 'ui://lab/page', content, encoding: 'text', adapters })
    expect(resource.text).toContain(`<base href="${origin}/assets/">`)
    expect(resource.mimeType).toBe('text/html;profile=mcp-app')
  })

  test('keeps what the server says of the policy itself', async () => {
    const content = { type: 'externalUrl', iframeUrl: `${origin}/`, fetch } as const
    const metadata = { author: 'lab', ui: { csp: { connectDomains: [] }, prefersBorder: true } }
    const { resource } = await createUIResource({ uri: 'ui://lab/page', content, encoding: 'blob', metadata })
    expect(resource._meta).toEqual(metadata)
  })

  test('is not fetched from inside the machine', async () => {
    const content = { type: 'externalUrl', iframeUrl: origin } as const
    await expect(createUIResource({ uri: 'ui://lab/page', content, encoding: 'text' })).rejects.toMatchObject({ code: 'DENIED' })
  })
})
