import type { Frame, Page } from 'playwright-core'
import { DRIVER_NAME, type HostDriver, type TestApp } from './driver.ts'
import type { Outside } from './outside.ts'
import { type Answer, type Probe, type ProbeConfig, type ProbeEntry, probeHtml } from './probe.ts'
import { type ServedApp, startTestServer, type TestServer } from './test-server.ts'
import type { WatchedPage, WatchedPages } from './watched-pages.ts'

/** How a host is reached: the address of a page with a driver. */
export interface HostAddress {
  readonly name: string
  readonly url: string
}

/** The options of a sitting. */
export interface SittingRoom {
  readonly pages: WatchedPages
  readonly host: HostAddress
  readonly outside: Outside
  /** The timeout for expected messages, in milliseconds. */
  readonly patience: number
}

/** One page of the host with one probe, and its observers. */
export interface Sitting extends WatchedPage {
  readonly outside: Outside
  readonly driver: HostDriver
  readonly server: TestServer
  readonly neighbour: TestServer
  /** Shows the probe. True if it completed the handshake, or reached the expected stage. */
  display(probe?: ProbeConfig, served?: Partial<ServedApp>, call?: Partial<TestApp>): Promise<boolean>
  /** Has the host close the View and show it once more, in the same page. */
  displayAgain(): Promise<void>
  /** Resolves when the host reports that it shows the View, or the reason why it does not. */
  displayed(): Promise<string | undefined>
  /** Waits for a value; undefined after the timeout. */
  until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T | undefined>
  /** The first message that the View received with this method. */
  heard(method: string): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Sends a request from the View. */
  ask(method: string, params?: unknown, id?: string | number): Promise<Answer>
  post(message: unknown): Promise<void>
  /** Everything that the host sent before now has arrived afterwards: messages keep their order. */
  settle(): Promise<void>
  /** The frame with the probe in it. */
  view(): Promise<Frame | undefined>
  close(): Promise<void>
}

/** Opens a page of the host and starts a server for it. */
export async function openSitting({ pages, host, outside, patience }: SittingRoom): Promise<Sitting> {
  const watched = await pages.take()
  const { page, entries } = watched
  const driver = driverIn(page)
  const neighbour = await startTestServer({ html: '' })
  let server: TestServer | undefined
  let view: Frame | undefined
  let settled = 0
  let shownApp: TestApp | undefined
  let showing: Promise<string | undefined> = Promise.resolve('nothing was to be shown')

  const until = async <T>(look: () => T | undefined | Promise<T | undefined>, limit = patience): Promise<T | undefined> => {
    const end = performance.now() + limit
    for (;;) {
      const found = await look()
      if (found !== undefined || performance.now() > end) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const findView = async (): Promise<Frame | undefined> => {
    if (view && !view.isDetached()) return view
    for (const frame of page.frames().toReversed()) {
      if (await frame.evaluate('Boolean(window.probe)').catch(() => false)) return (view = frame)
    }
    return undefined
  }
  const inView = async <T>(run: (frame: Frame) => Promise<T>): Promise<T | undefined> => {
    const frame = await until(findView)
    return frame && run(frame).catch(() => undefined)
  }
  const isThere = (what: ProbeEntry['what'], isIt: (message: ProbeEntry['message']) => boolean): true | undefined =>
    entries.some((entry) => entry.what === what && isIt(entry.message)) || undefined
  const isAnswered = (id: unknown): true | undefined =>
    isThere('heard', (message) => message['id'] === id && !('method' in message))
  const ask: Sitting['ask'] = async (method, params, id) => {
    const call = { method, params, patience, id }
    return (
      (await inView((frame) =>
        frame.evaluate((given) => {
          const { probe } = window as unknown as { probe: Probe }
          return probe.request(given.method, given.params, given.patience, given.id)
        }, call),
      )) ?? {}
    )
  }

  return {
    ...watched,
    outside,
    neighbour,
    get server() {
      if (!server) throw new Error('nothing was displayed yet')
      return server
    },
    driver,
    async display(probe = {}, served = {}, call = {}) {
      server = await startTestServer({ html: probeHtml(probe, outside), ...served })
      await page.goto(host.url)
      const app: TestApp = { server: server.url, neighbour: neighbour.url, tool: 'show', input: INPUT, ...call }
      shownApp = app
      showing = driver.displayTestApp(app).then(
        () => undefined,
        (error: unknown) => String(error),
      )
      const gotThrough = until(
        () => (probe.hold ? isAnswered(1) : isThere('sent', ({ method }) => method === 'ui/notifications/initialized')),
        MOUNT_PATIENCE,
      )
      return (await Promise.race([gotThrough, showing.then((why) => (why === undefined ? gotThrough : undefined))])) ?? false
    },
    async displayAgain() {
      if (!shownApp) throw new Error('nothing was displayed yet')
      await driver.resetEnvironment()
      // The outcome is observed in the View.
      void driver.displayTestApp(shownApp).catch(() => {})
    },
    displayed: () => Promise.race([showing, silence()]),
    until: (look) => until(look),
    heard: (method) =>
      until(() => entries.find(({ what, message }) => what === 'heard' && message['method'] === method)?.message),
    ask,
    async post(message) {
      await inView((frame) => frame.evaluate((given) => (window as unknown as { probe: Probe }).probe.post(given), message))
    },
    async settle() {
      const id = `settle-${++settled}`
      await ask('ping', undefined, id)
      await until(() => isAnswered(id))
    },
    view: () => until(findView),
    async close() {
      await pages.giveBack(watched)
      await Promise.all([server?.close(), neighbour.close()])
    },
  }
}

// The short timeout applies only after the handshake: before it, a View cannot fail any rule.
const MOUNT_PATIENCE = 20_000
const silence = (): Promise<string> =>
  new Promise((resolve) => void setTimeout(resolve, MOUNT_PATIENCE, 'the host said nothing').unref())

/** The arguments of the tool call that every probe belongs to. */
export const INPUT = { city: 'Zürich', days: 3, deep: { list: [1, 'zwei', null] } }

const METHODS = [
  'displayTestApp',
  'getConversation',
  'getConversationContext',
  'changeHostContext',
  'confirmAction',
  'sendMessage',
  'callTool',
  'resetEnvironment',
] as const satisfies readonly (keyof HostDriver)[]

/** The driver of a page, called from outside of it. */
function driverIn(page: Page): HostDriver {
  const call = (method: string, args: unknown[]): Promise<unknown> =>
    page.evaluate(
      async ({ name, at, given }) => {
        const driver = (window as unknown as Record<string, Record<string, (...all: unknown[]) => unknown>>)[at]
        if (!driver) throw new Error(`the page has no window.${at}`)
        return driver[name]?.(...given)
      },
      { name: method, at: DRIVER_NAME, given: args },
    )
  return Object.fromEntries(METHODS.map((name) => [name, (...args: unknown[]) => call(name, args)])) as unknown as HostDriver
}
