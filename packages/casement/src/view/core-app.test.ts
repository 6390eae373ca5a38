import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CasementError, WireCode } from '../protocol/errors.ts'
import { connectedHost, failure, until } from './test-support/fake-host.ts'

const denied = (): never => {
  throw new CasementError('DENIED', 'the user said no', { wire: { code: WireCode.Denied } })
}

describe('R-109 R-228 R-230 R-233 R-238 R-240 R-244 R-249 4.3: a refusal looks the same, however the host says it', () => {
  test.for([
    ['ui/open-link', 'openLink', { url: 'https://example.com' }],
    ['ui/download-file', 'downloadFile', { contents: [] }],
    ['ui/message', 'sendMessage', { role: 'user', content: [] }],
  ] as const)('%s', async ([method, call, params]) => {
    const { app, host } = await connectedHost()
    const ask = (given: object): Promise<unknown> => (app[call] as (params: object) => Promise<unknown>).call(app, given)
    host.handle(method, () => ({ isError: true }))
    expect(await ask(params)).toEqual({ isError: true })
    host.handle(method, denied)
    expect(await ask(params)).toEqual({ isError: true, message: 'the user said no' })
    host.handle(method, () => ({}))
    expect(await ask(params)).toEqual({})
    host.handle(method, () => Promise.reject(new Error('out of order')))
    await expect(ask(params), 'a failure is not a refusal').rejects.toMatchObject({ code: 'REMOTE', wire: { code: -32603 } })
  })

  test('R-249: an update of the context has no result for a refusal, so it rejects', async () => {
    const { app, host } = await connectedHost()
    host.handle('ui/update-model-context', denied)
    await expect(app.updateModelContext({})).rejects.toMatchObject({ message: 'the user said no', wire: { code: -32000 } })
    host.handle('ui/update-model-context', () => ({}))
    expect(await app.updateModelContext({})).toEqual({})
  })

  test('request() rejects with the error that the host sent', async () => {
    const { app, host } = await connectedHost()
    host.handle('ui/open-link', denied)
    const request = app.request('ui/open-link', { url: 'https://example.com' })
    await expect(request).rejects.toMatchObject({ message: 'the user said no', wire: { code: -32000 } })
  })
})

