import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSkills } from '../../packages/agent/src/skills/skills.ts'
import { serveCasementHost } from '../../packages/conformance/src/adapters/serve-casement.ts'
import type { HostUnderTest } from '../../packages/conformance/src/adapters/host-under-test.ts'
import type { ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder, writeFiles } from '../../test/temporary-folder.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { shownViews } from '../lab/shown-views.mjs'

// As long as a busy machine takes.
const LONG = 120_000
const textOf = new Map(listSkills().map(({ name, text }) => [name, text]))

/** The blocks of code of a skill, in order. */
function blocksOf(skill: string): string[] {
  return [...(textOf.get(skill) ?? '').matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => code)
}

/** A block of code, and a complaint if the skill has lost it. */
function block(skill: string, index: number): string {
  const code = blocksOf(skill)[index]
  if (code === undefined) throw new Error(`${skill} has no code block ${index}`)
  return code
}

const commands = new Set(
  [...textOf.values()].flatMap((text) => [...text.matchAll(/^npx casement (.*)$/gm)].map(([, line = '']) => line)),
)

const CODE = { 'write-a-view': 2, 'add-a-view-to-a-server': 2, 'host-views': 2, 'debug-a-view': 0, 'migrate-from-ext-apps': 0 }
const MANIFEST = { name: 'weather', version: '1.0.0', type: 'module' }
const OLD_VIEW =
  "import { App } from '@modelcontextprotocol/ext-apps'\nexport const app = new App({ name: 'a', version: '1' }, {})\n"
const HOST = 'http://localhost:5173/conformance.html'

/** The project that the skills describe, made of their code. */
const project = temporaryFolder({}, afterAll)
/** One like those that are migrated. */
const copyOfOld = (): string =>
  temporaryFolder(
    {
      'package.json': JSON.stringify({ ...MANIFEST, dependencies: { '@modelcontextprotocol/ext-apps': '2.0.4' } }),
      'view.ts': OLD_VIEW,
    },
    afterAll,
  )
let host: HostUnderTest

const bundle = (name: string): Promise<string> =>
  bundleScript(new URL(`${name}.ts`, pathToFileURL(`${project}/`)), { format: 'esm' })

beforeAll(async () => {
  writeFiles(project, {
    'view.ts': block('write-a-view', 0),
    'refresh.ts': block('write-a-view', 1),
    'official.ts': block('add-a-view-to-a-server', 1),
    'serve-chat.ts': block('host-views', 0),
    'show.ts': block('host-views', 1),
  })
  const script = await bundle('view')
  const view = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Weather</title><body><script type="module">${script}</script>`
  writeFiles(project, {
    'package.json': JSON.stringify(MANIFEST),
    'dist/view.html': view,
    'dist/server.js': block('add-a-view-to-a-server', 0),
  })
  host = await serveCasementHost()
}, LONG)
afterAll(() => host?.close())

interface Finished {
  readonly code: number | null
  readonly out: string
}

/** Runs `casement` with the words of a line of shell. */
function casement(line: string, cwd: string): Promise<Finished> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const command = join(root, 'packages/casement/bin/casement.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out }))
  })
}

/** The last line of the output of each command, by its beginning, and the file that it writes. */
const EXPECTATIONS: readonly { readonly start: string; readonly words: RegExp; readonly file?: string }[] = [
  { start: 'create my-app', words: /my-app/, file: 'my-app/src/app.ts' },
  { start: 'doctor', words: /^Nothing was found\.$/m },
  { start: 'render', words: /^[\w-]+\.png: forecast, \d+ × \d+ px$|"ok": true/m },
  { start: 'conformance', words: /^conforms: /m },
  { start: 'migrate . --write', words: /2 files changed, 0 places left/ },
  { start: 'migrate . --alias', words: /1 file changed/ },
  { start: 'migrate .', words: /2 files would change, 0 places left/ },
]

test('every block of code is used here', () => {
  expect(Object.fromEntries([...textOf.keys()].map((name) => [name, blocksOf(name).length]))).toEqual(CODE)
})

test.concurrent.each([...commands])('casement %s', { timeout: LONG }, async (line) => {
  const expected = EXPECTATIONS.find(({ start }) => line.startsWith(start))
  expect(expected, 'a command without an expectation').toBeDefined()
  const cwd = line.startsWith('migrate') ? copyOfOld() : project
  const finished = await casement(line.replace(HOST, host.url), cwd)
  expect(finished).toEqual({ code: 0, out: expect.stringMatching(expected?.words ?? '') as string })
  const file = /--out (\S+)/.exec(line)?.[1] ?? expected?.file
  expect(file === undefined || existsSync(join(cwd, file))).toBe(true)
})

test('the View, the tool of the official server and the host of the skills work together', { timeout: LONG }, async () => {
  writeFiles(project, {
    'page.ts': `import { refresh } from './refresh.ts'
      import { show } from './show.ts'
      const client = Object.fromEntries(['callTool', 'listTools', 'readResource'].map((name) => [name, (params) => request(name, params)]))
      const { tools: [tool] } = await client.listTools()
      const view = show(document.body, { client, tool })
      view.update({ input: {}, result: await client.callTool({ name: 'forecast', arguments: {} }) })
      Object.assign(window, { view, refreshed: refresh({ callServerTool: (params) => params }) })`,
  })
  const load = (name: string): Promise<unknown> => import(join(project, name))
  const { served } = (await load('serve-chat.ts')) as { served: ServedSandbox }
  const { addForecast } = (await load('official.ts')) as { addForecast: (server: McpServer, html: string) => void }
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  addForecast(server, readFileSync(join(project, 'dist/view.html'), 'utf8'))
  const client = new Client({ name: 'chat', version: '1.0.0' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(theirs), client.connect(ours)])
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    type Name = 'callTool' | 'listTools' | 'readResource'
    await page.exposeFunction('request', (name: Name, params: never) => client[name](params ?? undefined))
    await page.goto(served.hostOrigin)
    await page.addScriptTag({ type: 'module', content: await bundle('page') })
    const texts = async () => Promise.all((await shownViews(page)).map((frame) => frame.locator('body').textContent()))
    await expect.poll(texts, { timeout: LONG }).toEqual(['{"degrees":21}'])
    expect(await page.evaluate('refreshed')).toEqual({ name: 'refresh', arguments: { range: '7d' } })
    await page.evaluate('view.dispose()')
  } finally {
    await browser.close()
    await served.close()
    await client.close()
  }
})
