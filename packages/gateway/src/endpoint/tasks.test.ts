import { defineApp, result, serve, tool, type Served } from 'casement/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_USER } from '../security/principal.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import { api, ask } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { createAskResponder } from '../connections/ask-handlers.ts'
import type { Store } from '../store/store.ts'
import { createTasks, type TaskClient } from './tasks.ts'

const EXTENSION = 'io.modelcontextprotocol/tasks'

let finish = (): void => {}
let aborted = 0
const app = defineApp({
  name: 'reports',
  version: '1.0.0',
  tools: {
    report: tool({
      task: true,
      run: async function* (_, { signal }) {
        yield { progress: 1, message: 'Collecting' }
        await new Promise<void>((resolve) => {
          finish = resolve
          signal.addEventListener('abort', () => {
            aborted++
            resolve()
          })
        })
        return result({ model: 'The report', view: { pages: 3 } })
      },
    }),
  },
})

let gateway: Gateway
let served: Served
beforeAll(async () => {
  served = await serve(app, { http: { port: 0 }, signals: false, onerror: () => {} })
  gateway = await createGateway({ port: 0, pages: pagesFolder, servers: { reports: { url: served.url ?? '' } } })
  await gateway.ready
})
afterAll(async () => {
  await gateway.close()
  await served.close()
})

type Message = { result?: Record<string, unknown>; error?: { code: number } }
let id = 0

/** A request of a page, in the revision that has no sessions. */
async function send(method: string, params: object, isFollowing = true): Promise<Message> {
  const { text } = await ask(gateway.port, '/mcp/reports', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(isFollowing && { 'x-casement-tasks': 'accept' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
  })
  return JSON.parse(/^data: ([^\n]*)$/m.exec(text)?.[1] ?? text) as Message
}

const CALL = { name: 'report', arguments: {} }

// The first call of a kind goes through the SDK, later ones bypass it.
describe.each(['through the SDK', 'directly'])('a call that becomes a task, %s', () => {
  test('is a task for a client that accepts tasks, with its state and its result', async () => {
    const { result: created } = await send('tools/call', CALL)
    expect(created).toMatchObject({ status: 'working', taskId: expect.any(String) })
    const taskId = created?.['taskId']
    await expect
      .poll(async () => (await send('tasks/get', { taskId })).result)
      .toMatchObject({
        taskId,
        status: 'working',
        statusMessage: 'Collecting',
      })
    finish()
    await expect
      .poll(async () => (await send('tasks/get', { taskId })).result)
      .toMatchObject({
        taskId,
        status: 'completed',
        result: { content: [{ text: 'The report' }], structuredContent: { pages: 3 } },
      })
  })

  test('is cancelled, which is audited', async () => {
    const before = aborted
    const taskId = (await send('tools/call', CALL)).result?.['taskId']
    await expect.poll(async () => (await send('tasks/get', { taskId })).result?.['statusMessage']).toBe('Collecting')
    expect(await send('tasks/cancel', { taskId })).toHaveProperty('result')
    await expect.poll(() => aborted).toBe(before + 1)
    expect((await send('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' })
    const { value } = await api<{ method: string }[]>(gateway, 'GET', '/api/audit?limit=5')
    expect(value.map(({ method }) => method)).toContain('tasks/cancel')
  })

  test('returns the result of the task to a client without tasks', async () => {
    finish = () => {}
    const idle = finish
    const waiting = send('tools/call', CALL, false)
    await expect.poll(() => finish).not.toBe(idle)
    finish()
    expect((await waiting).result).toMatchObject({ content: [{ text: 'The report' }], structuredContent: { pages: 3 } })
  })
})

test('a task that another user names does not exist', async () => {
  const taskId = String((await send('tools/call', CALL)).result?.['taskId'])
  expect((await send('tasks/get', { taskId: `${taskId.split('.')[0]}.forged` })).error?.code).toBe(-32602)
  expect((await send('tasks/get', { taskId: 'x' })).error?.code).toBe(-32602)
  expect((await send('tasks/get', { taskId })).result).toMatchObject({ status: 'working' })
  await send('tasks/cancel', { taskId })
})

describe('the tasks of a connection', () => {
  const task = { taskId: 't1', status: 'working' }
  // Only this method is used.
  const store = { settle: async (_key: string, proposed: string) => proposed } as unknown as Store
  const user = { principal: LOCAL_USER, acceptsTasks: false }
  const other = { ...user, principal: { ...LOCAL_USER, user: 'eve' } }
  const asked = { method: 'tools/call', params: {}, signal: new AbortController().signal }
  const accepting = { ...asked, capabilities: { extensions: { [EXTENSION]: {} } } }

  test('are visible only to the user of the call', async () => {
    const tasks = createTasks(store, 'app', async () => ({}))
    const client = { request: async () => task } as unknown as TaskClient // only this method is used
    const { taskId } = await tasks.finish(user, accepting, client, task)
    const get = { ...accepting, method: 'tasks/get', params: { taskId } }
    expect(await tasks.request(user, get, client)).toMatchObject({ taskId })
    await expect(tasks.request(other, get, client)).rejects.toMatchObject({ code: -32602 })
  })

  test('put each request of the server to the user once', async () => {
    const requests: unknown[] = []
    const respond = createAskResponder(
      async (kind, params) => {
        requests.push([kind, params])
        return { action: 'accept', content: { name: 'Ada' } }
      },
      () => undefined,
    )
    const tasks = createTasks(store, 'app', respond)
    const states = [
      {
        ...task,
        status: 'input_required',
        pollIntervalMs: 1,
        inputRequests: { n: { method: 'elicitation/create', params: { message: 'Name?' } } },
      },
      {
        ...task,
        status: 'input_required',
        pollIntervalMs: 1,
        inputRequests: { n: { method: 'elicitation/create', params: { message: 'Name?' } } },
      },
      { ...task, status: 'completed', result: { content: [] } },
    ]
    const updates: unknown[] = []
    // Only these methods are used.
    const client = {
      getToolTask: async () => states.shift(),
      cancelToolTask: async () => ({}),
      request: async (request: unknown) => updates.push(request),
    } as unknown as TaskClient
    expect(await tasks.finish(user, asked, client, task)).toEqual({ content: [] })
    expect(requests).toEqual([['elicitation', { message: 'Name?' }]])
    expect(updates).toEqual([
      { method: 'tasks/update', params: { taskId: 't1', inputResponses: { n: { action: 'accept', content: { name: 'Ada' } } } } },
    ])
  })
})
