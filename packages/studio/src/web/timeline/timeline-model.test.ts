import { describe, expect, test } from 'vitest'
import { createWireLog, type WireEntry, type WireLog } from '../wire/wire-log.ts'
import { describeEntry } from './describe-entry.ts'
import { NO_FILTER, type EntryFilter } from './entry-filter.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

type Given = Partial<Omit<WireEntry, 'seq'>> & { message: unknown }

/** A log that tells at once, and turns that are taken by hand. */
function start(capacity = 1000) {
  const frames: (() => void)[] = []
  const turns: (() => void)[] = []
  const log = createWireLog({ capacity, nextFrame: (run) => frames.push(run) })
  // A clock on which looking at a hundred messages takes a millisecond.
  let now = 0
  const rows = createRowIndex(log, { nextTurn: (run) => turns.push(run), now: () => now++ })
  const add = (...all: Given[]): void => {
    for (const given of all) log.append({ at: 0, hop: 'view-host', direction: 'from-view', view: 'v', bytes: 10, ...given })
    frames.shift()?.()
  }
  return { log, rows, add, turns }
}

const call = (id: unknown, name = 'x') => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
const answer = (id: unknown, result: unknown = {}) => ({ jsonrpc: '2.0', id, result })
const shown = (rows: RowIndex): (number | undefined)[] => Array.from({ length: rows.state.count }, (_, row) => rows.seqAt(row))
const lineOf = (log: WireLog, rows: RowIndex, seq: number) => describeEntry(log.get(seq)!, rows.pairs)

describe('a request and its answer', () => {
  test('find each other, and the time between is on both', () => {
    const { log, rows, add } = start()
    add({ message: call(1), at: 5 })
    expect(lineOf(log, rows, 0)).toMatchObject({ kind: 'request', label: 'tools/call', detail: 'x', isOpen: true, ms: undefined })
    add({ message: answer(1), direction: 'to-view', at: 25 })
    expect(lineOf(log, rows, 0)).toMatchObject({ isOpen: false, ms: 20 })
    expect(lineOf(log, rows, 1)).toMatchObject({ kind: 'answer', label: 'tools/call', ms: 20, error: undefined })
    expect(rows.pairs.partnerOf(1)?.seq).toBe(0)
  })

  test('are not mixed up with the same id of the other side, another View or another server', () => {
    const { rows, add } = start()
    add(
      { message: call(1) },
      { message: call(1), direction: 'to-view' },
      { message: call(1), view: 'w' },
      { message: call(1), hop: 'host-server', direction: 'to-server', server: 's', view: undefined },
      { message: answer(1), direction: 'from-view' },
      { message: answer(1), direction: 'to-view', view: 'w' },
      { message: answer(1), direction: 'to-view' },
      { message: answer(1), hop: 'host-server', direction: 'from-server', server: 's', view: undefined },
    )
    expect([4, 5, 6, 7].map((seq) => rows.pairs.partnerOf(seq)?.seq)).toEqual([1, 2, 0, 3])
  })

  test('that went wrong say why: an error, isError, refused, not JSON-RPC', () => {
    const { log, rows, add } = start()
    add(
      { message: call(1) },
      { message: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }, direction: 'to-view' },
      { message: call(2) },
      { message: answer(2, { isError: true }), direction: 'to-view' },
      { message: { jsonrpc: '2.0', method: 'n' }, refused: 'too often' },
      { message: 'hello' },
    )
    expect([0, 1, 2, 3, 4, 5].map((seq) => lineOf(log, rows, seq).error)).toEqual([
      '-32000 no',
      '-32000 no',
      'the result says isError',
      'the result says isError',
      'too often',
      'not JSON-RPC 2.0',
    ])
  })
})

describe('a filter', () => {
  const filled = () => {
    const made = start()
    made.add(
      { message: call(1, 'Weather') },
      { message: answer(1, { text: 'Sunny' }), direction: 'to-view' },
      { message: { jsonrpc: '2.0', method: 'ui/notifications/initialized' }, view: 'w' },
      { message: call(2), hop: 'host-server', direction: 'to-server', server: 's', view: undefined, forView: 'v' },
      {
        message: { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'boom' } },
        hop: 'host-server',
        direction: 'from-server',
        server: 's',
        view: undefined,
      },
    )
    return made
  }
  test.each<[string, Partial<EntryFilter>, number[]]>([
    ['nothing', {}, [0, 1, 2, 3, 4]],
    ['a hop', { hop: 'host-server' }, [3, 4]],
    ['a kind', { kind: 'request' }, [0, 3]],
    ['errors', { onlyErrors: true }, [3, 4]],
    ['a View, and what its host asked of the server for it', { view: 'v' }, [0, 1, 3]],
    ['a method, with its answers', { text: 'TOOLS/' }, [0, 1, 3, 4]],
    ['words in the message', { text: 'sunny' }, [1]],
    ['several at once', { text: 'tools', kind: 'answer', hop: 'view-host' }, [1]],
  ])('by %s', (_, filter, expected) => {
    const { rows } = filled()
    rows.setFilter({ ...NO_FILTER, ...filter })
    expect(shown(rows)).toEqual(expected)
  })

  test('by what is not a heartbeat: pings and scrolling, but a ping that failed is shown', () => {
    const { rows, add } = start()
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
    add(
      { message: ping(1), direction: 'to-view' },
      { message: answer(1) },
      { message: { jsonrpc: '2.0', method: 'dev.casement/sandbox/scrolled' } },
      { message: call(1) },
      { message: ping(2), direction: 'to-view' },
      { message: { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'no' } } },
    )
    rows.setFilter({ ...NO_FILTER, heartbeats: false })
    expect(shown(rows)).toEqual([3, 4, 5])
  })

  test('goes on as messages come, and finds the row of a message', () => {
    const { rows, add } = filled()
    rows.setFilter({ ...NO_FILTER, kind: 'request' })
    add({ message: answer(9) }, { message: call(3) })
    expect(shown(rows)).toEqual([0, 3, 6])
    expect([0, 1, 3, 5, 6].map((seq) => rows.rowOf(seq))).toEqual([0, 0, 1, 1, 2])
  })

  test('in a full log works in turns, and a new one starts over', () => {
    const { rows, add, turns } = start(20_000)
    add(...Array.from({ length: 20_000 }, (_, n) => ({ message: call(n, n % 100 === 0 ? 'rare' : 'x') })))
    rows.setFilter({ ...NO_FILTER, text: 'rare' })
    expect(rows.state).toMatchObject({ isSearching: true, count: 8 })
    turns.shift()?.()
    rows.setFilter({ ...NO_FILTER, text: 'RARE' })
    while (turns.length > 0) turns.shift()?.()
    expect(rows.state).toMatchObject({ isSearching: false, count: 200 })
  })
})

test('what the log has dropped is in no row', () => {
  const { rows, add } = start(4)
  add(...[1, 2, 3, 4].map((n) => ({ message: call(n) })))
  rows.setFilter({ ...NO_FILTER, kind: 'request' })
  add({ message: call(5) }, { message: call(6) })
  expect(shown(rows)).toEqual([2, 3, 4, 5])
  rows.setFilter(NO_FILTER)
  expect(shown(rows)).toEqual([2, 3, 4, 5])
  expect(rows.pairs.partnerOf(0)).toBeUndefined()
})
