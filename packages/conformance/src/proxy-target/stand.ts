import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame, Page, Request } from 'playwright-core'
import { INVITE } from '../run/invite-script.ts'

/** An object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

/** A received message. */
export type Message = Fields

/** The document to show in a proxy. */
export interface ProxyResource {
  readonly html: string
  readonly csp?: Fields
  readonly permissions?: Fields
  readonly sandbox?: string
}

/** A sandbox proxy to examine. */
export interface ExaminedProxy {
  readonly name: string
  /** The address of the proxy for this View, and the content of `sandbox-resource-ready`. */
  open(resource: ProxyResource): Promise<{ readonly url: string; readonly params: Fields; readonly allow?: string }>
  /** Stops everything that the examination started. */
  close?(): Promise<void>
}

/** A proxy page at a fixed address, as the specification describes it. */
export const proxyAt = (url: string): ExaminedProxy => ({
  name: url,
  open: async (resource) => ({ url, params: { ...resource } }),
})

/** How a proxy is framed. */
export interface Framing {
  readonly url: string
  readonly params: Fields
  readonly allow?: string
  /** Whether the host responds to the proxy. */
  readonly answers?: boolean
  /** Whether the page has an unknown origin. */
  readonly stranger?: boolean
}

/** A host page with a proxy in it. */
export interface Framed {
  readonly page: Page
  heard(): Promise<readonly Message[]>
  /** The first message with this method; undefined if none arrives. */
  wait(method: string): Promise<Message | undefined>
  /** Whether any message arrives. */
  waitForAny(): Promise<boolean>
  say(message: Fields): Promise<void>
  /** Waits for the response to a request. */
  ask(message: Fields): Promise<Message | undefined>
  proxy(): Promise<Frame>
  /** Waits for an element in the proxy. */
  shows(selector: string): Promise<void>
  /** The View in the proxy, where there is one. */
  view(): Promise<Frame | undefined>
  /** Runs a script in another frame of the page, with the proxy as `proxy`. */
  asStranger(script: string): Promise<void>
}

/** The environment for proxies: a browser, a host page, and servers that record their requests. */
export interface Stand {
  readonly hostOrigin: string
  /** An origin that responds to every request and records the paths. */
  origin(name: string): string
  /** The requested paths at that origin. */
  hits(name: string): readonly string[]
  /** Serves a page, for proxies that come with the suite. */
  serve(name: string, path: string, body: string, headers?: Readonly<Record<string, string>>): string
  frame(framing: Framing): Promise<Framed>
  /** The failure of the last frame's document, such as `answered 404`. */
  mishap(): string | undefined
  /** Opens a page directly; undefined if its server refuses. */
  alone(url: string): Promise<Page | undefined>
  close(): Promise<void>
}

const HOST_PAGE = `<!doctype html><meta charset="utf-8"><title>Host</title><body><script>
const heard = (window.heard = [])
const waiters = new Set()
window.when = (find, patience) => new Promise((resolve) => {
  const done = (found) => { clearTimeout(timer); waiters.delete(look); resolve(found) }
  const timer = setTimeout(done, patience)
  const look = () => { const found = find(heard); if (found !== undefined) done(found) }
  waiters.add(look)
  look()
})
window.frameProxy = ({ url, params, allow, answers }) => {
  const frame = document.createElement('iframe')
  const origin = new URL(url).origin
  frame.name = 'proxy'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.allow = allow
  let told = false
  window.say = (message) => frame.contentWindow.postMessage(message, origin)
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    heard.push(data)
    if (answers && !told && data?.method === 'ui/notifications/sandbox-proxy-ready') {
      told = true
      say({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params })
    }
    for (const look of [...waiters]) look()
  })
  const loaded = new Promise((done) => frame.addEventListener('load', () => done(), { once: true }))
  frame.src = url
  document.body.append(frame)
  return loaded
}
${INVITE}
</script>`

const CORS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (character) => character.charCodeAt(0))

interface Answer {
  readonly type: string
  readonly body: string | Uint8Array
}

function answerFor(path: string): Answer {
  if (path.endsWith('.js')) return { type: 'text/javascript', body: 'window.loaded = true' }
  if (path.endsWith('.css')) return { type: 'text/css', body: 'body{--loaded:1}' }
  if (path.endsWith('.gif')) return { type: 'image/gif', body: PIXEL }
  return { type: 'text/html', body: '<!doctype html><title>Page</title>' }
}

