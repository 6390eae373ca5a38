import { expect, test, vi } from 'vitest'
import { REUSE_CAPABILITY } from '../../protocol/constants.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App } from '../../view/index.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import { HOST } from '../test-support/staged.ts'
import { deliverCall } from './deliver-call.ts'
import { MountEventEmitter } from './events.ts'
import type { MountedApp } from './mount-app.ts'

const CHOSEN = { experimental: { [REUSE_CAPABILITY]: {} } }
const TOOL = { _meta: { [REUSE_CAPABILITY]: true } }
const resultOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** A View that has received its first call, and everything it received. */
async function show(host: object = CHOSEN, view: object = CHOSEN) {
  const [near, far] = memoryChannels()
  const bridge = new AppBridge(null, HOST, {}, host)
  await bridge.connect(near)
  const received: string[] = []
  const app = new App({ name: 'view', version: '1' }, view, { autoResize: false })
  app.ontoolinput = ({ arguments: args }) => void received.push(`input ${JSON.stringify(args)}`)
  app.ontoolresult = ({ content }) => void received.push(`result ${JSON.stringify(content[0])}`)
  await app.connect(far)
  const events = new MountEventEmitter()
  // The part of a mounted View that is used; the rest needs a page.
  const mounted = { bridge, stage: 'ready', events } as unknown as MountedApp
  const finish = async (): Promise<void> => {
    await bridge.sendToolInput({ arguments: { n: 1 } })
    await bridge.sendToolResult(resultOf('one'))
    await vi.waitUntil(() => received.length === 2, { interval: 1 })
  }
  return { bridge, mounted, received, finish }
}

test('a later call is delivered once the first has a result, and a third after it', async () => {
  const { mounted, received, finish } = await show()
  expect(deliverCall(mounted, TOOL, { input: { n: 2 } })).toBe(false)
  await finish()
  expect(deliverCall(mounted, TOOL, { input: { n: 2 }, result: Promise.resolve(resultOf('two')) })).toBe(true)
  expect(deliverCall(mounted, TOOL, { input: { n: 3 } })).toBe(false)
  await vi.waitUntil(() => received.length === 4, { interval: 1 })
  expect(deliverCall(mounted, TOOL, { input: { n: 3 }, result: resultOf('three') })).toBe(true)
  await vi.waitUntil(() => received.length === 6, { interval: 1 })
  expect(received.map((line) => /\d|one|two|three/.exec(line)?.[0])).toEqual(['1', 'one', '2', 'two', '3', 'three'])
})

test.each([
  ['the tool', {}, CHOSEN, CHOSEN],
  ['the host', TOOL, {}, CHOSEN],
  ['the View', TOOL, CHOSEN, {}],
])('not where %s has not chosen it', async (_, tool, host, view) => {
  const { mounted, finish } = await show(host, view)
  await finish()
  expect(deliverCall(mounted, tool, { input: { n: 2 }, result: resultOf('two') })).toBe(false)
})
