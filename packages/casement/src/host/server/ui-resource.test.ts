import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnosisOf } from '../card/diagnosis.ts'
import type { McpClientLike } from './client.ts'
import { forgetResources, prefetchResources, takeResource } from './prefetch.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { readUiResource } from './ui-resource.ts'

const URI = 'ui://weather/card'
const APP = 'text/html;profile=mcp-app'
const rpcError = (code: number, message: string): Error => Object.assign(new Error(message), { code })

/** A client whose server has these pages of resources and this content. */
const clientOf = (content: unknown, pages: readonly (readonly unknown[])[] = []): McpClientLike & { asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    callTool: () => Promise.reject(new Error('not asked')),
    async readResource({ uri }) {
      asked.push(`read ${uri}`)
      if (content instanceof Error) throw content
      return { contents: [content] }
    },
    async listResources(params) {
      const page = Number(params?.cursor ?? 0)
      asked.push(`list ${page}`)
      return { resources: pages[page] ?? [], ...(page + 1 < pages.length && { nextCursor: String(page + 1) }) }
    },
  }
}
const item = (more: object = {}): object => ({ uri: URI, mimeType: APP, text: '<p>hi', ...more })
const failure = async (client: McpClientLike) => diagnosisOf(await readUiResource(client, URI).catch((error: unknown) => error))

describe('readUiResource', () => {
  test('R-024 R-022 reads text, and base64 as UTF-8', async () => {
    expect((await readUiResource(clientOf(item()), URI)).html).toBe('<p>hi')
    const blob = Buffer.from('<p>Grüße 🪟').toString('base64')
    expect((await readUiResource(clientOf({ uri: URI, mimeType: APP, blob }), URI)).html).toBe('<p>Grüße 🪟')
  })

  test('R-034 R-035 the content item wins as a whole, and then nothing is listed', async () => {
    const listed = { uri: URI, _meta: { ui: { csp: { connectDomains: ['https://listed.example'] }, prefersBorder: true } } }
    const client = clientOf(item({ _meta: { ui: { prefersBorder: false } } }), [[listed]])
    expect(await readUiResource(client, URI)).toMatchObject({ prefersBorder: false, csp: undefined, metaFrom: 'content' })
    expect(client.asked).toEqual([`read ${URI}`])
  })

  test('R-033 R-034 falls back to the listing, over its pages', async () => {
    const listed = { uri: URI, _meta: { ui: { csp: { connectDomains: ['https://listed.example'] }, domain: 'x.example' } } }
    const client = clientOf(item(), [[{ uri: 'ui://other' }], [listed]])
    expect(await readUiResource(client, URI)).toMatchObject({
      csp: { connectDomains: ['https://listed.example'] },
      domain: 'x.example',
      metaFrom: 'listing',
    })
    expect(client.asked).toEqual([`read ${URI}`, 'list 0', 'list 1'])
  })

  test('R-026 R-027 a resource that is not listed, or a list that fails, is no obstacle', async () => {
    expect(await readUiResource(clientOf(item(), [[]]), URI)).toMatchObject({ metaFrom: 'none' })
    const broken = { ...clientOf(item()), listResources: () => Promise.reject(rpcError(-32601, 'Method not found')) }
    expect(await readUiResource(broken, URI)).toMatchObject({ metaFrom: 'none', html: '<p>hi' })
  })

  test('does not follow a list without an end', async () => {
    const client = { ...clientOf(item()), listResources: () => Promise.resolve({ resources: [], nextCursor: 'again' }) }
    expect(await readUiResource(client, URI)).toMatchObject({ metaFrom: 'none' })
  })

  test('R-028 4.29 accepts spellings of the media type that mean the same, with a warning', async () => {
    const read = await readUiResource(clientOf(item({ mimeType: 'Text/HTML; profile="mcp-app"' })), URI)
    expect(read.warnings.join()).toContain('text/html;profile=mcp-app')
  })

  test.each([
    ['resource-not-html', item({ mimeType: 'text/markdown' })],
    ['resource-not-html', { uri: URI, mimeType: APP }],
    ['resource-not-html', { uri: URI, mimeType: APP, blob: '*' }],
    ['resource-not-found', rpcError(-32002, 'Resource not found')],
    ['resource-not-found', rpcError(-32602, 'Unknown resource')],
    ['resources-unsupported', rpcError(-32601, 'Method not found')],
    ['resource-failed', new Error('socket hang up')],
  ])('%s', async (code, content) => {
    expect(await failure(clientOf(content))).toMatchObject({ code, stage: 'fetching' })
  })

  test('says so when the client cannot read at all', async () => {
    expect(await failure({ callTool: () => Promise.reject(new Error('no')) })).toMatchObject({ code: 'resources-unsupported' })
  })

  test('an abort is passed on as it is, not as a diagnosis', async () => {
    const reason = new Error('enough')
    const client = clientOf(new Error('failed because of it'))
    const caught: unknown = await readUiResource(client, URI, { signal: AbortSignal.abort(reason) }).catch(
      (error: unknown) => error,
    )
    expect(caught).toBe(reason)
  })
})

