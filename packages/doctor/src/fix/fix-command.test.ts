import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { finding } from '../catalogue/finding.ts'
import { fetchFacts } from '../connect/fetch-facts.ts'
import { openSession } from '../connect/open-session.ts'
import { runDoctor } from '../run-doctor.ts'
import { commandOf, loadProject, projectFiles } from '../test-support/fixture-project.ts'
import { page, URI } from '../test-support/fixture-server.ts'
import { compareReports } from './compare-reports.ts'
import { Project } from './project.ts'
import { proposeFixes } from './propose-fixes.ts'
import { serverFiles } from './server-files.ts'
import { ServerSources } from './server-sources.ts'
import { parseFile } from './source-file.ts'

const SERVER = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { html } from './view.js'

const uri = 'ui://weather/view.html'
const server = new McpServer({ name: 'weather', version: '1.0.0' })

server.registerTool(
  'forecast',
  {
    description: 'Shows the weather of the next days.',
    annotations: { readOnlyHint: true },
    _meta: { resourceUri: uri },
  },
  () => {
    console.log('called')
    return { content: [{ type: 'text', text: 'Sunny' }] }
  },
)

server.registerResource('view', uri, { mimeType: 'text/html' }, () => ({
  contents: [{ uri, mimeType: 'text/html', text: html }],
}))

