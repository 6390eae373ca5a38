import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { renderView, RenderFailure, type RenderOptions } from '../../packages/doctor/src/index.ts'
import { renderViewIn } from '../../packages/doctor/src/render/render-view.ts'
import { runRender } from '../../packages/doctor/src/render/render-command.ts'
import { page, SCRIPT, targetOf, TOOL, type FixtureServer } from '../../packages/doctor/src/test-support/fixture-server.ts'
import { withContent, withScript, withTool } from '../../packages/doctor/src/test-support/fixture.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const launching = openChromium()
const opening = launching.then((browser) => ({ browser }))
afterAll(async () => (await launching).close())

// As long as a busy machine takes.
const TIMEOUT = 60_000

const render = (server: FixtureServer, options: Partial<RenderOptions> = {}) =>
  renderViewIn(opening, targetOf(server), { tool: 'forecast', arguments: { place: 'Rome' }, timeout: TIMEOUT, ...options })

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

// The handshake only: a ping of the host may have the same id.
const SHOWS_ITS_RESULT = `${SCRIPT.replace('data.id === 1', 'data.id === 1 && data.result')}
  const post2 = (method, params) => window.parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data.method !== 'ui/notifications/tool-result') return
    document.body.innerHTML = '<h1></h1><button>Refresh</button>'
    document.querySelector('h1').textContent = data.params.content[0].text + ' ' + navigator.language +
      (matchMedia('(prefers-color-scheme: dark)').matches ? ' dark' : ' light')
    console.warn('rendered', data.params.content.length)
    post2('ui/notifications/size-changed', { width: 300, height: 202 })
  })`
const working = withContent({ text: page('', SHOWS_ITS_RESULT) })

describe('a View that works', () => {
  test('is rendered with its result, in the theme, locale and width that were asked for', async () => {
    const view = await render(working, { theme: 'dark', locale: 'de-DE', width: 400 })
    expect(view).toMatchObject({ ok: true, problems: [], tool: 'forecast', arguments: { place: 'Rome' } })
    expect(view.accessibilityTree).toBe('- heading "18 °C and sunny de-DE dark" [level=1]\n- button "Refresh"')
    expect(view.console).toEqual([{ level: 'warn', message: 'rendered 1' }])
    expect([sizeOf(view.png), view.size.width]).toEqual([view.size, 400])
    // With the border of the host.
    expect(view.size.height).toBeGreaterThanOrEqual(200)
    expect(view.messages.map(({ message }) => message['method'])).toContain('ui/notifications/tool-result')
  })

  test('shows a result that is given, without a call of its tool', async () => {
    const server = { ...working, instead: { 'tools/call': { error: { code: -32_603, message: 'must not be called' } } } }
    const view = await render(server, { result: { content: [{ type: 'text', text: 'snow' }] } })
    expect(view.accessibilityTree).toContain('heading "snow en-US light"')
  })
})

test('an exception, a violation, a refused call and an error of the tool are reported, with a picture', async () => {
  const script = `setTimeout(() => { throw new Error('boom') })
    fetch('https://api.example.com/').catch(() => {})
    addEventListener('message', ({ data }) => data.id === 1 && data.result &&
      post({ id: 2, method: 'tools/call', params: { name: 'erase', arguments: {} } }))`
  const server = {
    ...withScript(script),
    tools: [TOOL, { name: 'erase', inputSchema: { type: 'object' } }],
    result: { isError: true, content: [{ type: 'text', text: 'no such place' }] },
  }
  const view = await render(server)
  expect(view).toMatchObject({ ok: false, withheld: ['erase'] })
  expect(view.problems.map(({ code }) => code).toSorted()).toEqual(['code-error', 'tool-error', 'view-blocked'])
  expect(view.exceptions).toEqual([expect.stringContaining('boom')])
  expect(view.violations).toEqual([{ directive: 'connect-src', blocked: 'https://api.example.com/' }])
  expect(sizeOf(view.png).height).toBeGreaterThan(0)
})

