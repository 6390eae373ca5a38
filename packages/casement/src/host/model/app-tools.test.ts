import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { App } from '../../view/index.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import type { HostOptions } from '../bridge/options.ts'
import type { AuditEvent } from '../gate/audit.ts'
import { HOST, INTRODUCTION, settled, stage, type Staged } from '../test-support/staged.ts'

const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { interval: 1 })
const schema = { type: 'object' }

/** A View that responds with the given values. */
const offering = async (
  tools: object[],
  results: unknown[] = [],
  options: HostOptions = {},
): Promise<Staged & { called: unknown[] }> => {
  const staged = await stage(options)
  const called: unknown[] = []
  staged.view.listen((raw) => {
    const { id, method, params } = raw as { id?: number; method?: string; params?: unknown }
    if (method === 'tools/list') staged.post({ id, result: { tools } })
    if (method !== 'tools/call') return
    called.push(params)
    const result = results.shift()
    if (result !== undefined) staged.post({ id, result })
  })
  await staged.shake({ ...INTRODUCTION, appCapabilities: { tools: { listChanged: true } } })
  return { ...staged, called }
}

test('R-281, R-290, R-293, R-295, R-297 the tools of a View of ours: listed under names of their own, called by them, gone with it', async () => {
  const audit: AuditEvent[] = []
  const [near, far] = memoryChannels()
  const bridge = new AppBridge(null, HOST, {}, { app: 'server', audit: (event) => audit.push(event) })
  await bridge.connect(near)
  const app = new App({ name: 'My Board', version: '1' }, {}, { autoResize: false })
  const move = app.registerTool(
    'move',
    { inputSchema: z.object({ to: z.string() }), annotations: { readOnlyHint: true } },
    async ({ to }: { to: string }) => ({
      content: [{ type: 'text', text: to }],
    }),
  )
  expect(await bridge.appTools.list()).toEqual([])
  await app.connect(far)
  await until(() => bridge.stage === 'ready')
  const [tool] = await bridge.appTools.list()
  expect(tool).toMatchObject({
    name: 'My_Board__move',
    ownName: 'move',
    from: 'My Board',
    readOnly: true,
    tool: { name: 'My_Board__move' },
  })
  expect(await bridge.appTools.call('My_Board__move', { to: 'e4' })).toEqual({ content: [{ type: 'text', text: 'e4' }] })
  expect(audit).toMatchObject([
    {
      method: 'dev.casement/app-tool-list',
      result: [{ name: 'move' }],
      app: 'server',
      appInfo: { name: 'My Board', version: '1' },
    },
    {
      method: 'dev.casement/app-tool-call',
      target: 'My_Board__move',
      decision: 'allowed',
      params: { arguments: { to: 'e4' } },
      result: { content: [{ text: 'e4' }] },
    },
  ])
  const changes: number[] = []
  bridge.appTools.subscribe(() => changes.push(1))
  move.disable()
  await until(() => changes.length > 0)
  expect(await bridge.appTools.list()).toEqual([])
  await bridge.close()
  expect(await bridge.appTools.list()).toEqual([])
  await expect(bridge.appTools.call('My_Board__move', {})).rejects.toMatchObject({ code: 'CLOSED' })
})

test('R-281 a View that declared no tools is not asked for any', async () => {
  const { bridge, shake, sent } = await stage()
  await shake()
  expect(await bridge.appTools.list()).toEqual([])
  expect(sent.some(({ method }) => method === 'tools/list')).toBe(false)
})

test('R-291 nothing of the tools is left for the next document', async () => {
  const { bridge, shake } = await offering([{ name: 't', inputSchema: schema }])
  expect(await bridge.appTools.list()).toHaveLength(1)
  await shake()
  expect(await bridge.appTools.list()).toEqual([])
})

describe('R-295 names', () => {
  test('are made of what model providers take, are different, and never those of others', async () => {
    const tools = ['move it!', 'move it?', 'x'.repeat(200), 'y'].map((name) => ({ name, inputSchema: schema }))
    const { bridge } = await offering(tools, [], { appTools: { prefix: 'näme', isTaken: (name) => name === 'n_me__y' } })
    const names = (await bridge.appTools.list()).map(({ name }) => name)
    expect(names).toEqual(['n_me__move_it_', 'n_me__move_it__2', `n_me__${'x'.repeat(58)}`, 'n_me__y_2'])
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/)
  })
})

