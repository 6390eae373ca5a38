import type { ServerState } from '@casement/gateway/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGatewayApi } from '../api/gateway-api.ts'
import { createServers, type ToolList } from '../api/servers.ts'
import { createToasts } from '../shell/toasts.ts'
import { createStore } from '../store.ts'
import type { Pending } from '../studio.ts'
import { createComposerState } from './composer-state.ts'
import { createConversations, type Shown } from './conversations.ts'
import { followAddress, readDeepLink, type LinkedCall } from './deep-link.ts'

test('a link names a server, a tool, arguments and a speed', () => {
  expect(readDeepLink('?server=s&tool=t&args=%7B%22a%22%3A1%7D&stream=80')).toEqual({
    server: 's',
    tool: 't',
    input: { a: 1 },
    speed: 80,
  })
  expect(readDeepLink('?server=s&tool=t')).toEqual({ server: 's', tool: 't', input: {}, speed: undefined })
  expect(readDeepLink('?stay')).toBeUndefined()
})

test.each([
  ['?server=s', 'needs a tool'],
  ['?server=s&tool=t&args={', 'args= is not JSON'],
  ['?server=s&tool=t&args=[1]', 'must be a JSON object'],
  ['?server=s&tool=t&stream=fast', 'stream=fast'],
])('%s says what is wrong with it', (search, words) => {
  expect(() => readDeepLink(search)).toThrow(words)
})

/** The steps of following an address, recorded in order. */
function follower(shown: Shown) {
  const opened: unknown[][] = []
  const pending = createStore<Pending | undefined>(undefined)
  const seen: unknown[] = []
  pending.subscribe(() => seen.push(pending.get()))
  const conversations = createConversations(createGatewayApi(''), { onFailure: () => {}, onSaid: () => {} })
  conversations.shown.set(shown)
  const studio = {
    start: async () => {},
    pending,
    linkedCall: createStore<LinkedCall | undefined>(undefined),
    conversations: { ...conversations, open: async (...given: unknown[]) => void opened.push(given) },
    composer: createComposerState(),
    servers: createServers(createGatewayApi(''), () => () => {}),
    toasts: createToasts(),
  }
  return { studio, opened, seen }
}

test.each<[hash: string, shown: Shown, opened: unknown[][]]>([
  ['#/a', { at: 'nothing' }, [['a', undefined]]],
  ['#/a/entry%201', { at: 'nothing' }, [['a', 'entry 1']]],
  ['#/a', { at: 'opening', id: 'b' }, []],
])('%s is opened where the page shows %o, and until then it is on its way', async (hash, shown, expected) => {
  const { studio, opened, seen } = follower(shown)
  await followAddress(studio, { hash, search: '', isTrusted: false })
  expect(opened).toEqual(expected)
  expect(seen).toEqual(['conversation', undefined])
})

test('a link that says nothing sensible is told, and the page starts all the same', async () => {
  const { studio } = follower({ at: 'nothing' })
  let isStarted = false
  await followAddress(
    { ...studio, start: async () => void (isStarted = true) },
    { hash: '', search: '?server=s', isTrusted: true },
  )
  expect(isStarted).toBe(true)
  expect(studio.toasts.shown.get()).toMatchObject([{ title: 'The link could not be opened' }])
})

test('a link waits as long as its server is on its way, and no longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('history', { replaceState: () => {} })
  vi.stubGlobal('location', { pathname: '/' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { studio, seen } = follower({ at: 'nothing' })
  const { servers, toasts } = studio
  const enter = (state: ServerState): void =>
    servers.entries.set([{ name: 's', kind: 'stdio', address: 'node s', app: 's', state, output: [] }])
  enter({ status: 'starting', attempt: 1 })
  const following = followAddress(studio, { hash: '', search: '?server=s&tool=t', isTrusted: true })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect([seen, toasts.shown.get()]).toMatchObject([[{ server: 's', tool: 't' }], []])
  enter({ status: 'failed', code: 'X', reason: 'It ended.', fix: 'Look.', attempt: 1 })
  await vi.advanceTimersByTimeAsync(60_000)
  await following
  expect(toasts.shown.get()).toMatchObject([{ detail: expect.stringContaining('s is not ready') as unknown }])
  expect(seen.at(-1)).toBeUndefined()
})

test('a link without a server is for the one server that has the tool', async () => {
  vi.stubGlobal('history', { replaceState: () => {} })
  vi.stubGlobal('location', { pathname: '/' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { studio } = follower({ at: 'nothing' })
  const { servers, toasts, linkedCall } = studio
  const tool = (server: string, name: string): ToolList => ({
    status: 'ready',
    tools: [{ server, tool: { name, inputSchema: { type: 'object' } }, ui: undefined, forModel: true, forApp: true }],
  })
  servers.entries.set([])
  servers.tools.set(
    new Map([
      ['a', tool('a', 'draw')],
      ['b', tool('b', 'plan')],
      ['c', tool('c', 'plan')],
    ]),
  )
  void followAddress(studio, { hash: '', search: '?tool=draw', isTrusted: false })
  await vi.waitFor(() => expect(linkedCall.get()).toMatchObject({ server: 'a', tool: 'draw' }))
  await followAddress(studio, { hash: '', search: '?tool=plan', isTrusted: false })
  await followAddress(studio, { hash: '', search: '?tool=none', isTrusted: false })
  expect(toasts.shown.get().map(({ detail }) => detail)).toEqual([
    expect.stringContaining('server=b or server=c'),
    expect.stringContaining('No server has a tool none'),
  ])
})
