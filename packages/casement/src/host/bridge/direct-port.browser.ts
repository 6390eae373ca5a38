import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppBridge, PostMessageTransport, type WireTrace } from '../index.ts'

const SDK = new URL('../../view/index.ts', import.meta.url).href
const HOST = { name: 'host', version: '1' }

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const undo of cleanUp.splice(0).reverse()) undo()
})

/** A View as it is written for the official package. */
const view = (options = ''): string => `<!doctype html><script type="module">
  import { App, PostMessageTransport } from '${SDK}'
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  const transport = new PostMessageTransport(window.parent, window.parent)
  ${options}
  await app.connect(transport)
  const { content } = await app.callServerTool({ name: 'echo', arguments: { n: 1 } })
  await app.sendLog({ level: 'info', data: content })
</script>`

/** The relay of a reference host: it writes the View into a frame of its own origin, and passes on messages but no ports. */
const relay = (html: string): string => `<!doctype html><body><script>
  const inner = document.createElement('iframe')
  document.body.append(inner)
  addEventListener('message', ({ source, data }) => {
    if (source === parent) inner.contentWindow.postMessage(data, '*')
    else if (source === inner.contentWindow) parent.postMessage(data, '*')
  })
  inner.contentDocument.open()
  inner.contentDocument.write(${JSON.stringify(html).replaceAll('</', '<\\/')})
  inner.contentDocument.close()
</script>`

/** A host as it is written for the official package, around a frame. */
async function show(html: string, observe: (transport: PostMessageTransport) => void = () => {}) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  cleanUp.push(() => frame.remove())
  const traces: WireTrace[] = []
  const logged: unknown[] = []
  const errors: string[] = []
  const bridge = new AppBridge(null, HOST, {}, { trace: (entry) => traces.push(entry) })
  bridge.oncalltool = async ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] })
  bridge.onloggingmessage = ({ data }) => logged.push(data)
  bridge.onerror = ({ message }) => errors.push(message)
  cleanUp.push(() => void bridge.close())
  const inner = frame.contentWindow as Window
  const transport = new PostMessageTransport(inner, inner)
  observe(transport)
  await bridge.connect(transport)
  frame.srcdoc = html
  await vi.waitUntil(() => logged.length === 1)
  const pathOf = (method: string): string | undefined =>
    traces.find(({ message }) => (message as { method?: string }).method === method)?.path
  return { bridge, frame, traces, errors, logged, transport, pathOf }
}

const ECHO = [{ type: 'text', text: '{"n":1}' }]

describe('App and AppBridge, each over a PostMessageTransport', () => {
  test.for([
    ['in one frame', view()],
    ['behind a relay that passes on no ports', relay(view())],
  ] as const)('%s: messages take a direct port after the handshake', async ([, html]) => {
    const { logged, errors, pathOf } = await show(html)
    expect(logged).toEqual([ECHO])
    expect(pathOf('ui/initialize')).toBe('relay')
    expect(pathOf('ui/notifications/initialized')).toBe('port')
    expect(pathOf('tools/call')).toBe('port')
    expect(errors).toEqual([])
  })

  test.for([
    ['in one frame', view()],
    ['behind a relay', relay(view())],
  ] as const)('%s: a host that observes its transport sees every message', async ([, html]) => {
    const seen: unknown[] = []
    const { pathOf } = await show(html, (transport) => {
      transport.onmessage = (message) => seen.push((message as { method?: string }).method)
    })
    expect(seen).toEqual(['ui/initialize', 'ui/notifications/initialized', 'tools/call', 'notifications/message'])
    expect(pathOf('tools/call')).toBe('relay')
  })

  test('a View whose transport is observed stays on the window', async () => {
    const { pathOf, logged } = await show(
      view('const send = transport.send.bind(transport); transport.send = (message) => send(message)'),
    )
    expect([logged, pathOf('tools/call')]).toEqual([[ECHO], 'relay'])
  })

  test('closing the bridge calls onclose of the transport', async () => {
    const { bridge, transport } = await show(view())
    let closes = 0
    transport.onclose = () => closes++
    await bridge.close()
    expect(closes).toBe(1)
  })
})

describe('nothing else on the page can inject messages', () => {
  /** A page that offers ports to the host with names of its choice, as a frame beside the View's. */
  const offering = (target: string, name: string): string => `<script>
    const { port1, port2 } = new MessageChannel()
    ${target}.postMessage({ jsonrpc: '2.0', method: 'dev.casement/port-offer', params: { name: ${name} } }, '*', [port2])
    port1.postMessage(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'forged' } }))
  </script>`

  test('an offer from inside the relay counts only with the name that came through the relay', async () => {
    const html = relay(view()).replace(
      '<body><script>',
      `<body><iframe srcdoc="${offering('parent.parent', `'1-2-3-4'`).replaceAll('"', '&quot;')}"></iframe><script>`,
    )
    const { logged, pathOf } = await show(html)
    expect(logged).toEqual([ECHO])
    expect(pathOf('tools/call')).toBe('port')
  })

  test('a page from another origin that takes the place of the View is not heard', async () => {
    const { frame, traces } = await show(view())
    const before = traces.length
    const origin = location.origin.replace('//localhost', '//other.localhost')
    const spoken = new Promise<string>((resolve) => {
      addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event.origin))
    })
    frame.removeAttribute('srcdoc')
    frame.src = `${origin}/test/frames/relay.html`
    expect(await spoken).toBe(origin)
    expect(traces.slice(before).filter(({ direction }) => direction === 'from-view')).toEqual([])
  })
})