console.log('ready')
await server.connect(new StdioServerTransport())
`

const BODY = page(
  '<link rel="stylesheet" href="https://cdn.example.com/style.css">',
  `\n  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return
    if (data.error) document.body.textContent = data.error.message
    else if (data.id === 1) post({ method: 'ui/notifications/initialized', params: {} })
  })
  post({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2025-06-18', clientInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} } })`,
)

const weather = (): string =>
  temporaryFolder({ 'server.js': SERVER, 'view.js': `export const html = \`${BODY}\`\n`, 'package.json': '{ "type": "module" }' })

async function doctor(folder: string, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const command = ['--static', '--timeout', '60000', '--fix', '--root', folder, ...argv, '--', process.execPath]
  const code = await runDoctor([...command, join(folder, 'server.js')], {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    environment: process.env,
  })
  return { code, ...said }
}

test('--fix shows the patches and writes nothing; --write applies them in rounds until the server is clean', async () => {
  const folder = weather()
  const shown = await doctor(folder)
  expect(shown.out).toContain('+    _meta: { ui: { resourceUri: uri } },')
  expect(shown.out).toContain('Add --write to apply the patches.')
  expect(shown.code).toBe(1)
  expect(readFileSync(join(folder, 'server.js'), 'utf8')).toBe(SERVER)

  const written = await doctor(folder, '--write', '--json', '--out', join(folder, 'fixes.patch'))
  const report = JSON.parse(written.out) as { findings: unknown[]; fixes: { code: string; outcome: string; patch: string }[] }
  expect({ code: written.code, findings: report.findings }).toEqual({ code: 0, findings: [] })
  expect(report.fixes.map(({ code, outcome }) => `${outcome} ${code}`)).toEqual(
    expect.arrayContaining([
      'fixed server-stdout-noise',
      'fixed tool-uri-misplaced',
      'fixed resource-mime-legacy',
      'fixed script-no-app-info',
      'fixed script-old-version',
      'fixed html-external-blocked',
    ]),
  )
  expect(readFileSync(join(folder, 'fixes.patch'), 'utf8')).toContain('+++ b/server.js')
  expect(readFileSync(join(folder, 'view.js'), 'utf8')).toContain('appInfo: {')
})

test('a file that was changed meanwhile, is outside of the folder or is installed is never written', () => {
  const folder = temporaryFolder({ 'app/a.js': 'one', 'b.js': 'two', 'app/node_modules/c/index.js': 'three' })
  const project = new Project(join(folder, 'app'))
  expect([project.pathOf('a.js'), project.pathOf('../b.js'), project.pathOf('node_modules/c/index.js')]).toEqual([
    'a.js',
    undefined,
    undefined,
  ])
  expect([project.text('../b.js'), project.text('node_modules/c/index.js')]).toEqual([undefined, undefined])
  expect(project.text('a.js')).toBe('one')
  project.edit('a.js', 'fixed')
  writeFileSync(join(folder, 'app/a.js'), 'changed')
  expect(() => project.save(['a.js'])).toThrow('a.js was changed after it was read')
  expect(readFileSync(join(folder, 'app/a.js'), 'utf8')).toBe('changed')
})

test('a fix that stops the server is rolled back, and the report says so', async () => {
  // The name of the tool is also a key that the program depends on.
  const server = SERVER.replace(`'forecast',`, `'show forecast',`)
    .replace('_meta: { resourceUri: uri }', `_meta: { ui: { resourceUri: uri }, 'ui/resourceUri': uri }`)
    .replace(
      `const server =`,
      `const known = 'show forecast'\nif (known !== ['show', 'forecast'].join(' ')) throw new Error('unknown tool')\nconst server =`,
    )
  const folder = weather()
  writeFileSync(join(folder, 'server.js'), server)
  const { out } = await doctor(folder, '--write', '--json')
  const { fixes } = JSON.parse(out) as { fixes: { code: string; outcome: string; reason?: string }[] }
  expect(fixes.find(({ code }) => code === 'tool-name-invalid')).toMatchObject({
    outcome: 'rolled-back',
    reason: expect.stringContaining('start-process-exited') as string,
  })
  const text = readFileSync(join(folder, 'server.js'), 'utf8')
  expect(text).toContain(`'show forecast'`)
  expect(text).toContain('text/html;profile=mcp-app')
})

test('a View without a source gets a patch against the served document, which is not written', async () => {
  const folder = weather()
  writeFileSync(
    join(folder, 'view.js'),
    `export const html = Buffer.from('${Buffer.from(BODY).toString('base64')}', 'base64').toString()\n`,
  )
  const { out } = await doctor(folder, '--write', '--json')
  const { fixes } = JSON.parse(out) as { fixes: { code: string; outcome: string; patch: string; files: string[] }[] }
  expect(fixes.find(({ code }) => code === 'script-no-app-info')).toMatchObject({
    outcome: 'proposed',
    files: ['ui://weather/view.html'],
    patch: expect.stringContaining('+++ b/ui://weather/view.html') as string,
  })
})

test('an error that was hidden before is uncovered by a fix, not caused', () => {
  const base = {
    server: { address: '', info: {}, era: '', protocolVersion: '' },
    notices: [],
    hosts: [],
    isExamined: true,
    ok: false,
    tools: [],
  }
  const at = (code: 'resource-not-html' | 'script-eval', stage: 'fetching' | 'initialize') =>
    ({ code, stage, severity: 'error', fault: 'view', cause: '', fix: '', sample: '', requirement: '', evidence: '' }) as const
  const [hidden, script] = [at('resource-not-html', 'fetching'), at('script-eval', 'initialize')]
  expect(compareReports({ ...base, findings: [hidden] }, { ...base, findings: [script] })).toMatchObject({
    appeared: [script],
    caused: [],
  })
  expect(compareReports({ ...base, findings: [] }, { ...base, findings: [script] })).toMatchObject({ caused: [script] })
})

test('the sources are what the command starts and what that imports, in TypeScript too; built code leads to its source', () => {
  const folder = temporaryFolder({
    'src/server.ts': `import { html } from './view.js'\nexport const tools: readonly string[] = [html] as const\n`,
    'src/view.ts': 'export const html: string = `<p>`\n',
    'dist/server.js': `import './view.js'\n//# sourceMappingURL=server.js.map`,
    'dist/server.js.map': JSON.stringify({ version: 3, sources: ['../src/server.ts'], mappings: '' }),
    'package.json': '{ "scripts": { "start": "node dist/server.js" } }',
  })
  const pathsOf = (command: string, ...args: string[]) =>
    serverFiles({ kind: 'stdio', command, args, cwd: folder }, new Project(folder)).map(({ path }) => path)
  expect(pathsOf('node', 'src/server.ts')).toEqual(['src/server.ts', 'src/view.ts'])
  expect(pathsOf('npm', 'start')).toEqual(['src/server.ts', 'src/view.ts'])
})

test.each([
  ['view-blocked', 'connect-src blocked https://api.example.com/a', `connectDomains: ['https://api.example.com']`],
  ['use-refused', 'navigator.clipboard.writeText was refused', 'permissions: { clipboardWrite: {} }'],
] as const)('%s, which only a browser finds, gets a patch of the metadata', async (code, evidence, expected) => {
  const folder = temporaryFolder(projectFiles({}))
  const target = await loadProject(folder, {})
  const session = await openSession(target, 10_000)
  const facts = await fetchFacts(session, target, { timeout: 10_000 })
  const [fix] = proposeFixes([finding(code, evidence, { resourceUri: URI })], facts, commandOf(folder), new Project(folder))
  expect(fix?.patch).toContain(expected)
})

test('a repair that changes the hash in the address of the View is a repair of the same View', () => {
  const base = {
    server: { address: '', info: {}, era: '', protocolVersion: '' },
    notices: [],
    hosts: [],
    isExamined: true,
    ok: false,
    tools: [],
  }
  const at = (resourceUri: string) => finding('script-eval', 'eval(1)', { resourceUri })
  const [before, after] = [at('ui://weather/view.59edf6ec459b.html'), at('ui://weather/view.399cdbbcd763.html')]
  expect(compareReports({ ...base, findings: [before] }, { ...base, findings: [after] }).appeared).toEqual([])
})

test('what only looks like a content item is not given metadata', () => {
  const folder = temporaryFolder({
    'server.js': `import { defineApp } from 'casement/server'\nexport const app = defineApp({ tools: { show: { text: () => 'Sunny' } } })\n`,
  })
  const project = new Project(folder)
  const sources = new ServerSources(
    serverFiles({ kind: 'stdio', command: 'node', args: ['server.js'], cwd: folder }, project),
    project,
  )
  expect(sources.contents('ui://weather/view.html')).toEqual([])
})

test('JavaScript that the parser of TypeScript refuses is a source too, and so is JSX', () => {
  expect(parseFile('index.js', 'send.prototype.type = function type(path) { return path }\n')).toBeDefined()
  expect(parseFile('view.jsx', 'export const View = () => <output>Sunny</output>\n')).toBeDefined()
})

test('an origin goes to the options of the View where casement/server serves it', async () => {
  const server = `export const app = defineApp({ name: 'weather', view: { file: './view.html' }, tools: { forecast: tool({ text: () => 'Sunny' }) } })\n`
  const folder = temporaryFolder({ ...projectFiles({}), 'server.mjs': server })
  const target = await loadProject(temporaryFolder(projectFiles({})), {})
  const session = await openSession(target, 10_000)
  const facts = await fetchFacts(session, target, { timeout: 10_000 })
  const blocked = finding('view-blocked', 'connect-src blocked https://api.example.com/a', { resourceUri: URI })
  const [fix] = proposeFixes([blocked], facts, commandOf(folder), new Project(folder))
  expect(fix?.patch).toContain(`view: { file: './view.html', csp: { connectDomains: ['https://api.example.com'] } }`)
})
