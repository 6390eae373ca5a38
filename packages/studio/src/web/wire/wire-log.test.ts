import { expect, test, vi } from 'vitest'
import { createWireLog, type WireEntry } from './wire-log.ts'

const entry = (n: number): Omit<WireEntry, 'seq'> => ({ at: n, hop: 'view-host', direction: 'to-view', message: { n }, bytes: 1 })

test('keeps the last messages, under numbers that stay', () => {
  const log = createWireLog({ capacity: 3, nextFrame: () => {} })
  for (let n = 0; n < 5; n++) log.append(entry(n))
  expect([log.first, log.end]).toEqual([2, 5])
  expect(log.entries.map(({ seq, at }) => [seq, at])).toEqual([
    [2, 2],
    [3, 3],
    [4, 4],
  ])
  expect(log.get(1)).toBeUndefined()
  expect(log.get(4)?.at).toBe(4)
  expect(log.get(5)).toBeUndefined()
})

test('is empty after it was cleared, and counts on', () => {
  const log = createWireLog({ nextFrame: () => {} })
  log.append(entry(0))
  log.clear()
  expect(log.entries).toEqual([])
  expect(log.get(0)).toBeUndefined()
  log.append(entry(1))
  expect(log.entries.map(({ seq }) => seq)).toEqual([1])
})

test('tells of many changes once per frame, and of none when nobody listens', () => {
  const frames: (() => void)[] = []
  const log = createWireLog({ nextFrame: (run) => frames.push(run) })
  log.append(entry(0))
  expect(frames).toHaveLength(0)
  let told = 0
  const stop = log.subscribe(() => told++)
  for (let n = 0; n < 1000; n++) log.append(entry(n))
  expect([frames.length, told]).toEqual([1, 0])
  frames.shift()?.()
  expect(told).toBe(1)
  log.append(entry(1))
  stop()
  frames.shift()?.()
  expect(told).toBe(1)
})

test('measures messages to and from a server, also those that JSON cannot write', () => {
  const log = createWireLog({ nextFrame: () => {}, now: () => 7 })
  log.serverMessage('weather', 'to-server', { jsonrpc: '2.0', method: 'ping', id: 'ü' })
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  log.serverMessage('weather', 'from-server', cycle)
  expect(log.entries.map(({ bytes }) => bytes)).toEqual([43, 0])
  expect(log.entries[0]).toMatchObject({ at: 7, server: 'weather', hop: 'host-server', direction: 'to-server' })
})

test('a full log takes one more message without moving the others', () => {
  const log = createWireLog({ capacity: 3, nextFrame: () => {} })
  for (let n = 0; n < 5; n++) log.append(entry(n))
  const movers = (['shift', 'splice', 'slice', 'copyWithin'] as const).map((name) => vi.spyOn(Array.prototype, name))
  log.append(entry(5))
  const used = movers.filter((mover) => mover.mock.calls.length > 0).map((mover) => mover.getMockName())
  vi.restoreAllMocks()
  expect(used).toEqual([])
  expect(log.entries.map(({ at }) => at)).toEqual([3, 4, 5])
})
