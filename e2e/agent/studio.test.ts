import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { callLink, openStudio, PATIENCE, type OpenStudio } from '../studio/open-studio.ts'

const dashboard = [process.execPath, join(root, 'examples/dashboard/dist/server.js')]
const launcher = join(root, 'packages/casement/bin/casement.js')
const folder = temporaryFolder({}, afterAll)
const program = spawn(process.execPath, [launcher, 'mcp', '--port', '0', '--', ...dashboard], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'pipe'],
})
let url = ''
let studio: OpenStudio
beforeAll(async () => {
  let said = ''
  for await (const chunk of program.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    url = /casement mcp: (\S+)\n/.exec(said)?.[1] ?? ''
    if (url !== '') break
  }
  studio = await openStudio({ servers: { agent: { url } } })
}, PATIENCE)
afterAll(async () => {
  await studio?.close()
  const ended = once(program, 'exit')
  program.kill()
  await ended
})

test('casement mcp serves Streamable HTTP', { timeout: PATIENCE }, async () => {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('render')
  const steps: unknown[] = []
  const answer = await client.callTool(
    { name: 'doctor', arguments: { static: true } },
    { timeout: PATIENCE, onprogress: ({ message }) => void steps.push(message) },
  )
  expect(answer.structuredContent).toMatchObject({ ok: true, findings: [] })
  expect(steps).not.toEqual([])
  await client.close()
})

test.each([
  ['render', { tool: 'show-metrics', arguments: { range: '7d' }, width: 480 }, /^show-metrics480 × \d+ pxNo problems/],
  ['doctor', { static: true }, /server\.jsNothing found/],
])('the Studio shows the View of %s', { timeout: 2 * PATIENCE }, async (tool, input, words) => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'agent', tool, input))
  const view = page.frameLocator('mcp-app iframe').frameLocator('iframe').locator('main')
  await expect.poll(async () => view.textContent(), { timeout: PATIENCE }).toMatch(words)
  expect(studio.complaints).toEqual([])
  await page.close()
})
