// The conformance suite's host page on `AppRenderer` of `@mcp-ui/client`. The component fetches the resource and delivers input
// and result; the page adds the rules that the component leaves to its page.
import { AppRenderer } from '@mcp-ui/client'
import { createElement, type ComponentType, type Ref } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { DRIVER_NAME, type HostDriver } from '../host-target/driver.ts'
import { beginCall } from './begin-call.ts'
import { CAPABILITIES, CONTEXT, makePageState } from './page-state.ts'

// The package's types do not resolve under Node's rules, so the used parts are repeated here.
interface Handle {
  /** Typed to return nothing in the package; it returns the View's answer. */
  teardownResource(): Promise<unknown>
}
type Props = Record<string, unknown> & { readonly ref?: Ref<Handle> }
const Renderer = AppRenderer as unknown as ComponentType<Props>

const proxy = new URLSearchParams(location.search).get('proxy') ?? ''
const state = makePageState()
let root: Root | undefined
let handle: Handle | null = null
let props: Props = {}

const render = (changes: Props): void => {
  props = { ...props, ...changes }
  root?.render(createElement(Renderer, { ...props, ref: (given) => void (handle = given) }))
}

/** Resolves when the View in the frame reports that it is ready: the component does not forward that message. */
function readyIn(place: Element, failed: Promise<never>): Promise<void> {
  const isOurs = (source: unknown): boolean =>
    [...place.querySelectorAll('iframe')].some(({ contentWindow }) => contentWindow === source)
  const heard = new AbortController()
  const ready = new Promise<void>((resolve) => {
    const receive = ({ source, data }: MessageEvent<{ method?: unknown } | null>): void => {
      if (isOurs(source) && data?.method === 'ui/notifications/initialized') resolve()
    }
    addEventListener('message', receive, { signal: heard.signal })
  })
  return Promise.race([ready, failed]).finally(() => heard.abort())
}

const driver: HostDriver = {
  ...state.driver,
  async displayTestApp(app) {
    const {
      view: { html, csp },
      result,
      stop,
    } = await beginCall(app, state)
    const place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
    let fail: ((error: Error) => void) | undefined
    const failed = new Promise<never>((_, reject) => (fail = reject))
    const ready = readyIn(place, failed)
    render({
      toolName: app.tool,
      html,
      sandbox: { url: new URL(proxy), ...(csp && { csp }) },
      hostInfo: { name: 'mcp-ui', version: '7.1.1' },
      hostCapabilities: CAPABILITIES,
      hostContext: { ...CONTEXT },
      ...(app.partial ? { toolInputPartial: { arguments: app.partial.healed[0] } } : { toolInput: app.input }),
      onOpenLink: async (params: { url: string }) => state.answers.openLink(params),
      onMessage: async (params: object) => state.answers.message(params),
      onCallTool: state.answers.callTool,
      onReadResource: state.answers.readResource,
      async onFallbackRequest({ method, params }: { method: string; params?: object }) {
        if (method === 'ui/update-model-context') return state.answers.updateContext({ ...params })
        throw Object.assign(new Error('Method not found'), { code: -32601 })
      },
      onError: fail,
    })
    if (app.partial) render({ toolInput: app.input })
    result.then(
      (toolResult) => render({ toolResult }),
      () => render({ toolCancelled: true }),
    )
    await ready
    if (app.stopped) stop.abort('stopped by the user')
  },
  changeHostContext: async (changes) => render({ hostContext: { ...(props['hostContext'] as object), ...changes } }),
  async resetEnvironment() {
    await Promise.race([handle?.teardownResource(), new Promise((resolve) => setTimeout(resolve, 5000))]).catch(() => {})
    root?.unmount()
    await state.forget()
  },
}

Object.assign(window, { [DRIVER_NAME]: driver })
