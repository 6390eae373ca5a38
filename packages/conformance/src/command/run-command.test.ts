import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
  const surroundings = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await runCommand(argv, { ...surroundings, environment: process.env })
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
  expect(await readFile(file('report.html'), 'utf8')).toContain('2 of 2 kept')
  expect(await readFile(file('badge.svg'), 'utf8')).toContain('2 / 2')
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
    [['--proxy', url, '--patience', '300'], `${url} says nothing to the page around it, so it is no sandbox proxy`],
    [['--proxy', `${url}gone`], `${url}gone answered 404`],
    [['--proxy', NOWHERE], `${NOWHERE} cannot be loaded into a page at http://localhost:`],
  ] as const
  for (const [argv, reason] of cases)
    expect(await run(...argv)).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) as string })
})
