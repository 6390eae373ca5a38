import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Browser, Frame, Page } from 'playwright-core'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateFolder } from '../../packages/migrate/src/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { errorsIn, memoryProgram } from '../../test/memory-program.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { until } from '../host/stage.ts'
import { PATIENCE } from '../lab/expression.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { startSite, type Site } from '../lab/site.mjs'
import { bundleApp } from '../mcp-ui/alias.ts'
import { SERVER_5, SERVER_6 } from '../mcp-ui/apps.ts'
import { FIXED_RESOURCE, REFERENCE_HOST } from './reference-host.ts'

type Files = Readonly<Record<string, string>>

/** A place in the repository, from which the packages of the project are found. */
const HOME = join(root, 'e2e/migrate/project')

function compileErrors(files: Files): string[] {
  const sources = new Map(
    Object.entries(files).flatMap(([path, text]) => (path.endsWith('.ts') ? [[join(HOME, path), text] as const] : [])),
  )
  const program = memoryProgram(sources)
  return [...sources.keys()].flatMap((path) =>
    errorsIn(program, path).map(
      ({ messageText }) => `${path.slice(HOME.length)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    ),
  )
}

async function bundleFrom(files: Files, entry: string): Promise<string> {
  const inMemory: Plugin = {
    name: 'project in memory',
    setup(bundling) {
      bundling.onResolve({ filter: /^\.\/|^src\// }, ({ path, importer }) =>
        importer === '' || importer.startsWith('src/')
          ? { path: join('src', path.replace(/^src\//, '')).replace(/(\.ts)?$/, '.ts'), namespace: 'project' }
          : undefined,
      )
      bundling.onLoad({ filter: /./, namespace: 'project' }, ({ path }) => ({
        contents: files[path] ?? '',
        loader: 'ts',
        resolveDir: root,
      }))
    },
  }
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    supported: { 'inline-script': false },
    // The MCP server runs in the page here, and loads these only when it listens.
    external: ['node:*'],
    plugins: [inMemory],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openChromium()
  site.serve('sandbox', '/proxy', { body: readFileSync(join(root, 'packages/casement/dist/sandbox-proxy.html'), 'utf8') })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function migrate(project: Files): Promise<{ migrated: Files; left: string[] }> {
  const { files } = await migrateFolder(temporaryFolder(project))
  const changed = files.map(({ path, after }) => [path, after] as const)
  const left = files.flatMap(({ path, notes }) => notes.map(({ line, what }) => `${path}:${line} ${what}`))
  return { migrated: { ...project, ...Object.fromEntries(changed) }, left }
}

async function viewOf(page: Page): Promise<Frame> {
  const inner = (): Frame | undefined => page.mainFrame().childFrames()[0]?.childFrames()[0]
  await expect
    .poll(() =>
      inner()
        ?.evaluate('Boolean(globalThis.connected)')
        .catch(() => false),
    )
    .toBe(true)
  return inner() as Frame
}

async function runHost(files: Files): Promise<unknown> {
  const [main, view] = await Promise.all([bundleFrom(files, 'src/main.ts'), bundleFrom(files, 'src/view.ts')])
  const src = site.serve('host', '/main.js', { body: main, type: 'text/javascript' })
  site.serve('host', '/', { body: pageHtml({ src }) })
  site.serve('host', '/view', {
    body: `<!doctype html><title>View</title><body><p>Calculator</p><script>console.debug = () => {};${view}</script></body>`,
  })
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  await page.goto(`${site.url('host', '/')}?proxy=${encodeURIComponent(site.url('sandbox', '/proxy'))}`)
  const shown = await viewOf(page)
  await until(shown, 'told.result')
  await shown.evaluate(`app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Next' }] })`)
  await shown.evaluate(`app.openLink({ url: 'https://example.com/' })`)
  const sum = await shown.evaluate(
    `app.callServerTool({ name: 'add', arguments: { a: 1, b: 2 } }).then((r) => r.structuredContent)`,
  )
  const theme = await shown.evaluate(`document.documentElement.dataset.theme`)
  const told = await shown.evaluate('told')
  const log = await page.evaluate(`log.filter(([kind]) => kind !== 'log')`)
  await context.close()
  return { told, sum, theme, log }
}

const EXPECTED = {
  told: { input: { a: 19, b: 23 }, result: { sum: 42 } },
  sum: { sum: 3 },
  theme: 'dark',
  log: [
    ['message', [{ type: 'text', text: 'Next' }]],
    ['link', 'https://example.com/'],
  ],
}

describe('a host in the manner of the reference host', () => {
  test('compiles and runs before', async () => {
    expect(compileErrors(REFERENCE_HOST)).toEqual([])
    expect(await runHost(REFERENCE_HOST)).toEqual(EXPECTED)
  })

  test('has one place left after the migration, and compiles and runs as it is', async () => {
    const { migrated, left } = await migrate(REFERENCE_HOST)
    expect(left).toEqual(['src/resource.ts:14 McpUiResourceMetaSchema.safeParse'])
    expect(migrated['src/resource.ts']).toContain(
      `import { McpUiResourceMetaSchema } from '@modelcontextprotocol/ext-apps/app-bridge'`,
    )
    expect(compileErrors(migrated)).toEqual([])
    expect(await runHost(migrated)).toEqual(EXPECTED)
  })

  test('needs no old package once that place is fixed as the report says', async () => {
    const { migrated } = await migrate(REFERENCE_HOST)
    const fixed = { ...migrated, 'src/resource.ts': FIXED_RESOURCE(migrated['src/resource.ts'] ?? '') }
    expect(Object.values(fixed).filter((text) => text.includes("'@modelcontextprotocol/ext-apps"))).toEqual([])
    expect(compileErrors(fixed)).toEqual([])
    expect(await runHost(fixed)).toEqual(EXPECTED)
  })
})

describe.each([
  ['5', '^5.16.3', SERVER_5, 'mcp-ui-server-5'],
  ['6', '^6.1.0', SERVER_6, '@mcp-ui/server'],
])('a server for @mcp-ui/server %s', (_, range, source, official) => {
  const manifest = `{ "dependencies": { "@mcp-ui/server": "${range}" } }`
  const mimeTypes = async (code: string): Promise<Record<string, string>> => {
    const bundled = await bundleApp(code, { '@mcp-ui/server': official }, 'node')
    const module = (await import(`data:text/javascript;base64,${Buffer.from(bundled).toString('base64')}`)) as {
      resources(first: string, second: string): Record<string, { resource: { mimeType: string } }>
    }
    const made = Object.entries(module.resources('<p>', 'https://example.com/'))
    return Object.fromEntries(made.map(([name, { resource }]) => [name, resource.mimeType]))
  }

  test('has nothing left after the migration, compiles, and creates resources of the same MIME types', async () => {
    const { migrated, left } = await migrate({ 'package.json': manifest, 'src/server.ts': source })
    expect(left).toEqual([])
    expect(migrated['package.json']).not.toContain('@mcp-ui')
    expect(migrated['src/server.ts']).not.toContain('@mcp-ui')
    expect(compileErrors(migrated)).toEqual([])
    const before = await mimeTypes(source)
    expect(Object.keys(before).length).toBeGreaterThan(1)
    expect(await mimeTypes(migrated['src/server.ts'] ?? '')).toEqual(before)
  })
})
