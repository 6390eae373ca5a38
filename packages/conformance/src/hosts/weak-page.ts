import type { makeServer } from './mcp-servers.ts'
import type { AttackPage, Recorder } from './recorder.ts'

/** The scene of the weak page. */
export interface WeakScene {
  readonly attacker: string
  readonly victim?: string | undefined
  /** The HTML of the next View. It is written into a page that was opened ahead of time. */
  readonly next?: string | undefined
  readonly secret: string
  readonly allow: string
  /** A script of remote DOM, which runs in the page itself. */
  readonly remoteDom?: string | undefined
  readonly asks?: { readonly agrees: boolean } | undefined
}

/**
 * A host that does everything wrong: one origin for all, no sandbox, and a bridge that believes everybody and allows everything.
 * It is sent to the browser as text, so it uses nothing from outside itself.
 */
export function runWeakPage(scene: WeakScene, serve: typeof makeServer): void {
  const { recorder } = window as unknown as { recorder: Recorder }
  const { seen } = recorder
  const mine = serve('mine', { html: '' }, scene.secret, seen)
  const other = serve('other', { html: '' }, scene.secret, seen)
  const config: Record<string, unknown> = {}
  const pending = new Map<unknown, () => void>()
  let asked = 0

  // At any depth, in any value.
  const merge = (into: Record<string, unknown>, from: Record<string, unknown>): void => {
    for (const key in from) {
      const value = from[key]
      if (typeof value !== 'object' || value === null) {
        into[key] = value
        continue
      }
      if (typeof into[key] !== 'object' || into[key] === null) into[key] = {}
      merge(into[key] as Record<string, unknown>, value as Record<string, unknown>)
    }
  }
  const show = (place: string, path: string): HTMLIFrameElement => {
    const frame = document.createElement('iframe')
    frame.allow = scene.allow
    frame.src = `/proxy?${new URLSearchParams({ view: path })}`
    document.querySelector(`#${place}`)?.append(frame)
    return frame
  }
  // The last sender of a name owns it, and long text is replaced by its length.
  let appName = ''
  const consent = (what: string, blocks: unknown): Promise<void> =>
    new Promise((resolve) => {
      const list = (Array.isArray(blocks) ? blocks : [blocks]) as { type?: string; text?: string }[]
      const text = list.map((block) => (block?.type === 'text' ? (block.text ?? '') : `[${block?.type}]`)).join('\n')
      const more = text.length > 2000 ? `… and ${text.length - 2000} more characters` : ''
      const dialog = document.createElement('div')
      dialog.className = 'weak-dialog'
      dialog.style.cssText = 'position:fixed;top:200px;left:500px;background:#fff'
      const button = document.createElement('button')
      button.className = 'yes'
      button.textContent = 'Send'
      button.disabled = true
      setTimeout(() => (button.disabled = false), 500)
      button.onclick = () => {
        dialog.remove()
        resolve()
      }
      dialog.append(button, `${appName} wants to ${what}: ${text.slice(0, 2000)}${more}`)
      document.body.append(dialog)
    })
  // A frame that fills the screen gets the keyboard, whoever asked.
  const fillScreen = (): void => {
    if (!frame) return
    frame.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh'
    frame.focus()
  }
  const handle = async (method: string, params: Record<string, unknown>): Promise<object> => {
    if (method === 'ui/initialize') appName = String((params['appInfo'] as { name?: unknown } | undefined)?.name)
    if (scene.asks && method === 'ui/message') await consent('send a message', params['content'])
    if (method === 'ui/initialize')
      return {
        protocolVersion: params['protocolVersion'],
        hostInfo: { name: 'weak', version: '1' },
        hostCapabilities: {},
        hostContext: {},
      }
    if (method === 'tools/call') {
      const name = String(params['name'])
      const [server, tool] = name.includes('/') ? name.split('/') : ['', name]
      return (server === 'other' || name === 'transfer' ? other : mine).callTool({ name: tool ?? name })
    }
    if (method === 'tools/list') return mine.listTools()
    if (method === 'resources/read') return mine.readResource({ uri: String(params['uri']) })
    if (method === 'ui/open-link') seen.links.push(String(params['url']))
    if (method === 'ui/message') {
      seen.chats++
      seen.sent.push(JSON.stringify(params))
    }
    if (method === 'ui/update-model-context') {
      seen.contextBytes += JSON.stringify(params).length
      const blocks = (params['content'] ?? []) as { text?: string }[]
      const text = [`Context from the app "${appName}":`, ...blocks.map((block) => block.text)].join('\n')
      seen.context = { text, heading: /^Context from the app (".*?"):$/gm }
    }
    if (method === 'sampling/createMessage') seen.samplings++
    if (method === 'ui/request-display-mode') fillScreen()
    if (method === 'ui/download-file') {
      const contents = params['contents'] as { resource?: { uri: string }; uri?: string; name?: string }[]
      for (const { resource, uri } of contents)
        seen.files.push(decodeURIComponent((resource?.uri ?? uri ?? '').replace(/^file:\/\/\//, '')))
    }
    return {}
  }
  const note = (method: string, params: Record<string, unknown>): void => {
    if (method === 'notifications/message') seen.logs++
    if (method === 'ui/notifications/size-changed') {
      const frame = document.querySelector<HTMLIFrameElement>('#attacker iframe')
      if (!frame) return
      frame.style.height = `${String(params['height'])}px`
      frame.style.width = `${String(params['width'])}px`
      frame.getBoundingClientRect()
    }
    if (method === 'ui/notifications/sandbox-proxy-ready') seen.logs++
  }
  // Actions of MCP-UI, as its hosts did them before there was a gate.
  const act = (type: unknown, payload: Record<string, unknown>): void => {
    if (type === 'tool') void handle('tools/call', { name: payload['toolName'] })
    if (type === 'link') void handle('ui/open-link', payload)
    if (type === 'prompt' || type === 'intent') void handle('ui/message', payload)
  }
  Object.assign(window, {
    openai: {
      callTool: (name: string) => handle('tools/call', { name }),
      sendFollowUpMessage: (message: Record<string, unknown>) => handle('ui/message', message),
      openExternal: ({ href }: { href: string }) => handle('ui/open-link', { url: href }),
      requestDisplayMode: (wish: Record<string, unknown>) => handle('ui/request-display-mode', wish),
      setWidgetState: (state: Record<string, unknown>) => handle('ui/update-model-context', state),
    },
  })
  addEventListener('message', async ({ data, source }: MessageEvent<unknown>) => {
    const message = (typeof data === 'string' ? JSON.parse(data) : data) as Record<string, unknown>
    merge(config, message)
    act(message['type'], (message['payload'] ?? {}) as Record<string, unknown>)
    const { id, method, params } = message as { id?: unknown; method?: string; params?: Record<string, unknown> }
    if (method === undefined) {
      pending.get(id)?.()
    } else if (id === undefined) {
      note(method, params ?? {})
      // It sends the resource and the secret to any frame that claims to be a proxy.
      if (method === 'ui/notifications/sandbox-proxy-ready')
        answer(source, { method: 'ui/notifications/sandbox-resource-ready', params: { html: scene.secret } })
    } else {
      const result = await handle(method, params ?? {})
      answer(source, { id, result })
    }
  })
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- goes to the browser with the function around it
  const answer = (to: MessageEventSource | null, message: object): void =>
    (to as Window | null)?.postMessage({ jsonrpc: '2.0', ...message }, /* opaque: careless on purpose */ '*')

  document.cookie = `host-secret=${scene.secret}`
  document.querySelector<HTMLInputElement>('#composer')?.focus()
  if (scene.asks) recorder.watchDialogs(scene.asks.agrees)
  let frame: HTMLIFrameElement | undefined
  const page: AttackPage = {
    collect: () => recorder.collect(),
    async dispose() {
      const id = ++asked
      frame?.contentWindow?.postMessage(
        { jsonrpc: '2.0', id, method: 'ui/resource-teardown', params: {} },
        /* opaque: careless on purpose */ '*',
      )
      if (frame) await new Promise<void>((resolve) => pending.set(id, resolve))
      frame?.remove()
    },
  }
  const start = (): void => {
    const root = document.querySelector('#attacker')
    // oxlint-disable-next-line typescript/no-implied-eval -- careless on purpose
    if (scene.remoteDom !== undefined) return void new Function('root', 'console', scene.remoteDom)(root, console)
    frame = show('attacker', scene.attacker)
  }
  const ahead = scene.next === undefined ? undefined : show('next', '/blank')
  const showNext = (): void => {
    const next = ahead?.contentWindow?.frames[0]?.document
    next?.open()
    next?.write(scene.next ?? '')
    next?.close()
  }
  Object.assign(window, { attackPage: page, startAttack: start, showNext })
  if (scene.victim) show('victim', scene.victim)
  else start()
}

/** The proxy of the weak host: same origin, relays everything from everyone, and loads any URL that it receives. */
export function runWeakProxy(): void {
  const inner = document.createElement('iframe')
  inner.allow = (frameElement as HTMLIFrameElement | null)?.allow ?? ''
  const anyone = /* opaque: careless on purpose */ '*'
  addEventListener('message', ({ data, source }: MessageEvent<ProxyMessage>) => {
    if (data?.type === 'ui-html-content' && source !== parent) inner.srcdoc = data.payload?.html ?? ''
    if (data?.method === 'ui/notifications/sandbox-resource-ready' && source !== parent) {
      if (data.params?.url) inner.src = data.params.url
      else if (data.params?.html) inner.srcdoc = data.params.html
    }
    if (source === parent) inner.contentWindow?.postMessage(data, anyone)
    else parent.postMessage(data, anyone)
    // Messages of other frames to the proxy reach the View as well.
    if (source !== parent && source !== inner.contentWindow) inner.contentWindow?.postMessage(data, anyone)
  })
  inner.src = new URLSearchParams(location.search).get('view') ?? 'about:blank'
  document.body.append(inner)
}

interface ProxyMessage {
  readonly method?: string
  readonly params?: { readonly url?: string; readonly html?: string }
  readonly type?: string
  readonly payload?: { readonly html?: string }
}
