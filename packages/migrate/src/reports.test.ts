import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { applyEdits } from './edits.ts'
import { migrateFolder, migrateSource, runCommand } from './index.ts'

const EXT_APPS = '@modelcontextprotocol/ext-apps'

/** Each construct that is left to the user, and the notes about it. */
test.each([
  [
    'a schema with methods',
    `import { McpUiResourceMetaSchema as Meta } from '${EXT_APPS}/app-bridge'\nconst { success } = Meta.safeParse({})\nconst data = Meta.parse({})`,
    ['2 Meta.safeParse', '3 Meta.parse'],
  ],
  [
    'a schema as a value',
    `import { McpUiMessageRequestSchema } from '${EXT_APPS}'\nexport const all = [McpUiMessageRequestSchema]`,
    ['2 McpUiMessageRequestSchema as a value'],
  ],
  [
    'a schema that is exported again',
    `export { McpUiMessageRequestSchema } from '${EXT_APPS}'`,
    [`1 McpUiMessageRequestSchema of ${EXT_APPS}`],
  ],
  [
    'handlers by schema',
    `import { AppBridge, McpUiMessageRequestSchema } from '${EXT_APPS}/app-bridge'
const bridge = new AppBridge(null, { name: 'a', version: '1' }, {})
bridge.setRequestHandler(McpUiMessageRequestSchema, async () => ({}))
bridge.setNotificationHandler('notifications/x', () => {})
bridge.fallbackRequestHandler = async () => ({})`,
    ['3 bridge.setRequestHandler', '4 bridge.setNotificationHandler', '5 bridge.fallbackRequestHandler'],
  ],
  [
    'requests with a schema',
    `import { App } from '${EXT_APPS}'
import { z } from 'zod'
const app = new App({ name: 'a', version: '1' })
await app.request({ method: 'x/y', params: {} }, z.object({}))
await app.notification({ method: 'x/z' })
await app.request('x/y', {})`,
    ['4 app.request', '5 app.notification'],
  ],
  [
    'members of an App from a hook, a parameter, a field and a subclass',
    `import { App } from '${EXT_APPS}'
import { useApp } from '${EXT_APPS}/react'
const { app: own } = useApp({ appInfo: { name: 'a', version: '1' }, capabilities: {} })
own?.setNotificationHandler('a', () => {})
const use = (view: App | null) => view?.request({ method: 'a' }, {})
class Host { view: App; start() { this.view.setRequestHandler('a', () => ({})) } }
class MyApp extends App { start() { this.setRequestHandler('b', () => ({})) } }
new MyApp().transport`,
    [
      '4 own?.setNotificationHandler',
      '5 view?.request',
      '6 this.view.setRequestHandler',
      '7 this.setRequestHandler',
      '8 new MyApp().transport',
    ],
  ],
  [
    'a receiver from another file, by the schema that it is given',
    `import { McpUiMessageRequestSchema } from '${EXT_APPS}'\nimport { bridge } from './bridge'\nbridge.setRequestHandler(McpUiMessageRequestSchema, () => ({}))`,
    ['3 bridge.setRequestHandler'],
  ],
  [
    'nothing of an MCP client or server',
    `import { App } from '${EXT_APPS}'\nimport { Client } from '@modelcontextprotocol/client'\nconst client = new Client({ name: 'a', version: '1' })\nclient.setNotificationHandler('a', () => {})\nawait client.request({ method: 'a' })`,
    [],
  ],
  ['all of a module', `export * from '${EXT_APPS}'`, [`1 all of ${EXT_APPS}`]],
  [
    'a namespace with names of several entry points',
    `import * as ext from '${EXT_APPS}'\nnew ext.App({ name: ext.RESOURCE_MIME_TYPE, version: '1' })`,
    [`1 all of ${EXT_APPS}`],
  ],
  ['a namespace that is passed on', `import * as ext from '${EXT_APPS}'\nconsole.log(ext)`, [`1 all of ${EXT_APPS}`]],
  ['a dynamic import', `const ext = await import('${EXT_APPS}')`, [`1 all of ${EXT_APPS}`]],
  [
    'a dynamic import of a template',
    'const entry = "react"\nawait import(`@modelcontextprotocol/ext-apps/${entry}`)',
    ['2 `@modelcontextprotocol/ext-apps/${entry}`'],
  ],
  ['require', `const ext = require('${EXT_APPS}')`, [`1 all of ${EXT_APPS}`]],
  ['import equals', `import ext = require('${EXT_APPS}')`, [`1 '${EXT_APPS}'`]],
  [
    'an unknown entry point',
    `import '@mcp-ui/client/ui-resource-renderer.wc.js'`,
    ['1 @mcp-ui/client/ui-resource-renderer.wc.js'],
  ],
  ['a mock', `vi.mock('${EXT_APPS}/react')`, [`1 '${EXT_APPS}/react'`]],
  ['settings of a bundler', `export default { optimizeDeps: { include: ['@mcp-ui/client'] } }`, [`1 '@mcp-ui/client'`]],
])('%s', (_, code, expected) => {
  const { notes } = migrateSource('a.tsx', code, { uiServerMajor: 6 })
  expect(notes.map(({ line, what }) => `${line} ${what}`)).toEqual(expected)
  expect(notes.filter(({ fix }) => fix.length < 20)).toEqual([])
})