describe('R-296 limits', () => {
  test('50 tools', async () => {
    const { bridge } = await offering(Array.from({ length: 51 }, (_, n) => ({ name: `t${n}`, inputSchema: schema })))
    await expect(bridge.appTools.list()).rejects.toMatchObject({ code: 'OVER_BUDGET' })
  })

  test('30 seconds', async () => {
    const { bridge, clock, called, sent } = await offering([{ name: 't', inputSchema: schema }])
    const call = bridge.appTools.call('test-app__t')
    await until(() => called.length === 1)
    clock.wind(30_000)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' })
    await settled()
    expect(sent.at(-1)?.method).toBe('notifications/cancelled')
  })

  test('10 MB, or what the host says', async () => {
    const { bridge } = await offering(
      [{ name: 't', inputSchema: schema }],
      [{ content: [{ type: 'text', text: 'x'.repeat(100) }] }],
      { appTools: { maxResult: 100 } },
    )
    await expect(bridge.appTools.call('test-app__t')).rejects.toMatchObject({ code: 'OVER_BUDGET' })
  })

  test('changes are told at most once a second, the last one included', async () => {
    let changes = 0
    const { bridge, post, clock } = await offering([])
    clock.wind(1000)
    bridge.appTools.subscribe(() => changes++)
    for (let n = 0; n < 20; n++) post({ method: 'notifications/tools/list_changed' })
    await settled()
    expect(changes).toBe(1)
    clock.wind(1000)
    expect(changes).toBe(2)
    clock.wind(5000)
    expect(changes).toBe(2)
  })

  test('a listing that never ends', async () => {
    const { bridge, view, post, shake } = await stage()
    view.listen((raw) => {
      const { id, method } = raw as { id?: number; method?: string }
      if (method === 'tools/list') post({ id, result: { tools: [], nextCursor: 'again' } })
    })
    await shake({ ...INTRODUCTION, appCapabilities: { tools: {} } })
    expect(await bridge.appTools.list()).toEqual([])
  })
})

describe('R-298 results', () => {
  const tool = {
    name: 't',
    inputSchema: schema,
    outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  }
  test.for<[name: string, result: object, code: string | undefined]>([
    ['that fit', { content: [], structuredContent: { n: 1 } }, undefined],
    ['that do not', { content: [], structuredContent: { n: 'x' } }, 'INVALID_MESSAGE'],
    ['without what was promised', { content: [] }, 'INVALID_MESSAGE'],
    ['that say they failed', { content: [], isError: true }, undefined],
    ['that are no results', { content: [{ type: 'text' }] }, 'INVALID_MESSAGE'],
  ])('%s', async ([, result, code]) => {
    const { bridge, audit } = await offering([tool], [result])
    const call = bridge.appTools.call('test-app__t')
    expect(await call.catch(({ code: failure }: { code: string }) => failure)).toEqual(code ?? result)
    expect(audit.slice(1)).toMatchObject([{ decision: code ? 'failed' : 'allowed' }])
  })
})

describe('R-294, R-299 confirmation, tool by tool', () => {
  test.for<[annotations: object, isAsked: boolean]>([
    [{}, true],
    [{ readOnlyHint: false }, true],
    [{ readOnlyHint: true }, false],
  ])('%j: asked %s', async ([annotations, isAsked]) => {
    const asked: string[] = []
    const confirm = ({ name, from }: { name: string; from: string }): boolean => (asked.push(`${from}/${name}`), false)
    const { bridge, called, audit } = await offering([{ name: 't', inputSchema: schema, annotations }], [{ content: [] }], {
      appTools: { confirm },
    })
    const call = bridge.appTools.call('test-app__t')
    expect(await call.catch(({ code }: { code: string }) => code)).toEqual(isAsked ? 'DENIED' : { content: [] })
    expect(asked).toEqual(isAsked ? ['test-app/test-app__t'] : [])
    expect(called).toHaveLength(isAsked ? 0 : 1)
    expect(audit.slice(1)).toMatchObject([{ decision: isAsked ? 'denied' : 'allowed' }])
  })
})

test('a name that nobody has', async () => {
  const { bridge } = await offering([])
  await expect(bridge.appTools.call('t')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
