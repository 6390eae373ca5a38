import { expect, test, vi } from 'vitest'
import type { ViewToHost } from '../protocol/methods.ts'
import { viewFrame } from './test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('R-232 R-233: links, window.open and downloads go through the host, the rest stays with the browser', async () => {
  const { view, host, window, frame } = await viewFrame(
    `<body><a id=out href="https://example.com/a?b#c"><b>x</b></a><a id=in href="#here">y</a>
     <a id=data href="data:text/csv,a%2Cb" download="t.csv">z</a><p id=here>h</p><a id=far href="https://example.com/f.pdf" download>f</a>`,
    { hostCapabilities: { openLinks: {}, downloadFile: {} } },
  )
  const asked: unknown[] = []
  host.handle('ui/open-link', ({ url }) => (asked.push(url), {}))
  host.handle('ui/download-file', ({ contents }) => (asked.push(contents), {}))
  await new view.App(INFO, {}, OPTIONS).connect()
  const page = frame.contentDocument as Document
  const click = async (element: Element | null): Promise<void> => {
    const before = asked.length
    ;(element as HTMLElement).click()
    await vi.waitUntil(() => asked.length > before)
  }
  await click(page.querySelector('#out b'))
  page.querySelector<HTMLElement>('#in')?.click()
  await click(page.querySelector('#data'))
  await click(page.querySelector('#far'))
  const blob = Object.assign(page.createElement('a'), { download: 'b.bin' })
  blob.href = window.URL.createObjectURL(new window.Blob([new Uint8Array([0, 255, 128])], { type: 'application/x-b' }))
  page.body.append(blob)
  await click(blob)
  expect(window.open('https://example.com/opened')).toBeNull()
  await vi.waitUntil(() => asked.length === 5)
  expect(asked).toEqual([
    'https://example.com/a?b#c',
    [{ type: 'resource', resource: { uri: 'file:///t.csv', mimeType: 'text/csv', text: 'a,b' } }],
    [{ type: 'resource_link', uri: 'https://example.com/f.pdf', name: 'https://example.com/f.pdf' }],
    [{ type: 'resource', resource: { uri: 'file:///b.bin', mimeType: 'application/x-b', blob: 'AP+A' } }],
    'https://example.com/opened',
  ])
})

test('state is kept by the host where it offers that; what was set before the handshake wins', async () => {
  const { view, host } = await viewFrame('<body>', { hostCapabilities: { experimental: { 'dev.casement/state': {} } } })
  const entries: ViewToHost['dev.casement/state/read']['result']['entries'] = {
    kept: { version: 1, value: 'from the host' },
    old: { version: 1, value: 2 },
    early: { version: 1, value: 'old' },
  }
  host.handle('dev.casement/state/read', () => ({ entries }))
  host.handle('dev.casement/state/write', ({ key, entry }) => {
    if (entry) entries[key] = entry
    return {}
  })
  const app = new view.App(INFO, {}, OPTIONS)
  const kept = app.state('kept', 'initial')
  const migrated = app.state('old', 'x', { version: 2, migrate: (value) => `was ${String(value)}` })
  const early = app.state('early', '')
  expect([kept.get(), kept.where]).toEqual(['initial', 'pending'])
  const writing = early.set('new')
  expect(early.get()).toBe('new')
  await app.connect()
  await Promise.all([kept.loaded, migrated.loaded, writing])
  expect([kept.get(), migrated.get(), early.get(), kept.where]).toEqual(['from the host', 'was 2', 'new', 'host'])
  expect(entries['early']).toEqual({ version: 1, value: 'new' })
  await kept.set('later')
  expect(entries['kept']).toEqual({ version: 1, value: 'later' })
  await expect(kept.set('x'.repeat(70_000))).rejects.toMatchObject({ code: 'OVER_BUDGET' })
  expect(app.state('kept', '')).toBe(kept)
})