test('a namespace with names of one entry point moves', () => {
  const code = `import * as ext from '${EXT_APPS}'\nexport const a: ext.App = new ext.App({ name: 'a', version: '1' })`
  const { edits, notes } = migrateSource('a.ts', code)
  expect(notes).toEqual([])
  expect(applyEdits(code, edits)).toBe(code.replace(EXT_APPS, 'casement/view'))
})

test('a schema that is still used stays with its package', () => {
  const code = `import { AppBridge, McpUiResourceMetaSchema } from '${EXT_APPS}/app-bridge'\nMcpUiResourceMetaSchema.parse(AppBridge)`
  expect(applyEdits(code, migrateSource('a.ts', code).edits)).toContain(
    `import { AppBridge } from 'casement/host'\nimport { McpUiResourceMetaSchema } from '${EXT_APPS}/app-bridge'`,
  )
})

describe('URLs of a CDN', () => {
  test.each([
    [
      'index.html',
      `<script type="importmap">{ "imports": {\n"@mcp-ui/client": "https://esm.sh/@mcp-ui/client@7" } }</script>`,
      2,
    ],
    [
      'index.html',
      `<script type="module">\nimport { App } from 'https://unpkg.com/@modelcontextprotocol/ext-apps@2/dist/src/app-with-deps.js'\n</script>`,
      2,
    ],
    [
      'server.py',
      `VIEW = """\n<script type="module">\nimport { App } from "https://unpkg.com/@modelcontextprotocol/ext-apps@0.4.0/app-with-deps";\n"""`,
      3,
    ],
    [
      'main.go',
      'const view = `<script type="module">import { App } from "https://cdn.jsdelivr.net/npm/@modelcontextprotocol/ext-apps/+esm"</script>`',
      1,
    ],
    ['view.rb.erb', `<script src="https://esm.run/@mcp-ui/server@6"></script>`, 1],
    [
      'view.ts',
      `export const html = \`<script type="module">import { App } from 'https://esm.sh/@modelcontextprotocol/ext-apps'</script>\``,
      1,
    ],
  ])('%s', async (path, text, line) => {
    const { files } = await migrateFolder(temporaryFolder({ [path]: text }))
    expect(files.map((file) => [file.path, file.notes.map((note) => note.line)])).toEqual([[path, [line]]])
    expect(files[0]?.notes[0]?.what).toMatch(/^https:/)
    expect(files[0]?.after).toBe(text)
  })

  test('documentation and binary files are left alone', async () => {
    const folder = temporaryFolder({
      'README.md': 'https://esm.sh/@mcp-ui/client',
      'a.py': '# https://github.com/modelcontextprotocol/ext-apps and https://www.npmjs.com/package/@mcp-ui/client',
      'a.bin': '\0https://esm.sh/@mcp-ui/client',
    })
    expect((await migrateFolder(folder)).files).toEqual([])
  })
})

