import { compilePolicy } from 'casement/protocol/policy'
import type { ProfileSettings } from 'casement/testing/profiles'
import type { Browser, Frame, Page } from 'playwright-core'
import { policyIn, sandboxIn } from './emulated-host.ts'
import { HOST_SCRIPT, WATCH_SCRIPT } from './host-script.ts'

/** An object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

/** A received message; a View can post any value. */
export type Message = Fields

/** A View to examine, and the data that its tool would bring. */
export interface ExaminedView {
  readonly html: string
  /** The metadata of its resource. */
  readonly csp?: Fields | undefined
  readonly permissions?: Fields | undefined
  /** Arguments of the tool. */
  readonly input?: Fields | undefined
  /** The result of the tool. */
  readonly result?: Fields | undefined
  /** The host to emulate; default: one that supports everything. */
  readonly host?: ProfileSettings | undefined
}

/** The scripted host's response to one method. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'nothing'

/** How a View is mounted. */
export interface Plan {
  readonly replies: Readonly<Record<string, Reply>>
  /** Sent as soon as the View has sent `initialized`. */
  readonly afterInitialized?: readonly Message[]
  readonly sandbox?: string
}

/** A View in a page of the scripted host. */
export interface Stage {
  readonly view: ExaminedView
  mount(plan: Plan): Promise<void>
  say(message: unknown): Promise<void>
  /** Sends a request to the View, and returns its response; undefined if there is none. */
  ask(method: string, params?: Fields, id?: string | number): Promise<Message | undefined>
  /** The first message with this method from a place in the record on; undefined when none comes. */
  wait(method: string, from?: number): Promise<Message | undefined>
  /** Waits until the messages to the View, and its responses, have arrived. */
  settle(): Promise<void>
  heard(): Promise<readonly Message[]>
  /** Runs an expression in the View, and waits until it gives something else than undefined or false. */
  look<Value>(expression: string): Promise<Value | undefined>
  inView<Value>(expression: string): Promise<Value>
  resize(height: number): Promise<void>
  /** Runs a script in another frame of the page, with the View as `view`. */
  asStranger(script: string): Promise<void>
  /** The number of messages that the other frame received. */
  strangerHeard(): Promise<number>
  /** An empty host page again. */
  restart(): Promise<void>
  watched(): Promise<{ readonly errors: readonly string[]; readonly violations: readonly string[] }>
}

const HOST = 'https://host.conformance.test/'
const VIEW = 'https://view.conformance.test/'
const STRANGER = 'https://stranger.conformance.test/'
const STRANGER_PAGE = `<!doctype html><title>Stranger</title><script>let heard = 0; addEventListener('message', () => heard++)</script>`
const HOST_PAGE = `<!doctype html><meta charset="utf-8"><title>Host</title><style>body{margin:0}</style><body><script>${HOST_SCRIPT}</script>`

/** A page for Views, one after the other. */
export interface Theatre {
  /** An empty stage for a View. The previous one is closed. */
  stageFor(view: ExaminedView, patience: number): Promise<Stage>
  close(): Promise<void>
}

/** Opens a page for Views. Its network is this file: what else is asked for fails. */
export async function openTheatre(browser: Browser): Promise<Theatre> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  await context.addInitScript(WATCH_SCRIPT)
  let playing: ExaminedView | undefined
  await context.route('**', (route) => {
    const url = route.request().url()
    const html = (body: string, headers = {}): Promise<void> =>
      route.fulfill({ body, contentType: 'text/html; charset=utf-8', headers })
    if (url === HOST) return html(HOST_PAGE)
    if (url === STRANGER) return html(STRANGER_PAGE)
    if (url !== VIEW || !playing) return route.abort()
    const { header } = compilePolicy(...policyIn(playing))
    return html(playing.html, { 'Content-Security-Policy': header })
  })
  const page = await context.newPage()
  return {
    async stageFor(view, patience) {
      playing = view
      await page.goto(HOST)
      return stageOn(page, view, patience)
    },
    close: () => context.close(),
  }
}

function stageOn(page: Page, view: ExaminedView, patience: number): Stage {
  let asked = 0
  let marks = 0
  const frame = async (name: string): Promise<Frame> => {
    const element = await page.waitForSelector(`iframe[name=${name}]`, { state: 'attached' })
    const found = await element.contentFrame()
    if (!found) throw new Error(`there is no frame "${name}"`)
    return found
  }
  const say: Stage['say'] = (message) => page.evaluate(`say(${JSON.stringify(message)})`)
  const when = (find: string): Promise<Message | undefined> => page.evaluate(`when((heard) => ${find}, ${patience})`)
  const inView = async <Value>(expression: string): Promise<Value> => (await frame('view')).evaluate(expression)
  return {
    view,
    mount: ({ replies, afterInitialized = [], sandbox = sandboxIn(view) }) =>
      page.evaluate(`mount(${JSON.stringify({ src: VIEW, replies, afterInitialized, sandbox })})`),
    say,
    async ask(method, params = {}, id = `question-${++asked}`) {
      await say({ jsonrpc: '2.0', id, method, params })
      return when(`heard.find((message) => message?.id === ${JSON.stringify(id)} && message.method === undefined)`)
    },
    wait: (method, from = 0) => when(`heard.slice(${from}).find((message) => message?.method === ${JSON.stringify(method)})`),
    async settle() {
      const mark = `conformance-mark-${++marks}`
      // Its own messages come by the same way, so what it said before the mark is there when the mark is.
      const post = `new Promise((done) => setTimeout(() => setTimeout(() => done(parent.postMessage({ mark: '${mark}' }, '*')), 20)))`
      await inView(post).catch(() => {})
      await when(`heard.find((message) => message?.mark === '${mark}')`)
    },
    heard: () => page.evaluate('heard.filter((message) => message?.mark === undefined)'),
    async look<Value>(expression: string) {
      try {
        const handle = await (await frame('view')).waitForFunction(`(() => ${expression})()`, undefined, { timeout: patience })
        return (await handle.jsonValue()) as Value
      } catch {
        return undefined
      }
    },
    inView,
    resize: (height) => page.evaluate(`resize(${height})`),
    async asStranger(script) {
      await page.evaluate(`invite(${JSON.stringify(STRANGER)})`)
      const stranger = await frame('stranger')
      await stranger.evaluate(`void ((view) => { ${script} })(parent.frames.view)`)
    },
    strangerHeard: async () => (await frame('stranger')).evaluate('heard'),
    restart: async () => void (await page.goto(HOST)),
    watched: () => inView('({ errors: __conformance.errors, violations: __conformance.violations })'),
  }
}