test('R-108 4.20: what the host does not know is UNSUPPORTED', async () => {
  const { app } = await connectedHost()
  await expect(app.openLink({ url: 'https://example.com' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.readServerResource({ uri: 'x:y' })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  await expect(app.listServerResources()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test('R-261: a tool that fails is a result, a protocol error is thrown', async () => {
  const { app, host } = await connectedHost()
  host.handle('tools/call', () => ({ isError: true, content: [] }))
  expect(await app.callServerTool({ name: 'x' })).toEqual({ isError: true, content: [] })
  host.handle('tools/call', denied)
  await expect(app.callServerTool({ name: 'x' })).rejects.toMatchObject({ code: 'REMOTE', wire: { code: -32000 } })
})

test('R-110: a tool call asks for progress, and each report restarts its deadline', async () => {
  const { app, host, clock, sent } = await connectedHost()
  let finish = (): void => {}
  let report = (_progress: number): void => {}
  host.handle('tools/call', (_params, extra) => {
    report = (progress) => extra.sendProgress({ progress })
    return new Promise((resolve) => {
      finish = () => resolve({ content: [] })
    })
  })
  const seen: number[] = []
  const call = app.callServerTool({ name: 'slow' }, { timeout: 1000, onprogress: ({ progress }) => seen.push(progress) })
  await until(() => sent.some(({ method }) => method === 'tools/call'))
  expect(sent.at(-1)?.params).toEqual({ name: 'slow', _meta: { progressToken: sent.at(-1)?.id } })
  for (const step of [1, 2, 3]) {
    clock.wind(900)
    report(step)
    await until(() => seen.length === step)
  }
  finish()
  expect(await call).toEqual({ content: [] })
})

test('a call without an answer fails at its deadline, and the host is told', async () => {
  const { app, host, clock, sent, methods } = await connectedHost()
  let aborted = false
  host.handle('tools/call', (_params, { signal }) => {
    signal.addEventListener('abort', () => {
      aborted = true
    })
    return new Promise(() => {})
  })
  const call = failure(app.callServerTool({ name: 'x' }, { timeout: 100 }))
  await until(() => methods().includes('tools/call'))
  expect(sent.at(-1)?.params, 'progress is asked for even where nobody listens').toHaveProperty('_meta.progressToken')
  clock.wind(100)
  expect(await call).toMatchObject({ code: 'TIMEOUT', message: 'tools/call timed out: no response within 100 ms' })
  await until(() => aborted)
  expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 2 } })
})

test('a call is given up when its signal aborts, before or after it was sent', async () => {
  const { app, host, methods, sent } = await connectedHost()
  host.handle('tools/call', () => new Promise(() => {}))
  await expect(app.callServerTool({ name: 'x' }, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never')
  expect(methods()).not.toContain('tools/call')
  const abort = new AbortController()
  const call = failure(app.callServerTool({ name: 'x' }, { signal: abort.signal }))
  await until(() => methods().includes('tools/call'))
  const reason = new Error('enough')
  abort.abort(reason)
  expect(await call).toBe(reason)
  await until(() => methods().includes('notifications/cancelled'))
  expect(sent.at(-1)?.params).toEqual({ requestId: 2, reason: 'Error: enough' })
})

test('what cannot be cloned fails its caller with SEND_FAILED', async () => {
  const { app, clock } = await connectedHost()
  const call = app.callServerTool({ name: 'x', arguments: { f: () => {} } })
  await expect(call).rejects.toMatchObject({ code: 'SEND_FAILED' })
  expect(clock.armed()).toBe(0)
})

test('R-266 4.39: sampling is refused here when the host does not offer it', async () => {
  const params = { messages: [], maxTokens: 1 }
  const none = await connectedHost()
  await expect(none.app.createSamplingMessage(params)).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: 'The host does not support sampling',
  })
  expect(none.methods()).not.toContain('sampling/createMessage')
  const some = await connectedHost({ hostCapabilities: { sampling: {} } })
  some.host.handle('sampling/createMessage', () => ({
    role: 'assistant' as const,
    model: 'm',
    content: { type: 'text' as const, text: 'hi' },
  }))
  expect(await some.app.createSamplingMessage(params)).toMatchObject({ model: 'm' })
  await expect(some.app.createSamplingMessage({ ...params, tools: [] })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: 'The host does not support sampling with tools',
  })
  await expect(some.app.request('sampling/createMessage', { ...params, tools: [] })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
  })
  await expect(none.app.request('sampling/createMessage', params)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  expect(none.methods()).not.toContain('sampling/createMessage')
})

test('R-177 R-178 R-243: a mode that the host does not offer is not asked for, and the answer is the mode that counts', async () => {
  const { app, host, methods } = await connectedHost({
    hostContext: { displayMode: 'pip', availableDisplayModes: ['inline', 'pip', 'fullscreen'] },
  })
  host.handle('ui/request-display-mode', () => ({ mode: 'inline' as const }))
  expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'inline' })
  host.handle('ui/request-display-mode', denied)
  expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'pip' })
  host.notify('ui/notifications/host-context-changed', { availableDisplayModes: ['inline'] })
  await until(() => app.hostContext?.availableDisplayModes?.length === 1)
  const before = methods().length
  expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'pip' })
  expect(methods()).toHaveLength(before)
})