describe('prefetching (R-025)', () => {
  const tools = [
    { _meta: { ui: { resourceUri: URI } } },
    { _meta: { 'ui/resourceUri': URI } },
    {},
    { _meta: { ui: { resourceUri: 'http://x' } } },
  ]

  test('reads each view once, and mounting takes it from there', async () => {
    const client = clientOf(item({ _meta: { ui: {} } }))
    expect(await prefetchResources(client, tools)).toHaveLength(1)
    expect((await takeResource(client, URI)).html).toBe('<p>hi')
    expect(client.asked).toEqual([`read ${URI}`])
  })

  test('what failed, or was forgotten, is read again', async () => {
    const failing = clientOf(new Error('down'))
    expect(await prefetchResources(failing, tools)).toEqual([])
    await takeResource(failing, URI).catch(() => {})
    expect(failing.asked).toHaveLength(2)
    const client = clientOf(item({ _meta: { ui: {} } }))
    await prefetchResources(client, tools)
    forgetResources(client)
    await takeResource(client, URI)
    expect(client.asked).toHaveLength(2)
  })
})

test('whatever the server returns, the outcome is a resource with typed metadata or a diagnosis', async () => {
  const ui = fc.constantFrom<unknown>(
    undefined,
    null,
    'x',
    {},
    { csp: {} },
    { domain: 'd' },
    { domain: 1 },
    { prefersBorder: true },
    { prefersBorder: 1 },
  )
  const meta = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom<unknown>(null, 'x', {}, { csp: {} }, { domain: 'd', ui: {} }),
    ui.map((each) => ({ ui: each })),
  )
  const mostly = (usual: string, ...others: unknown[]): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
  const content = fc.record({
    uri: mostly(URI, 'ui://other', undefined),
    mimeType: mostly(APP, 'text/html; profile=mcp-app', 'text/plain', undefined),
    text: mostly('<p>hi', undefined, 1),
    blob: fc.constantFrom(undefined, 'PHA+', '!'),
    _meta: meta,
    meta,
  })
  const contents = fc.oneof(
    content.map((each) => [each]),
    fc.array(content, { maxLength: 2 }),
  )
  const listing = fc.option(fc.record({ uri: fc.constant(URI), _meta: meta, meta }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(contents, listing, async (items, entry) => {
      const result = { contents: items }
      const client = { ...clientOf({}, [entry ? [entry] : []]), readResource: async () => result }
      const outcome = await readUiResource(client, URI).catch((error: unknown) => diagnosisOf(error)?.code ?? error)
      if (outcome === 'resource-not-html') return
      expect(outcome).toMatchObject({ uri: URI, html: expect.any(String) as string, warnings: expect.any(Array) as string[] })
      const { domain, prefersBorder } = outcome as UiResource
      expect([typeof domain, typeof prefersBorder]).toEqual([
        expect.stringMatching(/^(string|undefined)$/),
        expect.stringMatching(/^(boolean|undefined)$/),
      ])
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['nothing at all', undefined],
  ['null', null],
  ['a text', 'contents'],
])('an answer that is %s is no view, and that is said', async (_, result) => {
  const client = { ...clientOf({}), readResource: async () => result }
  const error = await readUiResource(client, URI).catch((thrown: unknown) => thrown)
  expect(diagnosisOf(error)).toMatchObject({ code: 'resource-not-html' })
})

test('an address with a | in it is one address', async () => {
  const client = { ...clientOf({}), readResource: async () => ({ contents: [{ uri: 'ui://a', mimeType: APP, text: '<p>a' }] }) }
  expect((await readUiResource(client, 'ui://a|b')).warnings).toEqual([expect.stringContaining('differs from the requested uri')])
})
