import { expect, test, vi } from 'vitest'
import type { McpClientLike } from '../server/client.ts'
import { stage } from '../test-support/staged.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { MountEventEmitter } from '../mount/events.ts'
import type { MountedApp } from '../mount/mount-app.ts'
import type { MountOptions } from '../mount/options.ts'
import { followMountedCall } from './view-tasks.ts'

const KEY = 'dev.casement/task'
const WORKING = { taskId: 't', status: 'working', statusMessage: 'half', pollIntervalMs: 1 }
const DONE = { taskId: 't', status: 'completed', result: { content: [{ type: 'text', text: 'done' }] } }
const CREATED = { content: [], _meta: { [KEY]: WORKING } }

/** A client whose tool becomes a task, which goes on until the test completes it. */
function createClient() {
  let isDone = false
  const cancelled: unknown[] = []
  const client: McpClientLike = {
    listTools: async () => ({ tools: [{ name: 't', inputSchema: { type: 'object' } }] }),
    callTool: async (_params, _options) => CREATED,
    getToolTask: async () => (isDone ? DONE : WORKING),
    cancelToolTask: async (params) => void cancelled.push(params),
  }
  return { client, cancelled, complete: () => (isDone = true) }
}

test("a View's own call that becomes a task reports each poll as progress, and has the result", async () => {
  const { client, complete } = createClient()
  const staged = await stage({ client })
  await staged.shake()
  const answer = staged.ask('tools/call', { name: 't', _meta: { progressToken: 7 } })
  await vi.waitUntil(() => staged.sent.filter((message) => JSON.stringify(message).includes('notifications/progress')).length > 2)
  expect(JSON.stringify(staged.sent)).toContain('"message":"half"')
  complete()
  expect((await answer).result).toEqual(DONE.result)
})

test('a View that cancels its call cancels the task', async () => {
  const { client, cancelled } = createClient()
  const staged = await stage({ client })
  await staged.shake()
  staged.post({ id: 'c', method: 'tools/call', params: { name: 't', _meta: { progressToken: 7 } } })
  await vi.waitUntil(() => JSON.stringify(staged.sent).includes('notifications/progress'))
  staged.post({ method: 'notifications/cancelled', params: { requestId: 'c' } })
  await vi.waitUntil(() => cancelled.length === 1)
  expect(cancelled).toEqual([{ taskId: 't' }])
})

/** A mounted View, as far as a task needs it. */
function createMounted() {
  const updates: unknown[] = []
  const events = new MountEventEmitter()
  let cancel = (): unknown => undefined
  const bridge = { handle: (_method: string, handler: () => unknown) => (cancel = handler) } as unknown as AppBridge // only this method is used
  const update = ({ hostContext }: { hostContext?: Record<string, unknown> }): unknown => updates.push(hostContext?.[KEY])
  return { mounted: { bridge, events, update } as unknown as MountedApp, updates, events, cancel: () => cancel() }
}

test('the View of a call that becomes a task sees its state, and may cancel it', async () => {
  const { client, cancelled, complete } = createClient()
  const options = { client } as unknown as MountOptions // only the client is used
  const { mounted, updates } = createMounted()
  const result = followMountedCall(mounted, options, CREATED)
  await vi.waitUntil(() => updates.length > 0)
  complete()
  expect(await result).toEqual(DONE.result)
  expect(updates).toMatchObject([{ status: 'working', statusMessage: 'half' }, { status: 'completed' }])
  const other = createMounted()
  const stopped = followMountedCall(
    other.mounted,
    { ...options, client: { ...client, getToolTask: async () => WORKING } },
    CREATED,
  )
  await vi.waitUntil(() => other.updates.length > 0)
  other.cancel()
  await expect(stopped).rejects.toThrow('The View cancelled the task')
  expect(cancelled).toEqual([{ taskId: 't' }])
})

test('a task outlives its View', async () => {
  const { client, cancelled } = createClient()
  const { mounted, events } = createMounted()
  const result = followMountedCall(mounted, { client } as unknown as MountOptions, CREATED) // only the client is used
  events.emit('stage', 'closed')
  await expect(result).rejects.toThrow('The View was closed')
  expect(cancelled).toEqual([])
})
