import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './run-command.ts'

// A port that browsers block: nothing leaves the machine.
const NOWHERE = 'http://127.0.0.1:9/'

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const context = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await runCommand(argv, { ...context, environment: process.env })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('one run writes every kind of result', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casement-conformance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string): string => join(folder, name)
  const view = fileURLToPath(new URL('../../../../examples/hello/dist/hello.html', import.meta.url))
  const only = ['--only', 'view/handshake/app-name', '--only', 'view/handshake/app-version']
  const files = ['--junit', file('junit.xml'), '--html', file('report.html'), '--badge', file('badge.svg')]
  const { code, out, err } = await run('--view', view, ...only, '--patience', '60000', '--json', ...files)
  expect([code, err]).toEqual([0, ''])
  const [report] = JSON.parse(out) as [{ subject: string; ok: boolean; counts: object; results: { id: string }[] }]
  expect(report).toMatchObject({ subject: view, ok: true, counts: { pass: 2, fail: 0, unfinished: 0 } })
  expect(report.results.map(({ id }) => id)).toEqual(['view/handshake/app-name', 'view/handshake/app-version'])
  expect(await readFile(file('junit.xml'), 'utf8')).toContain('tests="2" failures="0"')
  expect(await readFile(file('report.html'), 'utf8')).toContain('2 of 2 passed')
  expect(await readFile(file('badge.svg'), 'utf8')).toContain('2 / 2')
})

const PROFILE = {
  casementProfile: 1,
  id: 'frugal',
  title: 'Frugal 1.0',
  date: '2026-11-19',
  source: 'casement probe',
  summary: '',
  settings: { compat: true, withoutStorage: true, without: ['oncalltool'], displayModes: ['inline'] },
  facts: [],
  unknown: '',
}

// Sends what it found in its host as the name of its app.
const CURIOUS_VIEW = `<!doctype html><title>Curious</title><script>
let storage = 'with storage'
try { localStorage.length } catch { storage = '' }
let call = ''
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ data }) => {
  if (data.id === 1) send({ id: 2, method: 'tools/call', params: { name: 'a', arguments: {} } })
  if (data.id === 1) call = data.result.hostCapabilities.serverTools ? '' : 'not offered'
  if (data.id === 2 && (storage || !data.error || !call)) throw new Error('a host with all')
  if (data.id === 2) send({ method: 'ui/notifications/initialized', params: {} })
})
send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'curious', version: '1.0.0' }, appCapabilities: {} } })
</script>`

test('--host-profile emulates the host of a profile for a View', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casement-conformance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [view, profile] = [join(folder, 'view.html'), join(folder, 'frugal.json')]
  await writeFile(view, CURIOUS_VIEW)
  await writeFile(profile, JSON.stringify(PROFILE))
  const look = async (...more: string[]): Promise<unknown> => {
    const { out } = await run('--view', view, '--only', 'view/handshake/initialized', '--patience', '3000', '--json', ...more)
    const [report] = JSON.parse(out) as [{ subject: string; ok: boolean }]
    return [report.subject, report.ok]
  }
  expect(await look()).toEqual([view, false])
  expect(await look('--host-profile', profile)).toEqual([`${view} in Frugal 1.0`, true])
})

/** A site with one page that is no part of any host. */
async function serveSomePage(): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/' ? 200 : 404
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Chat')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('what cannot be examined gets no verdict, but a reason', { timeout: 120_000 }, async () => {
  const url = await serveSomePage()
  const cases = [
    [['--host', url], `${url} has no window.conformanceHost`],
    [['--view', NOWHERE], `${NOWHERE} cannot be reached: net::`],
    [['--view', `${url}gone`], `${url}gone answered 404`],
    [['--proxy', url, '--patience', '300'], `${url} sends nothing to the parent page, so it is not a sandbox proxy`],
    [['--proxy', `${url}gone`], `${url}gone answered 404`],
    [['--proxy', NOWHERE], `${NOWHERE} cannot be loaded into a page at http://localhost:`],
  ] as const
  for (const [argv, reason] of cases)
    expect(await run(...argv)).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) as string })
})