test('R-101: else state is in localStorage, under the name of the app and the call it shows', async () => {
  const context = { hostContext: { toolInfo: { id: 7, tool: { name: 'show', inputSchema: { type: 'object' as const } } } } }
  const first = await viewFrame('<body>', context)
  const app = new first.view.App(INFO, {}, OPTIONS)
  await app.connect()
  const cell = app.state('n', 0)
  await cell.set(5)
  expect(cell.where).toBe('localStorage')
  expect(localStorage.getItem('casement:view:show:7')).toBe('{"n":{"version":1,"value":5}}')
  const second = await viewFrame('<body>', context)
  const again = new second.view.App(INFO, {}, OPTIONS)
  await again.connect()
  const found = again.state('n', 0)
  await found.loaded
  expect(found.get()).toBe(5)
  localStorage.removeItem('casement:view:show:7')
})

test('the black box says what happened', async () => {
  const { view, host, window } = await viewFrame('<body>')
  const app = new view.App(INFO, {}, OPTIONS)
  const errors: string[] = []
  app.onerror = ({ message }) => errors.push(message)
  await app.connect()
  app.ontoolinput = () => {
    throw new Error('in a handler')
  }
  host.notify('ui/notifications/tool-input', {})
  await vi.waitUntil(() => errors.length === 1)
  window.dispatchEvent(new window.ErrorEvent('error', { message: 'somewhere else' }))
  for (let i = 0; i < 300; i++) await app.sendLog({ level: 'debug', data: i })
  const { entries, status, hostInfo, app: name } = app.diagnose()
  expect({ status, hostInfo, name, length: entries.length }).toEqual({
    status: 'ready',
    hostInfo: { name: 'frame-host', version: '1' },
    name: 'view 1',
    length: 200,
  })
  expect(entries.at(-1)).toMatchObject({ kind: 'out', what: expect.stringContaining('"data":299') })
  const heard = new Promise((resolve) => host.on('notifications/message', resolve))
  await app.sendDiagnosis()
  await heard
})

test('the black box keeps the beginning of what is long', async () => {
  const { view } = await viewFrame('<body>')
  const app = new view.App(INFO, {}, OPTIONS)
  await app.connect()
  await app.sendLog({ level: 'debug', data: 'x'.repeat(5000) })
  await app.sendLog({ level: 'debug', data: Array.from({ length: 100_000 }, (_, row) => row) })
  const [text, list] = app.diagnose().entries.slice(-2)
  expect([text?.what.length, text?.what]).toEqual([2000, expect.stringContaining('"data":"xxx')])
  expect(list?.what).toContain('"data":[0,1,2,')
  expect(list?.what.length).toBeLessThan(2000)
})

test('server extras: what the host can, and a typed "unsupported" for the rest', async () => {
  const { view, host } = await viewFrame('<body>')
  host.handle('tools/call', ({ name, arguments: args }) => ({
    content: [],
    structuredContent: { status: 201, headers: { 'x-tool': name }, text: JSON.stringify(args) },
  }))
  const app = new view.App(INFO, {}, OPTIONS)
  await app.connect()
  const response = await app.fetch('https://api.example.com/x', { method: 'POST', body: 'hi', headers: { a: 'b' } })
  expect([response.status, response.headers.get('x-tool')]).toEqual([201, 'fetch'])
  expect(await response.json()).toMatchObject({
    url: 'https://api.example.com/x',
    method: 'POST',
    body: 'aGk=',
    headers: { a: 'b' },
  })
  await expect(app.listServerTools()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.subscribeServerResource('x:y', () => {})).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.pickFile()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  host.handle('resources/subscribe', () => ({}))
  let changes = 0
  const stop = await app.subscribeServerResource('x:y', () => changes++)
  host.notify('notifications/resources/updated', { uri: 'x:z' })
  host.notify('notifications/resources/updated', { uri: 'x:y' })
  await vi.waitUntil(() => changes === 1)
  const stopped = new Promise((resolve) => host.handle('resources/unsubscribe', (params) => (resolve(params), {})))
  stop()
  expect(await stopped).toEqual({ uri: 'x:y' })
})
