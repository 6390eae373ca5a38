import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../../../scripts/setup.mjs'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { applyEdits } from './edits.ts'
import { migrateFolder, migrateSource, runCommand } from './index.ts'
import { isKnownModule, placeOf } from './known-modules.ts'
import { APPS } from './test-support/apps.ts'
import { compile, type Compiled } from './test-support/compile.ts'
import { unifiedDiff } from './unified-diff.ts'

const migrated = (path: string, text: string): string => applyEdits(text, migrateSource(path, text, { uiServerMajor: 6 }).edits)
const notesOf = (path: string, text: string): string[] =>
  migrateSource(path, text, { uiServerMajor: 6 }).notes.map(({ line, what }) => `${line} ${what}`)

/** By the name that people import, and the package that has it here. */
const PUBLISHED: readonly (readonly [name: string, installed: string])[] = ['', '/react', '/app-bridge', '/server'].flatMap(
  (entry) => [
    [`@modelcontextprotocol/ext-apps${entry}`, `@modelcontextprotocol/ext-apps${entry}`] as const,
    [`@modelcontextprotocol/ext-apps${entry}`, `ext-apps-v1${entry}`] as const,
  ],
)
const MCP_UI = [
  ['@mcp-ui/server', '@mcp-ui/server'],
  ['@mcp-ui/server', 'mcp-ui-server-5'],
  ['@mcp-ui/client', '@mcp-ui/client'],
  ['@mcp-ui/client', 'mcp-ui-client-5'],
] as const
const ENTRIES = ['view', 'view/react', 'host', 'server', 'legacy', 'legacy/server', 'protocol', 'protocol/schemas'].map(
  (name) => `casement/${name}`,
)

const APP_MODULE = `import { App } from 'casement/view'\nexport const app = new App({ name: 'a', version: '1.0.0' })`
const after = Object.fromEntries(Object.entries(APPS).map(([path, text]) => [path, migrated(path, text)]))

describe('with the published packages, and with ours', () => {
  let compiled: Compiled
  beforeAll(() => {
    const files = Object.keys(APPS).flatMap((path) => [
      [`before/${path}`, APPS[path] ?? ''],
      [`after/${path}`, after[path] ?? ''],
    ])
    const modules = [...PUBLISHED, ...MCP_UI].map(([, installed]) => installed)
    compiled = compile({ ...Object.fromEntries(files), 'after/openai/casement-app.ts': APP_MODULE }, [...modules, ...ENTRIES])
  })

  // For `window.openai` there are only the types that each app wrote for itself.
  test.each(Object.keys(APPS).filter((path) => path !== 'openai/view.ts'))('%s compiles before', (path) => {
    expect(compiled.complaints(`before/${path}`)).toEqual([])
  })

  test.each(Object.keys(APPS))('%s compiles after', (path) => {
    expect(compiled.complaints(`after/${path}`)).toEqual([])
  })

  test.each([...PUBLISHED, ...MCP_UI])(
    'every name of %s (%s) is where the table says, or has advice of its own',
    (name, installed) => {
      const names = compiled.exportsOf(installed)
      expect(names.length).toBeGreaterThan(2)
      const astray = names.filter((each) => {
        const place = placeOf(name, each)
        if ('fix' in place) return place.fix.startsWith('Casement has no')
        return !compiled.exportsOf(place.entry).includes(place.name ?? each)
      })
      expect(astray).toEqual([])
    },
  )
})

test('apps move to our entries, in the hand that they were written in', () => {
  expect(after['ext-apps/view.ts']).toContain(
    [
      'import { App, PostMessageTransport, applyDocumentTheme } from "casement/view";',
      'import { type McpUiHostContext } from "casement/protocol/schemas";',
      'import { RESOURCE_MIME_TYPE } from "casement/protocol";',
    ].join('\n'),
  )
  expect(after['ext-apps/view.tsx']).toContain(`import type { App } from 'casement/view'\n`)
  expect(after['mcp-ui/server.ts']).toContain('const resource = await createUIResource(')
  expect(after['mcp-ui/client.tsx']).toContain(`import { EXTENSION_ID as UI_EXTENSION_NAME } from 'casement/protocol'`)
  expect(after['openai/server.ts']).toContain(
    `ui: { csp: { connectDomains: ['https://api.example.com'], resourceDomains: ['https://cdn.example.com'] }, prefersBorder: true }`,
  )
  expect(after['openai/server.ts']).toContain(`ui: { resourceUri: 'ui://widget/pizza.html', visibility: ['model', 'app'] }`)
  expect(after['openai/server.ts']).toContain(`'openai/toolInvocation/invoking': 'Ordering'`)
  expect(after['openai/server.ts']).not.toMatch(/skybridge|openai\/widget|outputTemplate/)
  expect(after['openai/view.ts']).toContain(`await app.callServerTool({ name: 'order', arguments: { topping: 'basil' } })`)
  expect(after['openai/view.ts']).toContain(`app.openLink({ url: 'https://example.com/' })`)
})

