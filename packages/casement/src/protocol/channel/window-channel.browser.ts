import { afterEach, describe, expect, test } from 'vitest'
import { channelCore, type Channel } from './channel.ts'
import { channelRules } from './channel-contract.ts'
import type * as WindowChannelModule from './window-channel.ts'
import { windowChannel } from './window-channel.ts'

const OTHER_ORIGIN = location.origin.replace('//localhost', '//other.localhost')
const RELAY_PATH = '/test/frames/relay.html'
const RELAY_URL = OTHER_ORIGIN + RELAY_PATH
const OPAQUE = { srcdoc: await (await fetch(RELAY_PATH)).text(), sandbox: 'allow-scripts' }

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const undo of cleanUp.splice(0).reverse()) undo()
})

interface FrameSource {
  src?: string
  srcdoc?: string
  sandbox?: string
}

/** A frame whose page has run: the relay says so. */
async function addRelay(attributes: FrameSource): Promise<Window> {
  const frame = document.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  const loaded = new Promise<void>((resolve) => {
    const receive = (event: MessageEvent): void => {
      if (event.source !== frame.contentWindow || event.data !== 'loaded') return
      removeEventListener('message', receive)
      resolve()
    }
    addEventListener('message', receive)
  })
  document.body.append(frame)
  cleanUp.push(() => frame.remove())
  await loaded
  if (!frame.contentWindow) throw new Error('the frame has no window')
  return frame.contentWindow
}

/** The far end: it posts as the frame does, and receives the frame's messages. */
async function farEnd(frame: Window): Promise<Channel> {
  const { port1, port2 } = new MessageChannel()
  const ready = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
  port1.start()
  frame.postMessage('relay', /* opaque: some of the frames are */ '*', [port2])
  await ready
  const channel = channelCore(
    (message, transfer) => port1.postMessage(message, transfer),
    () => port1.close(),
  )
  port1.addEventListener('message', (event) => channel.deliver(event.data))
  cleanUp.push(() => channel.close())
  return channel
}

async function openRelay(attributes: FrameSource, origin?: string): Promise<[Channel, Channel]> {
  const frame = await addRelay(attributes)
  const far = await farEnd(frame)
  const near = windowChannel(frame, origin === undefined ? {} : { origin })
  cleanUp.push(() => near.close())
  return [near, far]
}

/** Both ends are window channels, the second in a frame of our own origin with its own copy of the module. */
async function openSameOrigin(): Promise<[Channel, Channel]> {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  cleanUp.push(() => frame.remove())
  const inside = frame.contentWindow as Window & typeof globalThis
  const url = new URL('./window-channel.ts', import.meta.url).href
  const load = inside.eval('(url) => import(url)') as (url: string) => Promise<typeof WindowChannelModule>
  const module = await load(url)
  const ends: [Channel, Channel] = [
    windowChannel(inside, { origin: location.origin }),
    module.windowChannel(inside.parent, { origin: location.origin }),
  ]
  cleanUp.push(() => ends.forEach((end) => end.close()))
  return ends
}

const inWindows = channelRules.filter((rule) => rule.needs !== 'tells-close')

const openNamed = (): Promise<[Channel, Channel]> => openRelay({ src: RELAY_URL }, OTHER_ORIGIN)
const openOpaque = (): Promise<[Channel, Channel]> => openRelay(OPAQUE, 'null')

describe('window channel to another origin', () => {
  test.for(inWindows)('$name', (rule) => expect(rule.run(openNamed)).resolves.toBeUndefined())
})

describe('window channel to an opaque origin', () => {
  test.for(inWindows)('$name', (rule) => expect(rule.run(openOpaque)).resolves.toBeUndefined())
})

describe('window channels at both ends', () => {
  test.for(inWindows)('$name', (rule) => expect(rule.run(openSameOrigin)).resolves.toBeUndefined())
})

/** All messages that a channel receives until its own frame has spoken after all the others did. */
async function heardUntil(channel: Channel, last: unknown): Promise<unknown[]> {
  return new Promise((resolve) => {
    const heard: unknown[] = []
    channel.listen((message) => {
      heard.push(message)
      if (JSON.stringify(message) === JSON.stringify(last)) resolve(heard)
    })
  })
}

/** Waits until our window has got this message from anyone. */
const arrived = (wanted: string): Promise<void> =>
  new Promise((resolve) => {
    const receive = (event: MessageEvent): void => {
      if ((event.data as { from?: string }).from !== wanted) return
      removeEventListener('message', receive)
      resolve()
    }
    addEventListener('message', receive)
  })

describe('who is heard (R-099)', () => {
  test('an impostor frame that posts to the same window is not', async () => {
    const [near, far] = await openOpaque()
    const impostor = await farEnd(await addRelay(OPAQUE))
    const heard = heardUntil(near, { from: 'friend' })
    const forged = arrived('impostor')
    impostor.post({ from: 'impostor' })
    await forged
    far.post({ from: 'friend' })
    expect(await heard).toEqual([{ from: 'friend' }])
  })

  test('the right window is not, once it has another origin', async () => {
    const frame = await addRelay({ src: RELAY_URL })
    const strict = windowChannel(frame, { origin: 'https://elsewhere.example' })
    const lenient = windowChannel(frame)
    cleanUp.push(() => [strict, lenient].forEach((end) => end.close()))
    const heard: unknown[] = []
    strict.listen((message) => heard.push(message))
    const reached = heardUntil(lenient, { from: 'moved' })
    const far = await farEnd(frame)
    far.post({ from: 'moved' })
    expect(await reached).toEqual([{ from: 'moved' }])
    expect(heard).toEqual([])
  })

  test('a named origin is not an opaque one', async () => {
    const frame = await addRelay({ src: RELAY_URL })
    const opaque = windowChannel(frame, { origin: 'null' })
    cleanUp.push(() => opaque.close())
    const heard: unknown[] = []
    opaque.listen((message) => heard.push(message))
    const came = arrived('named')
    const far = await farEnd(frame)
    far.post({ from: 'named' })
    await came
    expect(heard).toEqual([])
  })
})

describe('who is told', () => {
  test('nobody, when the window has another origin than the expected one', async () => {
    const frame = await addRelay({ src: RELAY_URL })
    const far = await farEnd(frame)
    const wrong = windowChannel(frame, { origin: location.origin })
    const right = windowChannel(frame, { origin: OTHER_ORIGIN })
    cleanUp.push(() => [wrong, right].forEach((end) => end.close()))
    const heard = heardUntil(far, { secret: false })
    wrong.post({ secret: true })
    right.post({ secret: false })
    expect(await heard).toEqual([{ secret: false }])
  })
})

test('JSON text is delivered for the reader to parse', async () => {
  const [near, far] = await openOpaque()
  const heard = new Promise((resolve) => near.listen(resolve))
  far.post('{"jsonrpc":"2.0"}')
  expect(await heard).toBe('{"jsonrpc":"2.0"}')
})

test('the origin is read before the data, and the data only from the right source', () => {
  const reads: string[] = []
  const inlet = new EventTarget()
  const me = { postMessage: () => undefined }
  const channel = windowChannel(me, { self: inlet as never })
  const event = (source: unknown): Event =>
    Object.defineProperties(new Event('message'), {
      source: { value: source },
      origin: { get: () => (reads.push('origin'), 'https://a.example') },
      data: { get: () => (reads.push('data'), 1) },
    })
  channel.listen(() => undefined)
  inlet.dispatchEvent(event({}))
  expect(reads).toEqual([])
  inlet.dispatchEvent(event(me))
  expect(reads).toEqual(['origin', 'data'])
})
