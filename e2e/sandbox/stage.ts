import type { Browser, Frame, Page } from 'playwright-core'
import type { SandboxHandler, SandboxOptions, SandboxResource, SandboxTicket } from '../../packages/casement/src/sandbox/index.ts'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

/** A message that reached the host page: over the port, or by the window. */
export interface Heard {
  readonly by: 'port' | 'window'
  readonly message: { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown }
  readonly ports: number
}

/** The methods of a mounted View in a test. */
export interface Mounted {
  readonly page: Page
  readonly heard: () => Promise<Heard[]>
  /** The parameters of the first message with this method. */
  wait(method: string): Promise<Record<string, unknown>>
  /** Says something to the View, over the port where there is one. */
  say(message: unknown): Promise<void>
  proxy(): Frame
  view(): Frame
}

/** How a View is mounted, where it is not by a ticket of the handler. */
export interface MountOptions {
  readonly port?: boolean
  readonly url?: string
  readonly params?: Record<string, unknown>
  readonly sandboxAttribute?: string
  readonly allow?: string
}

// Shorter than the timeout of a test, so that the error names the condition that was not met.
const PATIENCE = 120_000
// Addresses change with the hour otherwise, in the middle of a test as well.
const A_YEAR = 31_536_000

// The smallest host that follows the bootstrap. The sandbox is under test, so this host checks and hides nothing.
const HOST_SCRIPT = `
window.heard = []
window.mount = ({ proxyUrl, proxyOrigin, params, port, allow, sandboxAttribute }) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandboxAttribute)
  frame.allow = allow
  frame.style = 'width:400px;height:200px;border:0'
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== proxyOrigin) return
    heard.push({ by: 'window', message: data, ports: 0 })
    if (data.method !== 'ui/notifications/sandbox-proxy-ready') return
    const ready = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params }
    if (!port) {
      window.say = (message) => frame.contentWindow.postMessage(message, proxyOrigin)
      return frame.contentWindow.postMessage(ready, proxyOrigin)
    }
    const { port1, port2 } = new MessageChannel()
    window.hostPort = port1
    window.carried = []
    port1.onmessage = ({ data, ports }) => {
      carried.push(...ports)
      heard.push({ by: 'port', message: typeof data === 'string' ? JSON.parse(data) : data, ports: ports.length })
    }
    window.say = (message) => port1.postMessage(JSON.stringify(message))
    frame.contentWindow.postMessage(ready, proxyOrigin, [port2])
  })
  frame.src = proxyUrl
  document.getElementById('app').append(frame)
}`

const HOST_PAGE = `<!doctype html><meta charset="utf-8"><title>host</title><style>body{margin:0}</style>
<button id="before">before</button><div id="app"></div><button id="after">after</button><div style="height:3000px"></div><script>${HOST_SCRIPT}</script>`

/** The host page. At `/shared` it does not ask for a process of its own, as most pages do not. */
export const hostPage = (request: Request): Response => {
  const own = new URL(request.url).pathname === '/shared' ? {} : { 'Origin-Agent-Cluster': '?1' }
  return new Response(HOST_PAGE, { headers: { 'Content-Type': 'text/html', ...own } })
}

/** A sandbox, a host page and a Chromium, all real. */
export class Stage {
  readonly served: ServedSandbox
  readonly browser: Browser
  readonly #pages: Page[] = []

  private constructor(served: ServedSandbox, browser: Browser) {
    this.served = served
    this.browser = browser
  }

  static async open(options: Partial<SandboxOptions> = {}, port = 0, browserArgs: readonly string[] = []): Promise<Stage> {
    const served = await serveSandbox({ ttl: A_YEAR, ...options, port, page: hostPage })
    const browser = await openChromium(browserArgs)
    return new Stage(served, browser)
  }

  get handler(): SandboxHandler {
    return this.served.handler
  }

  /** A page of the host, in a profile of its own. */
  async hostPage(path = '/'): Promise<Page> {
    const context = await this.browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    this.#pages.push(page)
    await page.goto(this.served.hostOrigin + path)
    return page
  }

  ticket(resource: Partial<SandboxResource> & { html: string }): Promise<SandboxTicket> {
    return this.handler.mint({ app: 'https://server.example/mcp', ...resource, hostOrigin: this.served.hostOrigin })
  }

  /** Mounts a View that is served at its own origin. */
  async mount(resource: Partial<SandboxResource> & { html: string }, given: MountOptions = {}, on?: Page): Promise<Mounted> {
    const ticket = await this.ticket(resource)
    const params = { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: ticket.allow, ...given.params }
    return this.show(ticket.proxyUrl, { allow: ticket.allow, ...given, params }, on)
  }

  /** Mounts a View in opaque mode, with the proxy that carries its HTML. */
  async mountOpaque(params: Record<string, unknown>, given: MountOptions = {}, on?: Page): Promise<Mounted> {
    return this.show(this.handler.opaqueProxyUrl, { ...given, params }, on)
  }

  async show(
    proxyUrl: string,
    { port = true, url, params = {}, sandboxAttribute, allow = '' }: MountOptions,
    on?: Page,
  ): Promise<Mounted> {
    const page = on ?? (await this.hostPage())
    const at = url ?? proxyUrl
    const told = { proxyUrl: at, proxyOrigin: new URL(at).origin, params, port, allow }
    await page.evaluate(
      `mount(${JSON.stringify({ ...told, sandboxAttribute: sandboxAttribute ?? 'allow-scripts allow-same-origin' })})`,
    )
    const heard = (): Promise<Heard[]> => page.evaluate('heard')
    const frameAt = (depth: number): Frame => {
      let frame: Frame | undefined = page.mainFrame()
      for (let level = 0; level < depth; level++) frame = frame?.childFrames().at(-1)
      if (!frame) throw new Error(`no frame at depth ${depth}`)
      return frame
    }
    return {
      page,
      heard,
      async wait(method) {
        const find = `heard.find(({ message }) => message.method === ${JSON.stringify(method)})?.message.params`
        try {
          await page.waitForFunction(find, undefined, { timeout: PATIENCE })
        } catch (cause) {
          throw new Error(`${method} did not come; heard last ${JSON.stringify((await heard()).slice(-20))}`, { cause })
        }
        return page.evaluate(find)
      },
      say: (message) => page.evaluate(`say(${JSON.stringify(message)})`),
      proxy: () => frameAt(1),
      view: () => frameAt(2),
    }
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.served.close()
  }
}

/** A View whose script ends in one report to the host: whatever the expression gives, or the error it ends in. */
export function viewReporting(expression: string, before = ''): string {
  return `<!doctype html><html><head><title>View</title></head><body>${before}<script>
    const tell = (method, params) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
    const attempt = (run) => { try { return String(run()) } catch (error) { return 'threw ' + error.name } }
    Promise.resolve().then(async () => (${expression})).then(
      (value) => tell('test/result', { value }),
      (error) => tell('test/result', { error: String(error) }),
    )
  </script></body></html>`
}