test.each<[string, FixtureServer, number, string, RegExp]>([
  [
    'a View that shows nothing',
    withContent({ text: page('', SCRIPT).replace('<p>Weather</p>', '<div style="height:90px"></div>') }),
    TIMEOUT,
    'look-blank',
    /shows nothing/,
  ],
  ['a View that never connects', withContent({ text: page('', '') }), 500, 'view-silent', /ui\/initialize/],
])('%s is a problem, with a picture', async (_, server, timeout, code, words) => {
  const view = await render(server, { timeout })
  expect(view.problems).toEqual([{ code, message: expect.stringMatching(words) as string }])
  expect(sizeOf(view.png).height).toBeGreaterThan(0)
})

test.each<[string, FixtureServer, Partial<RenderOptions>, string]>([
  ['a tool that the server does not have', {}, { tool: 'forcast' }, 'tool-not-found'],
  ['a tool without a View', withTool({ _meta: {} }), {}, 'tool-without-view'],
  ['a call that fails', { instead: { 'tools/call': { error: { code: -32_603, message: 'no' } } } }, {}, 'tool-call-failed'],
  ['a tool that may change something, read-only', withTool({ annotations: {} }), { readOnly: true }, 'tool-not-read-only'],
  [
    'a View that cannot be read',
    { instead: { 'resources/read': { error: { code: -32_002, message: 'gone' } } } },
    {},
    'view-unreadable',
  ],
])('%s has a code', async (_, server, options, code) => {
  const failure = await render(server, options).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RenderFailure)
  expect(failure).toMatchObject({ code })
})

test.each<[string, Partial<RenderOptions>, string]>([
  ['a browser that is not there', { browser: '/no/such/browser' }, 'browser-missing'],
  ['a rendering that is cancelled before it starts', { signal: AbortSignal.abort() }, 'cancelled'],
])('%s has a code', async (_, options, code) => {
  await expect(renderView(targetOf({}), { tool: 'forecast', ...options })).rejects.toMatchObject({ code })
})

test('ends when it is cancelled, also while it waits for the View', async () => {
  const cancelling = new AbortController()
  const onProgress = (text: string) => (text.startsWith('waiting') ? cancelling.abort() : undefined)
  const silent = targetOf(withContent({ text: page('', '') }))
  const rendering = renderView(silent, { tool: 'forecast', timeout: TIMEOUT, signal: cancelling.signal, onProgress })
  await expect(rendering).rejects.toMatchObject({ code: 'cancelled' })
})

describe('casement render', () => {
  const dashboard = [process.execPath, join(root, 'examples/dashboard/dist/server.js')]

  test('saves a picture and prints the accessibility tree', () => {
    const file = join(temporaryFolder({}), 'new/metrics.png')
    const argv = ['render', '--tool', 'show-metrics', '--args', '{"range":"7d"}', '--out', file, '--width', '640', '--json']
    const command = join(root, 'packages/casement/bin/casement.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...argv, '--', ...dashboard], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const report = JSON.parse(stdout) as { accessibilityTree: string; size: { width: number; height: number } }
    expect(report).toMatchObject({ ok: true, picture: file, problems: [], violations: [], exceptions: [] })
    expect(report.accessibilityTree).toContain('heading "Shop metrics"')
    expect(sizeOf(readFileSync(file))).toEqual(report.size)
    expect(report.size.width).toBe(640)
  })

  test.each([
    ['http://127.0.0.1:65533/mcp', 'connect-refused'],
    [[process.execPath, '-e', 'process.exit(3)'], 'start-process-exited'],
  ])('%j ends with 2, the reason and no picture', async (server, reason) => {
    const file = join(temporaryFolder({}), 'a.png')
    const said = { out: '', err: '' }
    const surroundings = {
      out: (text: string) => void (said.out += text),
      err: (text: string) => void (said.err += text),
      environment: process.env,
    }
    const argv = ['--tool', 'a', '--out', file, ...(typeof server === 'string' ? [server] : ['--', ...server])]
    expect(await runRender(argv, surroundings)).toBe(2)
    expect(said).toEqual({ out: '', err: expect.stringContaining(reason) as string })
    expect(existsSync(file)).toBe(false)
  })
})
