import type { Client } from '@modelcontextprotocol/client'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ask } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { api, connectPage } from './test-support/ask.ts'
import { createAskingServer } from './test-support/asking-server.ts'
import { pagesFolder } from './test-support/pages-folder.ts'

const SCRIPT = fileURLToPath(new URL('test-support/stdio-server.mjs', import.meta.url))

let gateway: Gateway
const leaving = new AbortController()
beforeAll(async () => {
  gateway = await createGateway({
    port: 0,
    pages: pagesFolder,
    builtIn: { asking: createAskingServer() },
    servers: { old: { command: process.execPath, args: [SCRIPT, 'asks'] } },
  })
})
afterAll(async () => {
  leaving.abort()
  await gateway.close()
})

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')
const call = async (server: string, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  textOf(await (await connectPage(gateway, server)).callTool({ name, arguments: args }))
const asked = async (): Promise<Ask> => {
  const open = async (): Promise<Ask[]> => (await api<Ask[]>(gateway, 'GET', '/api/asks')).value
  await expect.poll(async () => (await open()).length).toBe(1)
  const [ask] = await open()
  if (!ask) throw new Error('It was answered meanwhile')
  return ask
}
const answer = async (id: string, given: unknown): Promise<number> =>
  (await api(gateway, 'POST', `/api/asks/${id}`, given)).status

test('a question is cancelled while no page is there to show it', async () => {
  expect(await call('asking', 'book', { train: 'EC 9' })).toBe('Nothing booked')
})

test.each([
  ['asking', 'book'],
  ['old', 'ask'],
])('what %s asks waits for the person, and their answer reaches the tool', async (server, tool) => {
  const events = await fetch(`http://localhost:${gateway.port}/api/events`, {
    headers: { authorization: `Bearer ${gateway.secret}` },
    signal: leaving.signal,
  })
  expect(events.status).toBe(200)
  const result = call(server, tool, { train: 'EC 9' })
  const ask = await asked()
  expect(ask).toMatchObject({
    server,
    kind: 'elicitation',
    params: { message: 'Which seat in EC 9?' },
    call: { tool, by: 'model' },
  })
  expect(await answer(ask.id, { action: 'maybe' })).toBe(400)
  expect(await answer(ask.id, { action: 'accept' })).toBe(400)
  expect(await answer(ask.id, { action: 'accept', content: { seat: '12' } })).toBe(204)
  expect(await result).toBe('Booked 12')
  expect(await answer(ask.id, { action: 'decline' })).toBe(404)
})

test('what a server wants of a model is written by the person, or declined', async () => {
  const written = call('asking', 'summarize')
  const { id, kind, params } = await asked()
  expect([kind, params]).toMatchObject(['sampling', { messages: [{ content: { text: 'Summarize the journey.' } }] }])
  await answer(id, { action: 'accept', content: { text: 'A long one.', model: 'stub' } })
  expect(await written).toContain('A long one.')
  // Caught from the start: it may be told before our own answer is acknowledged.
  const declined = call('asking', 'summarize').catch(String)
  await answer((await asked()).id, { action: 'decline' })
  expect(await declined).toMatch(/declined/)
})

test('each of two questions at once says which call it is for', async () => {
  const calls = [call('asking', 'book', { train: 'EC 9' }), call('asking', 'summarize').catch(String)]
  const open = async (): Promise<Ask[]> => (await api<Ask[]>(gateway, 'GET', '/api/asks')).value
  await expect.poll(async () => (await open()).length).toBe(2)
  const asks = await open()
  expect(new Map(asks.map((ask) => [ask.kind, ask.call?.tool]))).toEqual(
    new Map([
      ['elicitation', 'book'],
      ['sampling', 'summarize'],
    ]),
  )
  for (const { id } of asks) await answer(id, { action: 'decline' })
  await Promise.all(calls)
})