test('what cannot be moved is named with its line, and stays', () => {
  expect(notesOf('view.ts', APPS['openai/view.ts'] ?? '')).toEqual(['6 openai:set_globals', '11 window.openai.setWidgetState'])
  expect(notesOf('client.tsx', APPS['mcp-ui/client.tsx'] ?? '')).toEqual(['2 AppRenderer of @mcp-ui/client'])
  expect(after['mcp-ui/client.tsx']).toContain(`import { AppRenderer } from '@mcp-ui/client'`)
  expect(notesOf('a.ts', `import * as ext from '@modelcontextprotocol/ext-apps'\n`)).toEqual([
    '1 all of @modelcontextprotocol/ext-apps',
  ])
  expect(notesOf('a.ts', `import { createUIResource as make } from '@mcp-ui/server'\n\nconst f = (o) => make(o)`)).toEqual([
    '3 createUIResource with content from elsewhere',
  ])
})

test.each([
  [`export { App } from '@modelcontextprotocol/ext-apps';`, `export { App } from 'casement/view';`],
  [`const { App } = await import('@modelcontextprotocol/ext-apps')`, `const { App } = await import('casement/view')`],
  [`type A = import('@modelcontextprotocol/ext-apps').App`, `type A = import('casement/view').App`],
  [`import s from '@modelcontextprotocol/ext-apps/schema.json'`, `import s from 'casement/protocol/schema.json'`],
  [`import { Client } from '@modelcontextprotocol/client'`, `import { Client } from '@modelcontextprotocol/client'`],
  [`const openai = new OpenAI(); openai.callTool('x')`, `const openai = new OpenAI(); openai.callTool('x')`],
  [`const m = { ui: {}, 'openai/outputTemplate': 'ui://a' }`, `const m = { ui: {}, 'openai/outputTemplate': 'ui://a' }`],
  [`const m = { 'openai/visibility': 'private', a: 1 }`, `const m = { ui: { visibility: [] }, a: 1 }`],
  [
    `window.openai.callTool('a', { b: window.openai.toolInput })`,
    `import { app } from './casement-app'\napp.callServerTool({ name: 'a', arguments: { b: app.toolInput } })`,
  ],
  [`window.openai.theme = 'dark'`, `window.openai.theme = 'dark'`],
])('%s becomes %s', (before, expected) => {
  expect(migrated('a.ts', before)).toBe(expected)
})

test('scripts inside of pages and components move, and nothing around them', () => {
  const vue = `<template><p>{{ a }}</p></template>\n<script setup lang="ts">\nimport { App } from '@modelcontextprotocol/ext-apps'\n</script>\n`
  expect(migrated('a.vue', vue)).toBe(vue.replace('@modelcontextprotocol/ext-apps', 'casement/view'))
  const html = `<p>window.openai.theme</p>\n<script>\nwindow.openai.uploadFile()\n</script>`
  expect(notesOf('a.html', html)).toEqual(['3 window.openai.uploadFile'])
})

test('code in the READMEs of the published packages moves, or is named', () => {
  const readmes = ['@mcp-ui/server', '@mcp-ui/client', 'mcp-ui-client-5', 'mcp-ui-server-5']
  const blocks = readmes.flatMap((name) => {
    const text = readFileSync(join(root, 'node_modules', name, 'README.md'), 'utf8')
    return [...text.matchAll(/^ *```(?:ts|tsx|typescript)\n([\s\S]*?)^ *```/gm)].map(([, code = '']) => code)
  })
  const old = blocks.filter((code) => /from '@mcp-ui/.test(code))
  expect(old.length).toBeGreaterThan(3)
  for (const code of old) {
    const { edits, notes } = migrateSource('readme.tsx', code)
    expect(edits.length + notes.length).toBeGreaterThan(0)
    const left = [...applyEdits(code, edits).matchAll(/import (?:type )?\{([^}]*)\} from '(@mcp-ui\/\w+)'/g)]
    expect(left.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())).filter(Boolean).length).toBe(
      notes.filter(({ what }) => / of @mcp-ui/.test(what)).length,
    )
  }
})

