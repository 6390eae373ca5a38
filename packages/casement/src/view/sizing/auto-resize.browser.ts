import { expect, test, vi } from 'vitest'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppOptions } from '../app.ts'
import { settled, viewFrame, type ViewFrame } from '../test-support/view-frame.ts'

const INFO = { name: 'sizes', version: '1' }

async function connected(html: string, options: AppOptions = {}, hostContext: McpUiHostContext = {}) {
  const made = await viewFrame(html, { hostContext })
  const app = new made.view.App(INFO, {}, options)
  const errors: Error[] = []
  app.onerror = (error) => errors.push(error)
  await app.connect()
  await settled(made.window)
  return { ...made, app, errors }
}

const grow = async ({ window, frame }: ViewFrame, px: number): Promise<void> => {
  const box = frame.contentDocument?.querySelector<HTMLElement>('#box')
  if (box) box.style.height = `${px}px`
  await settled(window)
}

test('R-170 R-171 R-172: reports the height of the content at the start and on real changes only', async () => {
  const made = await connected('<body style="margin: 10px"><div id="box" style="height: 300.4px"></div>')
  expect(made.heights).toEqual([321])
  await grow(made, 500)
  expect(made.heights).toEqual([321, 520])
  await grow(made, 500)
  await grow(made, 40)
  expect(made.heights).toEqual([321, 520, 60])
  expect(made.frame.clientHeight).toBe(60)
})

test('R-173: height: 100% on the roots measures the content, not the frame', async () => {
  const made = await connected(
    '<style>html, body, main { height: 100%; margin: 0 }</style><body><main><div id="box" style="height: 200px"></div></main>',
  )
  expect(made.heights).toEqual([200])
  await grow(made, 90)
  expect(made.heights).toEqual([200, 90])
})

test('R-173: a root of 100vh with a margin cannot grow for ever; it ends with a diagnosis', async () => {
  const { heights, errors, window, frame } = await connected('<body style="margin: 8px; min-height: 100vh">')
  await vi.waitUntil(() => errors.length > 0)
  await settled(window, 30)
  expect(heights.length).toBeLessThanOrEqual(5)
  expect(errors.map(({ message }) => message)).toEqual([
    "Auto-resize stopped: the content grows with its frame. Avoid height: 100vh in the View's CSS",
  ])
  expect(frame.clientHeight).toBeLessThan(300)
})

test('content that flips with the height of the frame stops flipping', async () => {
  const { heights, errors, window } = await connected(
    '<style>body { margin: 0 } #box { height: 400px } @media (min-height: 300px) { #box { height: 200px } }</style><body><div id="box">',
  )
  await vi.waitUntil(() => errors.length > 0)
  const { length } = heights
  await settled(window, 30)
  expect(heights).toHaveLength(length)
  expect(length).toBeLessThanOrEqual(5)
})

test('after a loop, content that changes by itself is reported again', async () => {
  const made = await connected('<body style="margin: 8px; min-height: 100vh"><div id="box"></div>')
  await vi.waitUntil(() => made.errors.length > 0)
  await grow(made, 900)
  expect(made.heights.at(-1)).toBeGreaterThanOrEqual(900)
})

test('R-164 R-165: a height that the host fixed is not reported; R-166 4.25: a width is, where the host asks', async () => {
  const fixed = await connected('<body><div id="box" style="height: 300px">', {}, { containerDimensions: { height: 150 } })
  expect(fixed.sent.map(({ method }) => method)).not.toContain('ui/notifications/size-changed')
  const wide = await connected(
    '<body style="margin: 0"><div style="width: 900px; height: 30px">',
    {},
    { containerDimensions: { maxWidth: 1000 } },
  )
  expect(wide.sent.at(-1)?.params).toEqual({ height: 30, width: 900 })
})

test.for([
  ['autoResize: false', { autoResize: false }, []],
  ['fill', { sizing: 'fill' }, []],
  ['a height', { sizing: { height: 222 } }, [222]],
] as const)('sizing: %s', async ([, options, expected]) => {
  const { heights } = await connected('<body><div id="box" style="height: 300px">', options)
  expect(heights).toEqual(expected)
})

test('setupSizeChangedNotifications reports until it is undone', async () => {
  const made = await connected('<body style="margin: 0"><div id="box" style="height: 100px">', { autoResize: false })
  const stop = made.app.setupSizeChangedNotifications()
  await settled(made.window)
  stop()
  await grow(made, 200)
  expect(made.heights).toEqual([100])
})

test('R-280: a View that has taken its leave asks for no more room', async () => {
  const made = await connected('<body style="margin: 0"><div id="box" style="height: 100px">')
  expect(await made.host.request('ui/resource-teardown', {})).toEqual({})
  await grow(made, 200)
  expect(made.heights).toEqual([100])
})

test('auto-resize calls the method of a subclass', async () => {
  const made = await viewFrame('<body style="margin: 0"><div id="box" style="height: 100px"></div>')
  class TallApp extends made.view.App {
    override sendSizeChanged(size: { width?: number; height?: number }): Promise<void> {
      return super.sendSizeChanged({ ...size, height: (size.height ?? 0) + 50 })
    }
  }
  await new TallApp(INFO).connect()
  await settled(made.window)
  expect(made.heights).toEqual([150])
})