describe('the MIME type of createUIResource', () => {
  const SOURCE = `import { createUIResource } from '@mcp-ui/server'
export const raw = createUIResource({ uri: 'ui://a/1', content: { type: 'rawHtml', htmlString: '' }, encoding: 'text' })
export const adapted = createUIResource({ uri: 'ui://a/2', content: { type: 'rawHtml', htmlString: '' }, encoding: 'text', adapters: { mcpApps: { enabled: true } } })
export async function page(iframeUrl: string) {
  return createUIResource({ uri: 'ui://a/3', content: { type: 'externalUrl', iframeUrl }, encoding: 'text' })
}
`
  const after = async (range: string): Promise<{ text: string; left: number }> => {
    const { files } = await migrateFolder(
      temporaryFolder({ 'package.json': `{ "dependencies": { "@mcp-ui/server": "${range}" } }`, 'src/server.ts': SOURCE }),
    )
    const file = files.find(({ path }) => path === 'src/server.ts')
    return { text: file?.after ?? '', left: file?.notes.length ?? 0 }
  }

  test('of version 6 stays text/html;profile=mcp-app', async () => {
    const { text, left } = await after('^6.1.0')
    expect(left).toBe(0)
    expect(text.match(/mimeType: 'text\/html;profile=mcp-app'/g)).toHaveLength(2)
    expect(text).toContain('return await createUIResource(')
    expect(text).toContain(`adapters: { mcpApps: { enabled: true } } })`)
  })

  test('of version 5 stays text/html or text/uri-list, without a promise', async () => {
    const { text, left } = await after('~5.16.3')
    expect(left).toBe(0)
    expect(text).toContain(`{ type: 'externalUrl', iframeUrl, delivery: 'uri-list' }`)
    expect(text).not.toMatch(/mimeType|await createUIResource/)
  })

  test.each(['latest', 'workspace:*'])('of an unknown version (%s) is left to the user', async (range) => {
    expect((await after(range)).left).toBe(3)
  })
})

describe('the command', () => {
  const run = async (...args: string[]): Promise<{ code: number; text: string }> => {
    const written: string[] = []
    const record = (text: unknown): boolean => written.push(String(text)) > 0
    const streams = [
      vi.spyOn(process.stdout, 'write').mockImplementation(record),
      vi.spyOn(process.stderr, 'write').mockImplementation(record),
    ]
    const code = await runCommand(args)
    for (const stream of streams) stream.mockRestore()
    return { code, text: written.join('') }
  }
  const LEFT = {
    'a.ts': `import { App } from '${EXT_APPS}'\n\nconst app = new App({ name: 'a', version: '1' })\napp.request({ method: 'x' }, {})\n`,
  }

  test('exits with 1 where something is left, and with 0 where nothing is', async () => {
    expect(await run(temporaryFolder(LEFT))).toMatchObject({
      code: 1,
      text: expect.stringContaining('a.ts:4  app.request') as string,
    })
    expect(await run(temporaryFolder({ 'a.ts': `export { App } from '${EXT_APPS}'` }))).toMatchObject({ code: 0 })
    expect(await run(temporaryFolder(LEFT), '--write')).toMatchObject({
      code: 1,
      text: expect.stringContaining('casement migrate --alias') as string,
    })
  })

  test('--json', async () => {
    const { code, text } = await run(temporaryFolder(LEFT), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(text)).toMatchObject({
      written: false,
      changed: [{ path: 'a.ts', isNew: false }],
      left: [{ path: 'a.ts', line: 4, what: 'app.request', fix: expect.stringContaining("request('method', params)") as string }],
    })
  })

  test('--alias writes package.json and nothing else', async () => {
    const manifest = `{
  "dependencies": { "@mcp-ui/server": "^5.16.3", "react": "^19.0.0" },
  "devDependencies": { "@mcp-ui/client": "7.1.1", "@modelcontextprotocol/ext-apps": "^2.0.4" },
  "peerDependencies": { "@mcp-ui/client": "*" }
}`
    const folder = temporaryFolder({
      ...LEFT,
      'package.json': manifest,
      'packages/b/package.json': '{ "dependencies": { "@mcp-ui/server": "^6.1.0" } }',
    })
    expect(await run(folder, '--alias')).toMatchObject({ code: 0, text: expect.stringContaining('2 files changed') as string })
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      dependencies: { '@mcp-ui/server': 'npm:@casement/mcp-ui-server-5@^0.1.0', react: '^19.0.0' },
      devDependencies: {
        '@mcp-ui/client': 'npm:@casement/mcp-ui-client@^0.1.0',
        '@modelcontextprotocol/ext-apps': 'npm:@casement/ext-apps@^0.1.0',
      },
      peerDependencies: { '@mcp-ui/client': '*' },
    })
    expect(readFileSync(join(folder, 'packages/b/package.json'), 'utf8')).toContain('npm:@casement/mcp-ui-server@^0.1.0')
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(LEFT['a.ts'])
    expect(await run(folder, '--alias')).toMatchObject({ code: 0, text: expect.stringContaining('No package.json') as string })
  })
})
