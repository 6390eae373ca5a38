import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { buildIsCurrent, root } from '../scripts/setup.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** A port that is taken for as long as the test runs. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Responses for a name below localhost, also on systems that do not resolve such names. */
async function visit(url: string): Promise<{ status: number | undefined; body: string }> {
  const { host, port, pathname, search } = new URL(url)
  const [response] = (await once(get({ host: '127.0.0.1', port, path: pathname + search, headers: { host } }), 'response')) as [
    IncomingMessage,
  ]
  return { status: response.statusCode, body: await text(response) }
}

test('npm start opens the Studio with the examples, next to a taken port, and ends cleanly', async () => {
  expect(buildIsCurrent(), 'what is in dist is old: npm run build').toBe(true)
  const port = await takenPort()
  const child = spawn(process.execPath, ['scripts/start.mjs', '--data-dir', temporaryFolder()], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const complaints = text(child.stderr)
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) break
  }
  expect(lines.slice(0, 2)).toEqual(['dependencies: up to date', 'build: up to date'])
  const said = lines.join('\n')
  expect(said).toMatch(/Servers .*\bhello\b/)
  const [link = ''] = /http:\S+/.exec(said) ?? []
  expect(link).toMatch(/^http:\/\/casement\.localhost:\d+\/\?key=[\w-]+$/)
  const url = new URL(link).origin

  const page = await visit(link)
  expect([page.status, page.body.includes('Casement Studio'), page.body.includes('__CASEMENT_SECRET__')]).toEqual([
    200,
    true,
    false,
  ])
  const without = await visit(`${url}/`)
  expect([without.status, without.body.includes('from your terminal')]).toEqual([401, true])
  const [other, outside] = await Promise.all([visit(url.replace('casement', 'evil')), visit(`${url}/..%2f..%2fpackage.json`)])
  expect([other.status === 200, outside.status === 200 && outside.body.includes('"dependencies"')]).toEqual([false, false])

  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  // If the next port is in use too, the log has one more line.
  expect(await complaints).toMatch(
    new RegExp(`^port ${port} is taken, trying the next\n(port \\d+ is taken, trying the next\n)*$`),
  )
})
