import { describe, expect, test } from 'vitest'
import { settled, stage } from '../test-support/staged.ts'
import { createModelContext } from '../model/model-context.ts'

/** A promise, and the function that resolves it. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: ((value: T) => void) | undefined
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve: (value) => resolve?.(value) }
}

describe('teardown', () => {
  test('R-270, R-272 asks the View, waits for it, and then nothing goes either way', async () => {
    const closed: string[] = []
    const staged = await stage({}, (bridge) => {
      bridge.onclose = () => closed.push('closed')
    })
    await staged.shake()
    const end = staged.bridge.teardownResource({ reason: 'gone' })
    await settled()
    const request = staged.sent.at(-1)
    expect(request).toMatchObject({ method: 'ui/resource-teardown', params: { reason: 'gone' } })
    expect([staged.bridge.stage, closed]).toEqual(['closing', []])
    staged.post({ id: request?.id, result: { saved: true } })
    expect(await end).toEqual({ saved: true })
    expect([staged.bridge.stage, closed]).toEqual(['closed', ['closed']])
    await settled()
    expect(staged.view.closed.aborted).toBe(true)
    await staged.bridge.close()
    expect(closed).toHaveLength(1)
  })

  test('R-271 params are always there', async () => {
    const { bridge, shake, sent, post } = await stage()
    await shake()
    const end = bridge.teardownResource()
    await settled()
    expect(sent.at(-1)?.params).toEqual({})
    post({ id: sent.at(-1)?.id, result: {} })
    await end
  })

  test('R-274, 4.42 completes in its own short time when the View says nothing', async () => {
    const { bridge, shake, clock, reports } = await stage()
    await shake()
    const end = bridge.teardownResource()
    await settled()
    clock.wind(1499)
    await settled()
    expect(bridge.stage).toBe('closing')
    clock.wind(1)
    expect(await end).toEqual({})
    expect([bridge.stage, reports, clock.armed()]).toEqual(['closed', ['handler-failed: ui/resource-teardown'], 0])
  })

  test('R-274 completes when the View refuses', async () => {
    const { bridge, shake, sent, post } = await stage()
    await shake()
    const end = bridge.teardownResource()
    await settled()
    post({ id: sent.at(-1)?.id, error: { code: -32601, message: 'Method not found' } })
    expect(await end).toEqual({})
  })

  test('R-275 before the View is ready it is not told', async () => {
    const { bridge, sent } = await stage()
    expect(await bridge.teardownResource()).toEqual({})
    expect([sent, bridge.stage]).toEqual([[], 'closed'])
  })

  test('is the same however often it is asked for', async () => {
    const { bridge, shake, sent, post } = await stage()
    await shake()
    const ends = [bridge.teardownResource(), bridge.sendResourceTeardown()]
    await settled()
    expect(sent.filter(({ method }) => method === 'ui/resource-teardown')).toHaveLength(1)
    post({ id: sent.at(-1)?.id, result: {} })
    expect(await Promise.all(ends)).toEqual([{}, {}])
  })

  test('a View may save its work meanwhile, and do nothing that shows', async () => {
    const { bridge, shake, ask, audit, clock } = await stage({}, (made) => {
      made.onopenlink = async () => ({})
      made.oncalltool = async () => ({ content: [] })
    })
    await shake()
    const end = bridge.teardownResource()
    expect((await ask('tools/call', { name: 'save' })).result).toEqual({ content: [] })
    expect((await ask('dev.casement/state/write', { key: 'k', entry: { version: 1, value: 1 } })).result).toEqual({})
    expect((await ask('ui/open-link', { url: 'https://example.com' })).result).toMatchObject({ isError: true })
    expect((await ask('ui/initialize', {})).error?.code).toBe(-32000)
    expect(audit.map(({ rule }) => rule)).toEqual([undefined, undefined, 'stage'])
    clock.wind(1500)
    await end
  })

  test.each(['closed', 'closing'] as const)('a request that the user allows when the View is %s is not handled', async (end) => {
    const opened: string[] = []
    const { promise: asked, resolve: allow } = withResolvers<boolean>()
    const { bridge, shake, post, audit } = await stage({ gate: { consent: { ask: () => asked } } }, (host) => {
      host.onopenlink = ({ url }) => (opened.push(url), {})
    })
    await shake()
    post({ id: 'late', method: 'ui/open-link', params: { url: 'https://a.example/' } })
    await settled()
    if (end === 'closed') await bridge.close()
    else void bridge.teardownResource()
    allow(true)
    await settled()
    expect([bridge.stage, opened]).toEqual([end, []])
    expect(audit.at(-1)?.decision).not.toBe('allowed')
    await bridge.close()
  })

  test('a request that is about to be handled when the View is closed is not', async () => {
    const stages: string[] = []
    for (let microtasks = 0; microtasks < 25; microtasks++) {
      const { bridge, shake, post } = await stage({}, (host) => {
        host.onopenlink = () => (stages.push(host.stage), {})
      })
      await shake()
      post({ id: 'late', method: 'ui/open-link', params: { url: 'https://a.example/' } })
      for (let count = 0; count < microtasks; count++) await Promise.resolve()
      await bridge.close()
      await settled()
    }
    expect(new Set(stages)).toEqual(new Set(['ready']))
  })

  test('R-277, R-278 a View may ask for it; the host decides', async () => {
    const asked: unknown[] = []
    const { bridge, shake, post } = await stage({}, (made) => {
      made.onrequestteardown = (params) => asked.push(params)
    })
    await shake()
    post({ method: 'ui/notifications/request-teardown' })
    await settled()
    expect([asked, bridge.stage]).toEqual([[undefined], 'ready'])
  })
})

test('R-279 a host that agrees tells the View first, and waits', async () => {
  const staged = await stage({}, (bridge) => {
    bridge.onrequestteardown = () => void bridge.teardownResource()
  })
  await staged.shake()
  staged.post({ method: 'ui/notifications/request-teardown', params: {} })
  await settled()
  expect([staged.sent.at(-1)?.method, staged.bridge.stage]).toEqual(['ui/resource-teardown', 'closing'])
  staged.post({ id: staged.sent.at(-1)?.id, result: {} })
  await settled()
  expect(staged.bridge.stage).toBe('closed')
})

describe('the end', () => {
  test('nothing is sent or promised after it', async () => {
    const { bridge, shake, sent } = await stage()
    await shake()
    await bridge.close()
    const before = sent.length
    await bridge.sendToolInput({ arguments: {} })
    bridge.setHostContext({ theme: 'dark' })
    await expect(bridge.callTool({ name: 't' })).rejects.toMatchObject({ code: 'CLOSED' })
    await expect(bridge.ping()).rejects.toMatchObject({ code: 'CLOSED' })
    await settled()
    expect(sent).toHaveLength(before)
  })

  test('comes when the other side goes', async () => {
    const { bridge, shake, view } = await stage()
    await shake()
    const waiting = bridge.listTools()
    view.close()
    await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' })
    expect(bridge.stage).toBe('closed')
  })

  test('what waits for a View that never gets ready fails with it', async () => {
    const { bridge } = await stage()
    const waiting = bridge.callTool({ name: 't' })
    await bridge.close()
    await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' })
  })

  test('a bridge is for one connection (R-311)', async () => {
    const { bridge, view } = await stage()
    await expect(bridge.connect(view)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('a flood ends the View, and says why', async () => {
    const { bridge, post, errors } = await stage({ reader: { messagesPerSecond: 10, burst: 10, floodAfter: 100 } })
    for (let n = 0; n < 200; n++) post({ method: 'ui/notifications/size-changed', params: { height: n } })
    await settled()
    expect(bridge.stage).toBe('closed')
    expect(errors).toMatchObject([{ code: 'OVER_BUDGET' }])
  })

  test('4.28 the model forgets the View', async () => {
    const modelContext = createModelContext()
    const { bridge, shake, ask } = await stage({ modelContext })
    await shake()
    await ask('ui/update-model-context', { content: [{ type: 'text', text: 'x' }] })
    expect(modelContext.slots).toHaveLength(1)
    await bridge.close()
    expect(modelContext.slots).toEqual([])
  })
})