/** Opens a stand. `patience` is how long anything may take, in milliseconds; `hostPort`, where the host page is. */
export async function openStand(browser: Browser, patience: number, hostPort = 0): Promise<Stand> {
  const pages = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>()
  const asked = new Map<string, string[]>()
  const answer: RequestListener = ({ headers, url = '/' }, response) => {
    const name =
      String(headers.host)
        .split(':')[0]
        ?.replace(/\.?localhost$/, '') ?? ''
    const path = url.split('?')[0] ?? '/'
    const page = pages.get(`${name}${path}`)
    if (page) return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }).end(page.body)
    if (name === '' || name === 'stranger') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(HOST_PAGE)
    asked.set(name, [...(asked.get(name) ?? []), path])
    const { type, body } = answerFor(path)
    return response.writeHead(200, { 'Content-Type': type, ...CORS }).end(body)
  }
  // A port of its own for the host: any name with its port is its own, and a sandbox may keep Views from that.
  const [home, world] = [await listen(answer, hostPort), await listen(answer, 0)]
  const origin = (name: string): string =>
    name === '' ? `http://localhost:${home.port}` : `http://${name}.localhost:${world.port}`
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  const page = await context.newPage()
  let mishap: string | undefined
  const isFrame = (request: Request): boolean => request.isNavigationRequest() && request.frame() !== page.mainFrame()
  page.on('response', (response) => {
    if (isFrame(response.request()) && response.status() >= 400) mishap ??= `answered ${response.status()}`
  })
  page.on('requestfailed', (request) => {
    if (isFrame(request)) mishap ??= `cannot be loaded into a page at ${origin('')}: ${request.failure()?.errorText}`
  })
  return {
    hostOrigin: origin(''),
    mishap: () => mishap,
    origin,
    hits: (name) => asked.get(name) ?? [],
    serve(name, path, body, headers = {}) {
      pages.set(`${name}${path}`, { body, headers })
      return `${origin(name)}${path}`
    },
    async frame({ url, params, allow = '', answers = true, stranger = false }) {
      await page.goto(`${origin(stranger ? 'stranger' : '')}/`)
      mishap = undefined
      await page.evaluate(`frameProxy(${JSON.stringify({ url, params, allow, answers })})`)
      return framedOn(page, `${origin('stranger')}/`, patience)
    },
    async alone(url) {
      return (await page.goto(url))?.ok() ? page : undefined
    },
    async close() {
      await context.close()
      await Promise.all([home.close(), world.close()])
    },
  }
}

async function listen(answer: RequestListener, port: number): Promise<{ readonly port: number; close(): Promise<unknown> }> {
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function framedOn(page: Page, strangerUrl: string, patience: number): Framed {
  const when = (find: string): Promise<Message | undefined> => page.evaluate(`when((heard) => ${find}, ${patience})`)
  const say: Framed['say'] = (message) => page.evaluate(`say(${JSON.stringify(message)})`)
  const inner = async (frame: Page | Frame, selector: string): Promise<Frame> => {
    const element = await frame.waitForSelector(selector, { state: 'attached', timeout: patience })
    const found = await element.contentFrame()
    if (!found) throw new Error(`${selector} is no frame`)
    return found
  }
  const proxy = (): Promise<Frame> => inner(page, 'iframe[name=proxy]')
  return {
    page,
    heard: () => page.evaluate('heard'),
    wait: (method) => when(`heard.find((message) => message?.method === ${JSON.stringify(method)})`),
    waitForAny: async () => (await when('heard.length > 0 ? {} : undefined')) !== undefined,
    say,
    async ask(message) {
      await say(message)
      return when(`heard.find((each) => each?.id === ${JSON.stringify(message['id'])} && each.method === undefined)`)
    },
    proxy,
    async shows(selector) {
      const frame = await proxy()
      await frame.waitForSelector(selector, { state: 'attached', timeout: patience }).catch(() => {})
    },
    view: async () => inner(await proxy(), 'iframe').catch(() => undefined),
    async asStranger(script) {
      await page.evaluate(`invite(${JSON.stringify(strangerUrl)})`)
      await (await inner(page, 'iframe[name=stranger]')).evaluate(`void ((proxy) => { ${script} })(parent.frames.proxy)`)
    },
  }
}
