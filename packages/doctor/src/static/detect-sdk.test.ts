import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { page, URI } from '../test-support/fixture-server.ts'
import { detectSdk, isBefore } from './detect-sdk.ts'
import { documentOf } from './view-document.ts'

const sdkOf = (html: string) => {
  const document = documentOf({
    uri: URI,
    tools: [],
    listed: [],
    milliseconds: 0,
    read: { ok: true, value: { contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text: html }] } },
  })
  return document && detectSdk(document)
}

/** A View as people build them, with an App of some package. */
async function bundle(from: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { App } from ${JSON.stringify(from)}; const app = new App({ name: 'a', version: '1' }, {}); app.ontoolresult = console.info; await app.connect()`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  return page('', outputFiles[0]?.text.replaceAll('</script', '<\\/script'))
}

describe('what a view was built with', () => {
  test.each([
    ['@modelcontextprotocol/ext-apps', { name: '@modelcontextprotocol/ext-apps', version: '>=2.0' }],
    ['ext-apps-v1', { name: '@modelcontextprotocol/ext-apps', version: '>=1.7 <2.0' }],
    ['casement/view', { name: 'casement', version: undefined }],
  ])('%s, in a bundle', async (from, sdk) => {
    expect(sdkOf(await bundle(from))).toEqual(sdk)
  })

  test.each([
    [`<script type="module">import { App } from 'https://esm.sh/@modelcontextprotocol/ext-apps@1.0.1/app'</script>`, '1.0.1'],
    ['<script src="https://unpkg.com/@modelcontextprotocol/ext-apps@^2/dist/app.js"></script>', '^2'],
    ['<script src="https://unpkg.com/@modelcontextprotocol/ext-apps/dist/app.js"></script>', undefined],
  ])('from a CDN: %s', (head, version) => {
    expect(sdkOf(page(head, ''))).toEqual({ name: '@modelcontextprotocol/ext-apps', version })
  })

  test.each([
    [`parent.postMessage({ method: 'ui/initialize' }, '*')`, 'written by hand'],
    ['class McpAppsAdapter { start() { this.send("ui/initialize") } }', '@mcp-ui/server'],
    ['document.body.append(window.openai.toolOutput)', 'window.openai'],
    [`parent.postMessage({ type: 'ui-lifecycle-iframe-ready' }, '*')`, 'MCP-UI messages'],
  ])('%s', (script, name) => {
    expect(sdkOf(page('', script))).toEqual({ name, version: undefined })
  })

  test('nothing, where nothing shows', () => {
    expect(sdkOf(page('', 'document.title = "Weather"'))).toBeUndefined()
  })
})

test.each([
  ['>=0.4 <1.0', '1.0', true],
  ['>=1.0 <1.1', '1.0', false],
  ['>=1.4 <1.7', '1.6', false],
  ['1.0.1', '1.1', true],
  ['^2', '1.7', false],
  ['latest', '1.0', false],
])('%s is all before %s: %s', (version, other, expected) => {
  expect(isBefore(version, other)).toBe(expected)
})
