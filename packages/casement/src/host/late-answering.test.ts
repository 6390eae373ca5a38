import { expect, test, vi } from 'vitest'
import { handClock } from '../../../../test/hand-clock.ts'
import { memoryChannels } from '../protocol/channel/memory-channel.ts'
import type * as Bridge from './bridge/app-bridge.ts'
import type { BridgeSurface, HostOptions } from './bridge/bridge-types.ts'
import { HOST, INTRODUCTION, settled, type Wired } from './test-support/staged.ts'

interface Loading {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const loadings: Loading[] = []

/** The bridge of a page that has loaded nothing yet. */
async function importBridge(): Promise<typeof Bridge> {
  vi.resetModules()
  loadings.length = 0
  vi.doMock(import('./bridge/bridge-acting.ts'), async (original) => {
    await new Promise<void>((resolve, reject) => loadings.push({ resolve, reject }))
    return original()
  })
  return import('./bridge/app-bridge.ts')
}

/** A bridge in a page that has not loaded what answers Views, with the loading in our hands. */
async function firstView(options: HostOptions = {}, handlers: Partial<BridgeSurface> = {}) {
  const { AppBridge } = await importBridge()
  const errors: Error[] = []
  const reports: string[] = []
  const sent: Wired[] = []
  const bridge = new AppBridge(null, HOST, {}, { ...options, onreport: ({ reason, why }) => reports.push(`${reason}: ${why}`) })
  Object.assign(bridge, { onerror: (error: Error) => errors.push(error), ...handlers })
  const [near, view] = memoryChannels()
  view.listen((message) => sent.push(message as Wired))
  await bridge.connect(near)
  const post = (message: object): void => view.post({ jsonrpc: '2.0', ...message })
  const answers = (): unknown[] => sent.filter(({ method }) => !method).map(({ id, error }) => (error ? [id, error.code] : id))
  return { bridge, post, answers, sent, errors, reports, loading: () => vi.waitUntil(() => loadings[0]) }
}

const openLink = (id: number, url: unknown = `https://example.com/${id}`): object => ({
  id,
  method: 'ui/open-link',
  params: { url },
})

test('what a View asks before its answers are loaded waits, and is done in the order it came in', async () => {
  const opened: string[] = []
  const { post, answers, loading } = await firstView(
    {},
    {
      onopenlink({ url }) {
        opened.push(url)
        return {}
      },
      onloggingmessage: ({ data }) => void opened.push(String(data)),
    },
  )
  post(openLink(1))
  post({ method: 'notifications/message', params: { level: 'info', data: 'between' } })
  post(openLink(2))
  const { resolve } = await loading()
  await settled()
  expect([opened, answers()]).toEqual([[], []])
  resolve()
  await vi.waitUntil(() => answers().length === 2)
  expect(opened).toEqual(['https://example.com/1', 'between', 'https://example.com/2'])
  expect(answers()).toEqual([1, 2])
})

test('the handshake and the tool data wait for nothing', async () => {
  const { bridge, post, sent } = await firstView()
  await bridge.sendToolResult({ content: [] })
  post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
  post({ method: 'ui/notifications/initialized', params: {} })
  await settled()
  expect(sent.map(({ id, method }) => method ?? id)).toEqual([1, 'ui/notifications/tool-input', 'ui/notifications/tool-result'])
})

test('what nobody would answer is refused at once, and so is what is wrong once it can be known', async () => {
  const { post, answers, reports, loading } = await firstView({}, { onopenlink: () => ({}) })
  post({ id: 1, method: 'constructor' })
  post({ id: 2, method: 'tools/call', params: { name: 'x' } })
  await settled()
  expect(answers()).toEqual([
    [1, -32601],
    [2, -32601],
  ])
  post(openLink(3, 7))
  ;(await loading()).resolve()
  await vi.waitUntil(() => answers().length === 3)
  expect(answers().at(-1)).toEqual([3, -32602])
  expect(reports.at(-1)).toBe('broken: Invalid params for ui/open-link: params.url: expected a string, got a number')
})

test('where they cannot be loaded nothing is done, and it is said', async () => {
  const onopenlink = vi.fn<() => Record<string, never>>(() => ({}))
  const { post, sent, answers, errors, loading } = await firstView({}, { onopenlink })
  post(openLink(1))
  ;(await loading()).reject(new Error('404'))
  await vi.waitUntil(() => answers().length === 1)
  expect(sent.at(-1)?.error).toMatchObject({ code: -32603, message: expect.stringContaining('could not be loaded') })
  expect(errors).toMatchObject([{ code: 'NOT_LOADED', cause: expect.any(Error) }])
  expect(onopenlink).not.toHaveBeenCalled()
})

test('a View that is gone by then gets nothing done', async () => {
  const onopenlink = vi.fn<() => Record<string, never>>(() => ({}))
  const { bridge, post, loading } = await firstView({}, { onopenlink })
  post(openLink(1))
  const { resolve } = await loading()
  await bridge.close()
  resolve()
  await (await import('./bridge/bridge-answering.ts')).loadAnswering()
  await settled()
  expect(onopenlink).not.toHaveBeenCalled()
})

const STYLES = { variables: { '--color-text-primary': 'red' } }

/** A View that shakes hands with a host whose surroundings are not the usual ones, before anything can look at them. */
async function doubtfulView() {
  const { AppBridge } = await importBridge()
  const [near, view] = memoryChannels()
  const sent: Wired[] = []
  const clock = handClock()
  view.listen((message) => sent.push(message as Wired))
  const hostContext = { theme: 'dark', styles: { variables: { ...STYLES.variables, '--my-own': '1' } } } as const
  const connected = new AppBridge(null, HOST, {}, { hostContext, runtime: clock }).connect(near)
  view.post({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: INTRODUCTION })
  const loading = await vi.waitUntil(() => loadings[0])
  await settled()
  expect(sent).toEqual([])
  const contexts = (): unknown[] => sent.map(({ result, params }) => (result ? result['hostContext'] : params))
  const ready = (): void => view.post({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  return { connected, contexts, ready, clock, loading }
}

test('surroundings that take a closer look are in the answer to the handshake, which waits for it', async () => {
  const { connected, contexts, loading } = await doubtfulView()
  loading.resolve()
  await connected
  await settled()
  expect(contexts()).toEqual([{ theme: 'dark', styles: STYLES }])
})

test('a handshake does not wait for ever; what was not looked at by then is told later', async () => {
  const { connected, contexts, ready, clock, loading } = await doubtfulView()
  clock.advance(5000)
  await connected
  await settled()
  expect(contexts()).toEqual([{ theme: 'dark' }])
  ready()
  loading.resolve()
  await vi.waitUntil(() => contexts().length > 1)
  expect(contexts().slice(1)).toEqual([{ styles: STYLES }])
})

test('of a change the usual is told at once, and the rest when it was looked at', async () => {
  const { bridge, post, sent, loading } = await firstView()
  post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
  post({ method: 'ui/notifications/initialized', params: {} })
  await settled()
  bridge.setHostContext({ theme: 'dark', styles: STYLES })
  await bridge.sendHostContextChange({ locale: 'de' })
  const told = (): unknown[] => sent.filter(({ method }) => method).map(({ params }) => params)
  expect(told()).toEqual([{ theme: 'dark' }, { locale: 'de' }])
  ;(await loading()).resolve()
  await vi.waitUntil(() => told().length > 2)
  expect(told().slice(2)).toEqual([{ styles: STYLES }])
})

test('a View shows without what nothing can look at', async () => {
  const { bridge, post, sent, errors, loading } = await firstView()
  bridge.setHostContext({ theme: 'dark', styles: STYLES })
  ;(await loading()).reject(new Error('404'))
  await vi.waitUntil(() => errors.length > 0)
  post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
  await settled()
  expect(errors).toMatchObject([{ code: 'NOT_LOADED' }])
  expect(sent[0]?.result).toMatchObject({ hostContext: { theme: 'dark' } })
})

test('what a View logs before it can be checked is checked when it can', async () => {
  const logged: unknown[] = []
  const { post, reports, loading } = await firstView({}, { onloggingmessage: ({ data }) => void logged.push(data) })
  post({ method: 'notifications/message', params: { level: 'loud', data: 1 } })
  post({ method: 'notifications/message', params: { level: 'info', data: 2 } })
  ;(await loading()).resolve()
  await vi.waitUntil(() => logged.length > 0)
  expect(logged).toEqual([2])
  expect(reports).toEqual([expect.stringContaining('broken: Invalid params for notifications/message: params.level')])
})