describe('the command', () => {
  const run = async (...args: string[]): Promise<{ code: number; said: string }> => {
    const said: string[] = []
    const receive = (text: unknown): boolean => said.push(String(text)) > 0
    const streams = [
      vi.spyOn(process.stdout, 'write').mockImplementation(receive),
      vi.spyOn(process.stderr, 'write').mockImplementation(receive),
    ]
    const code = await runCommand(args)
    for (const stream of streams) stream.mockRestore()
    return { code, said: said.join('') }
  }
  const MANIFEST = `{
  "name": "pizza",
  "version": "2.0.0",
  "dependencies": {
    "@mcp-ui/client": "^7.0.0",
    "@mcp-ui/server": "^6.0.0",
    "@modelcontextprotocol/ext-apps": "^2.0.4"
  }
}
`
  const project = (): string =>
    temporaryFolder({ ...APPS, 'package.json': MANIFEST, 'node_modules/x/a.ts': APPS['ext-apps/view.ts'] ?? '' })

  test('shows a diff that can be applied, and writes nothing; with --write it writes the same', async () => {
    const [shown, written] = [project(), project()]
    const { code, said } = await run(shown)
    expect(code).toBe(1)
    expect(said).toContain('openai/view.ts:11  window.openai.setWidgetState')
    expect(said).toMatch(/10 files would change, 3 places left to you\. Run with --write/)
    expect(readFileSync(join(shown, 'ext-apps/view.ts'), 'utf8')).toBe(APPS['ext-apps/view.ts'])
    const diff = said.slice(0, said.indexOf('\nNeeds manual work:'))
    execFileSync('git', ['init', '-q'], { cwd: shown })
    execFileSync('git', ['apply', '-'], { cwd: shown, input: `${diff.trimEnd()}\n` })
    expect((await run(written, '--write')).said).toContain('10 files changed')
    for (const path of readdirSync(written, { recursive: true, encoding: 'utf8' }).filter((each) => /\.\w+$/.test(each)))
      expect(readFileSync(join(shown, path), 'utf8')).toBe(readFileSync(join(written, path), 'utf8'))
    expect(JSON.parse(readFileSync(join(written, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { '@mcp-ui/client': '^7.0.0', casement: '^0.1.0' },
    })
    expect(readFileSync(join(written, 'openai/casement-app.ts'), 'utf8')).toContain('name: "pizza", version: "2.0.0"')
    expect(readFileSync(join(written, 'node_modules/x/a.ts'), 'utf8')).toBe(APPS['ext-apps/view.ts'])
    const again = await migrateFolder(written)
    expect(again.files.filter(({ before, after: next }) => before !== next)).toEqual([])
  })

  test('says so where there is nothing, and how it is called', async () => {
    expect(await run(temporaryFolder({ 'a.ts': 'export {}' }))).toMatchObject({
      code: 0,
      said: expect.stringContaining('No imports of ext-apps') as string,
    })
    expect(await run('--help')).toMatchObject({ code: 0, said: expect.stringContaining('casement migrate [FOLDER]') as string })
    expect(await run('--wirte')).toMatchObject({ code: 2, said: expect.stringContaining('--wirte') as string })
    expect(await run('/no/such/folder')).toMatchObject({ code: 2 })
  })
})

test('a diff has the lines around each change, and counts them', () => {
  const text = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n')
  const at = (word: string): number => text.indexOf(word)
  const diff = unifiedDiff('a.txt', text, [
    { start: at('line 2\n'), end: at('line 2\n') + 6, text: 'two\ntoo' },
    { start: at('line 15'), end: at('line 15') + 7, text: 'fifteen' },
  ])
  expect(diff.match(/^@@.*$/gm)).toEqual(['@@ -1,6 +1,7 @@', '@@ -13,7 +14,7 @@'])
  expect(isKnownModule('@mcp-ui/client')).toBe(true)
})
