import { describe, expect, test } from 'vitest'
import { testClock, type TestClock } from '../../testing/test-clock.ts'
import { acceptTasks } from './accept-tasks.ts'
import { followTask } from '../../protocol/tasks/follow-task.ts'
import type { Task } from '../../protocol/tasks/task.ts'

const WORKING: Task = { taskId: 't', status: 'working', pollIntervalMs: 500 }

/** A client whose task has these states, one after the other. An error is thrown. */
function createClient(states: readonly (Task | Error)[]) {
  const rest = [...states]
  const cancelled: unknown[] = []
  return {
    cancelled,
    getToolTask: async () => {
      const next = rest.shift()
      if (next instanceof Error) throw next
      return next
    },
    cancelToolTask: async (params: object) => void cancelled.push(params),
  }
}

/** Advances the clock in steps, and lets the responses in between arrive. */
async function pass(clock: TestClock, ...steps: readonly number[]): Promise<void> {
  for (const ms of steps) {
    clock.advance(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('followTask', () => {
  test('polls as often as the server suggests, reports each state once, and returns the result', async () => {
    const clock = testClock()
    const seen: unknown[] = []
    const busy = { ...WORKING, statusMessage: 'half' }
    const client = createClient([busy, busy, { ...WORKING, status: 'completed', result: { content: [] } }])
    let polls = 0
    const onchange = ({ status, statusMessage }: Task): unknown => seen.push([status, statusMessage])
    const result = followTask(client, WORKING, { runtime: clock, onchange, onpoll: () => polls++ })
    await pass(clock, 499)
    expect(seen).toEqual([['working', undefined]])
    await pass(clock, 1)
    expect(seen).toHaveLength(2)
    await pass(clock, 500, 500)
    expect(await result).toEqual({ content: [] })
    expect(seen).toEqual([
      ['working', undefined],
      ['working', 'half'],
      ['completed', undefined],
    ])
    expect(polls).toBe(3)
  })

  test('an abort cancels the task, and detach leaves it running', async () => {
    const clock = testClock()
    const client = createClient([])
    const abort = new AbortController()
    const aborted = followTask(client, WORKING, { runtime: clock, signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect(client.cancelled).toEqual([{ taskId: 't' }])
    const detach = new AbortController()
    const left = followTask(client, WORKING, { runtime: clock, detach: detach.signal })
    detach.abort(new Error('closed'))
    await expect(left).rejects.toThrow('closed')
    expect(client.cancelled).toHaveLength(1)
    await expect(followTask(client, WORKING, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
    expect(client.cancelled).toHaveLength(2)
  })

  test('a server that does not respond is asked again; an unknown task is an error at once', async () => {
    const clock = testClock()
    const done: Task = { ...WORKING, status: 'completed', result: { content: [] } }
    const result = followTask(createClient([new Error('offline'), new Error('offline'), done]), WORKING, { runtime: clock })
    await pass(clock, 500, 1000, 2000)
    expect(await result).toEqual({ content: [] })
    const unknown = followTask(createClient([Object.assign(new Error('no such task'), { code: -32602 })]), WORKING, {
      runtime: clock,
    })
    unknown.catch(() => {})
    await pass(clock, 500)
    await expect(unknown).rejects.toThrow('no such task')
  })

  test('a failed task rejects with the error of the server, a cancelled one with CLOSED', async () => {
    const failed: Task = { ...WORKING, status: 'failed', error: { code: -32603, message: 'disk full', data: 1 } }
    await expect(followTask(createClient([]), failed)).rejects.toMatchObject({
      code: 'REMOTE',
      message: 'disk full',
      wire: { data: 1 },
    })
    await expect(followTask(createClient([]), { ...WORKING, status: 'cancelled' })).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

test('acceptTasks turns a task into a result that the SDK accepts', async () => {
  const received: unknown[] = []
  const transport: { onmessage?: (message: never) => void } = { onmessage: (message) => void received.push(message) }
  const client = acceptTasks({ request: async (request: { method: string }) => request.method }, transport)
  const deliver = transport.onmessage as ((message: unknown) => void) | undefined
  deliver?.({ id: 1, result: { resultType: 'task', taskId: 't', status: 'working', _meta: { a: 1 } } })
  deliver?.({ id: 2, result: { resultType: 'complete', content: [] } })
  expect(received).toEqual([
    {
      id: 1,
      result: { resultType: 'complete', content: [], _meta: { a: 1, 'dev.casement/task': { taskId: 't', status: 'working' } } },
    },
    { id: 2, result: { resultType: 'complete', content: [] } },
  ])
  expect([await client.getToolTask({ taskId: 't' }), await client.cancelToolTask({ taskId: 't' })]).toEqual([
    'tasks/get',
    'tasks/cancel',
  ])
})
