import { describe, expect, test, vi } from 'vitest'
import { INTRODUCTION, settled, stage } from '../test-support/staged.ts'
import type { ViewStep } from './lifecycle.ts'
import type { WireTrace } from './wire-trace.ts'

describe('the wire trace', () => {
  test('has every message in order, with its direction, its way and its bytes', async () => {
    const seen: WireTrace[] = []
    const { clock, shake, bridge } = await stage({ trace: (entry) => seen.push(entry) })
    clock.wind(25)
    await shake()
    await bridge.sendToolInput({ arguments: { city: 'Zürich' } })
    expect(seen.map(({ direction, path, at }) => [direction, path, at])).toEqual([
      ['from-view', 'relay', 25],
      ['to-view', 'relay', 25],
      ['from-view', 'relay', 25],
      ['to-view', 'relay', 25],
    ])
    expect(seen[0]?.message).toEqual({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: INTRODUCTION })
    expect(seen[3]?.message).toMatchObject({ method: 'ui/notifications/tool-input', params: { arguments: { city: 'Zürich' } } })
    expect(seen[3]?.bytes).toBe(Buffer.byteLength(JSON.stringify(seen[3]?.message)))
  })

  test('has what was refused, and why', async () => {
    const seen: WireTrace[] = []
    const { view } = await stage({ trace: (entry) => seen.push(entry) })
    view.post('{"jsonrpc":')
    view.post({ jsonrpc: '2.0', id: 1, method: 'ui/open-link', params: { url: 3 } })
    await settled()
    expect(seen).toMatchObject([
      { message: '{"jsonrpc":', refused: expect.any(String), bytes: 11 },
      { message: { method: 'ui/open-link' }, refused: expect.stringContaining('Invalid params for ui/open-link') },
      { direction: 'to-view', message: { id: 1, error: { code: -32602 } } },
    ])
    expect(seen[2]).not.toHaveProperty('refused')
  })

  test('tells what goes over the direct port from what the relay carries', async () => {
    const seen: WireTrace[] = []
    const { port1, port2 } = new MessageChannel()
    const { post, view } = await stage({ trace: (entry) => seen.push(entry) })
    view.post({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: INTRODUCTION }, [port2])
    await vi.waitUntil(() => seen.length > 1)
    port1.postMessage(JSON.stringify({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} }))
    port1.postMessage({ not: 'text' })
    await vi.waitUntil(() => seen.length > 3)
    port1.close()
    post({ method: 'notifications/message', params: { level: 'info', data: 'late' } })
    await vi.waitUntil(() => seen.length > 4)
    expect(seen.map(({ path, refused }) => [path, refused])).toEqual([
      ['relay', undefined],
      ['relay', undefined],
      ['port', undefined],
      ['port', 'not JSON text'],
      ['relay', undefined],
    ])
  })

  test('a listener that throws does not disturb the connection', async () => {
    const reported = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', reported)
    const trouble = new Error('of the listener')
    const { shake, bridge } = await stage({
      trace() {
        throw trouble
      },
    })
    await shake()
    expect(bridge.stage).toBe('ready')
    expect(reported).toHaveBeenCalledWith(trouble)
    vi.unstubAllGlobals()
  })
})

test('the steps of a View are told as it takes them, and again when it loads again', async () => {
  const steps: ViewStep[] = []
  const { bridge, shake } = await stage({ onstep: (step) => steps.push(step) })
  await bridge.sendToolInput({ arguments: {} })
  await shake()
  await bridge.sendToolResult({ content: [] })
  expect(steps.splice(0)).toEqual(['initialize', 'initialized', 'input', 'result'])
  await shake()
  expect(steps).toEqual(['initialize', 'initialized', 'input', 'result'])
})
