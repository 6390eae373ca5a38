import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainFailure } from './failure.ts'
import { HEARTBEAT, type HeartbeatLost, MAX_MISSES, MAX_MISSES_DURING_CALL, startHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const timeout = (): SdkError => new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out')

/** Plays beats with these outcomes, and returns what was reported as lost. */
async function play(outcomes: readonly ('missed' | 'answered' | 'refused' | 'slow')[]): Promise<HeartbeatLost[]> {
  const lost: HeartbeatLost[] = []
  let responses = 0
  const queue = [...outcomes]
  const beat = async (): Promise<void> => {
    const outcome = queue.shift()
    if (outcome === 'slow') responses++
    if (outcome === 'missed' || outcome === 'slow') throw timeout()
    if (outcome === 'refused') throw new Error('Method not found')
  }
  const stop = startHeartbeat({
    beat,
    responses: () => responses,
    maxMisses: () => MAX_MISSES,
    onLost: (error) => lost.push(error),
  })
  await vi.advanceTimersByTimeAsync(HEARTBEAT * outcomes.length)
  stop()
  expect(queue).toEqual([])
  return lost
}

test.each([
  ['one delayed beat', ['missed', 'answered', 'missed', 'missed', 'answered']],
  ['misses with a refusal between them', ['missed', 'missed', 'refused', 'missed', 'missed']],
  ['beats without a response from a server that responds to others', ['slow', 'slow', 'slow', 'slow', 'slow']],
] as const)('%s does not drop a server', async (_, outcomes) => {
  expect(await play(outcomes)).toEqual([])
})

test('several misses in a row drop a server once, and the reason says how many', async () => {
  const lost = await play(['missed', 'missed', 'missed', 'missed'])
  expect(lost).toHaveLength(1)
  expect(explainFailure(lost[0], undefined, 'http://a')).toMatchObject({
    code: 'SERVER_SILENT',
    reason: expect.stringContaining(`${MAX_MISSES} consecutive heartbeats`),
    retry: true,
  })
})

test('beats that time out while this process is busy are not counted', async () => {
  const lost: HeartbeatLost[] = []
  let now = 0
  const stop = startHeartbeat({
    beat: async () => {
      // The event loop was blocked: the clock went on, and no timer fired.
      now += 5000
      throw timeout()
    },
    responses: () => 0,
    maxMisses: () => MAX_MISSES,
    onLost: (error) => lost.push(error),
    now: () => now,
  })
  await vi.advanceTimersByTimeAsync(HEARTBEAT * 6)
  stop()
  expect(lost).toEqual([])
})

test('a server on a pipe may be busy with a call for longer', async () => {
  const lost: HeartbeatLost[] = []
  let isCalled = true
  const stop = startHeartbeat({
    beat: () => Promise.reject(timeout()),
    responses: () => 0,
    maxMisses: () => (isCalled ? MAX_MISSES_DURING_CALL : MAX_MISSES),
    onLost: (error) => lost.push(error),
  })
  await vi.advanceTimersByTimeAsync(HEARTBEAT * (MAX_MISSES_DURING_CALL - 1))
  expect(lost).toEqual([])
  isCalled = false
  await vi.advanceTimersByTimeAsync(HEARTBEAT)
  stop()
  expect(lost).toHaveLength(1)
})
