import { expect, test } from 'vitest'
import { CoreApp } from '../view/core-app.ts'
import { connectPair, replayTrace, testClock, traceOf } from './index.ts'
import { withOneHandshake } from './one-handshake.ts'
import type { Trace } from './trace/index.ts'

const BY = { name: 'test', version: '1' }
const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'ui/initialize', params: {} })
const record = (at: number, direction: 'from-view' | 'to-view', message: unknown): Trace['records'][number] => ({
  kind: 'message',
  at,
  hop: 'view-host',
  direction,
  message,
})

test('a handshake that a slow host made a View repeat is there once, one after it again', () => {
  const initialized = { jsonrpc: '2.0', method: 'ui/notifications/initialized' }
  const records = [
    record(0, 'from-view', request(1)),
    record(1, 'from-view', request(2)),
    record(2, 'to-view', { jsonrpc: '2.0', id: 1, result: {} }),
    record(3, 'to-view', { jsonrpc: '2.0', id: 2, result: {} }),
    record(4, 'from-view', initialized),
    record(5, 'from-view', request(3)),
  ]
  const kept = withOneHandshake({ header: { casementTrace: 1, startedAt: 0, by: BY }, records })
  expect(kept.records.map(({ at }) => at)).toEqual([0, 2, 4, 5])
})

/** A session of a View that greets the model, with a host that answers. */
async function recordGreeting(): Promise<Trace> {
  const pair = await connectPair({ appInfo: { name: 'greeter', version: '1.0.0' } })
  await pair.app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] })
  await pair.close()
  return traceOf(pair, { by: BY })
}

/** The View again, with what it says. */
const greeter =
  (text: string) =>
  async (...[channel]: Parameters<Parameters<typeof replayTrace>[1]>): Promise<void> => {
    const app = new CoreApp({ name: 'greeter', version: '1.0.0' }, {}, { autoResize: false, runtime: testClock() })
    await app.connect(channel)
    await app.sendMessage({ role: 'user', content: [{ type: 'text', text }] })
  }

test('a recording played to the same View has nothing to tell, and to another one where it differs', async () => {
  const trace = await recordGreeting()
  expect(await replayTrace(trace, greeter('hello'), { patience: 60_000 })).toEqual([])
  const [divergence, ...others] = await replayTrace(trace, greeter('goodbye'), { patience: 60_000 })
  expect(others).toEqual([])
  expect(divergence?.differences).toMatchObject([{ path: '/params/content/0/text', before: 'hello', after: 'goodbye' }])
})
