import { createUIResource } from 'mcp-ui-server-5'
import { describe, expect, test } from 'vitest'
import { isUIResource, readLegacyContent, uiResourcesOf } from './legacy-resource.ts'
import { viewFromContents, viewFromLegacy, viewFromToolResult } from './view-from-legacy.ts'

const uri = 'ui://lab/view'
const list = (text: string) => readLegacyContent({ uri, mimeType: 'text/uri-list', text })

describe('a UI resource of the past', () => {
  test.each(['text', 'blob'] as const)('of @mcp-ui/server is understood as %s (R-315)', (encoding) => {
    const html = createUIResource({ uri, content: { type: 'rawHtml', htmlString: '<p>ü</p>' }, encoding })
    const url = createUIResource({ uri, content: { type: 'externalUrl', iframeUrl: 'https://a.example/x' }, encoding })
    const remote = createUIResource({ uri, content: { type: 'remoteDom', script: 'ü', framework: 'react' }, encoding })
    expect([html, url, remote].map(({ resource }) => readLegacyContent(resource))).toEqual([
      { kind: 'rawHtml', html: '<p>ü</p>' },
      { kind: 'externalUrl', url: 'https://a.example/x', ignored: 0 },
      { kind: 'remoteDom', script: 'ü', framework: 'react' },
    ])
    expect(uiResourcesOf({ content: [{ type: 'text', text: 'a' }, html, url] })).toEqual([html.resource, url.resource])
    expect(isUIResource(remote)).toBe(true)
  })

  test('of ChatGPT is told apart; what is none stays none', () => {
    expect(readLegacyContent({ uri, mimeType: 'text/html+skybridge', text: 'x' })).toEqual({ kind: 'skybridge', html: 'x' })
    for (const mimeType of ['text/html;profile=mcp-app', 'text/html+mcp', 'text/vnd.mcp.ui+html'])
      expect(readLegacyContent({ uri, mimeType, text: 'x' }), '(R-314)').toEqual({ kind: 'apps', html: 'x' })
    expect(readLegacyContent({ uri, mimeType: 'image/png', blob: 'AA==' })).toBeUndefined()
    expect(readLegacyContent({ uri, mimeType: 'text/html' })).toBeUndefined()
    expect(readLegacyContent({ uri, mimeType: 'text/html', blob: '%%%' })).toBeUndefined()
    expect(isUIResource({ type: 'resource', resource: { uri: 'file:///a' } })).toBe(false)
    expect(uiResourcesOf({ content: 'nonsense' })).toEqual([])
  })

  test('with a list of addresses shows the first that can be shown, and says what it left out (R-316)', () => {
    expect(list('# comment\n\n  ftp://a.example/\r\njavascript:alert(1)\nhttps://b.example/1\nhttps://c.example/\n')).toEqual({
      kind: 'externalUrl',
      url: 'https://b.example/1',
      ignored: 1,
    })
    expect(list('# nothing\nfile:///etc/passwd')).toBeUndefined()
    const view = viewFromLegacy({ uri, mimeType: 'text/uri-list', text: 'https://b.example/\nhttps://c.example/' })
    expect(view?.warnings.join()).toContain('lists 2 URLs')
  })
})

describe('the View it becomes', () => {
  test('may reach what it names, and the page at a URL only that page', () => {
    const text = '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg><script src="https://cdn.example/a.js"></script>'
    expect(viewFromLegacy({ uri, mimeType: 'text/html', text })?.csp).toEqual({
      resourceDomains: ['https://cdn.example'],
      connectDomains: ['https://cdn.example'],
    })
    expect(viewFromLegacy({ uri, mimeType: 'text/html', text: '<p>' })?.csp).toEqual({})
    expect(viewFromLegacy({ uri, mimeType: 'text/uri-list', text: 'https://b.example:8443/x' })?.csp).toEqual({
      frameDomains: ['https://b.example:8443'],
    })
  })

  test('has the policy that its metadata declares, in Apps terms before those of ChatGPT', () => {
    const openai = { 'openai/widgetCSP': { connect_domains: ['https://o.example'] }, 'openai/widgetPrefersBorder': true }
    const theirs = viewFromLegacy({ uri, mimeType: 'text/html+skybridge', text: 'https://x.example', _meta: openai })
    expect(theirs).toMatchObject({ csp: { connectDomains: ['https://o.example'] }, prefersBorder: true, metaFrom: 'content' })
    const both = { ...openai, ui: { csp: { connectDomains: ['https://u.example'] }, prefersBorder: false } }
    const ours = viewFromLegacy({ uri, mimeType: 'text/html+skybridge', text: '', _meta: both })
    expect(ours).toMatchObject({ csp: { connectDomains: ['https://u.example'] }, prefersBorder: false })
  })

  test('ignores a preferred size that is no text or number', () => {
    const _meta = { 'mcpui.dev/ui-preferred-frame-size': [{ toString: 1 }, ['1']] }
    expect(
      viewFromContents({ contents: [{ uri: 'ui://x', mimeType: 'text/html', text: '<p>x', _meta }] }, 'ui://x')?.html,
    ).toContain('<p>x')
  })

  test('is the first of a tool result that can be one', () => {
    const broken = { type: 'resource', resource: { uri: 'ui://a', mimeType: 'image/png', blob: '' } }
    const good = { type: 'resource', resource: { uri: 'ui://b', mimeType: 'text/html', text: '<p>' } }
    expect(viewFromToolResult({ content: [broken, good] })?.uri).toBe('ui://b')
    expect(viewFromToolResult({ content: [broken] })).toBeUndefined()
  })

  test('cannot be broken out of by its settings', () => {
    const _meta = { 'mcpui.dev/ui-initial-render-data': { a: '"></script><script>alert(1)</script>' } }
    const html = viewFromLegacy({ uri, mimeType: 'text/html', text: '<p>', _meta })?.html ?? ''
    expect(html).not.toContain('<script>alert(1)')
  })
})

test('a document that connects to an MCP Apps host by itself is not translated, whatever its media type', () => {
  const text = `<script>parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize' }, '*')</script>`
  expect(readLegacyContent({ uri: 'ui://a', mimeType: 'text/html', text })).toEqual({ kind: 'apps', html: text })
  expect(viewFromLegacy({ uri: 'ui://a', mimeType: 'text/html; charset=utf-8', text })).toMatchObject({
    html: text,
    warnings: [expect.stringContaining('text/html; charset=utf-8')],
  })
})