test('R-262 R-170: notifications go out as they are', async () => {
  const { app, sent } = await connectedHost()
  await app.sendLog({ level: 'info', data: 'x' })
  await app.sendSizeChanged({ height: 10 })
  await app.sendToolListChanged()
  await until(() => sent.length === 5)
  expect(sent.slice(2).map(({ method, params }) => [method, params])).toEqual([
    ['notifications/message', { level: 'info', data: 'x' }],
    ['ui/notifications/size-changed', { height: 10 }],
    ['notifications/tools/list_changed', {}],
  ])
})

describe('without a clock of its own', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('deadlines are kept in their order by one timer, which a thousand calls do not set anew', async () => {
    const { app, host } = await connectedHost({}, {}, { runtime: undefined as never })
    const given: string[] = []
    const ask = (name: string, timeout?: number): Promise<unknown> =>
      app.callServerTool({ name }, { timeout }).catch(({ code }: CasementError) => given.push(`${name} ${code}`))
    host.handle('tools/call', ({ name }) => (name === 'quick' ? { content: [] } : new Promise(() => {})))
    const set = vi.spyOn(globalThis, 'setTimeout')
    void ask('long', 2000)
    void ask('short', 100)
    await vi.advanceTimersByTimeAsync(99)
    expect(given).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    expect(given).toEqual(['short TIMEOUT'])
    for (let n = 0; n < 1000; n++) await ask('quick')
    expect(set.mock.calls.length).toBeLessThan(10)
    await vi.advanceTimersByTimeAsync(1898)
    expect(given).toEqual(['short TIMEOUT'])
    await vi.advanceTimersByTimeAsync(2)
    expect(given).toEqual(['short TIMEOUT', 'long TIMEOUT'])
    set.mockRestore()
  })

  test('deadlines of all lengths are kept in time by no more than one timer', async () => {
    const { app, host } = await connectedHost({}, {}, { runtime: undefined as never })
    host.handle('tools/call', () => new Promise(() => {}))
    const began = performance.now()
    const late: number[] = []
    // Ever shorter intervals with some long ones between them, each a little after the previous one.
    for (let n = 0; n < 12; n++) {
      const timeout = n % 3 === 0 ? 5000 : 3000 - 100 * n
      const at = performance.now() + timeout
      void app.callServerTool({ name: `${n}` }, { timeout }).catch(() => late.push(performance.now() - at))
      await vi.advanceTimersByTimeAsync(1)
    }
    const timers: number[] = []
    while (late.length < 12 && performance.now() - began < 10_000) {
      timers.push(vi.getTimerCount())
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(late.length).toBe(12)
    expect(late.every((ms) => ms >= 0 && ms <= 1)).toBe(true)
    expect(Math.max(...timers)).toBe(1)
  })

  test('a deadline that is further away than a timer can count is kept, without one that rings all the time', async () => {
    const { app, host } = await connectedHost({}, {}, { runtime: undefined as never })
    host.handle('tools/call', () => new Promise(() => {}))
    const set = vi.spyOn(globalThis, 'setTimeout')
    const DAYS = 86_400_000
    let code: unknown
    void app.callServerTool({ name: 'patient' }, { timeout: 30 * DAYS }).catch((error: CasementError) => (code = error.code))
    await vi.advanceTimersByTimeAsync(29 * DAYS)
    expect({ code, isQuiet: set.mock.calls.length < 10 }).toEqual({ code: undefined, isQuiet: true })
    await vi.advanceTimersByTimeAsync(2 * DAYS)
    expect(code).toBe('TIMEOUT')
    set.mockRestore()
  })
})

test('subscribe and getSnapshot can be passed on as functions', async () => {
  const { app, host } = await connectedHost()
  // oxlint-disable-next-line typescript/unbound-method -- they are bound, which is what this test shows
  const { subscribe, getSnapshot } = app
  let changes = 0
  const unsubscribe = subscribe(() => changes++)
  host.notify('ui/notifications/tool-input', { arguments: {} })
  await until(() => changes > 0)
  expect(getSnapshot().toolInput).toEqual({ arguments: {} })
  unsubscribe()
})
