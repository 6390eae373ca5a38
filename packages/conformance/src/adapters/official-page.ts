// The conformance suite's host page on the official `AppBridge`, after the reference host. The page implements the rest as the
// specification says, so that every failure is the bridge's own.
import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { DRIVER_NAME, type HostDriver, type TestApp } from '../host-target/driver.ts'
import { beginCall } from './begin-call.ts'
import { CAPABILITIES, CONTEXT, makePageState } from './page-state.ts'
import type { ReadView } from './read-view.ts'

const proxy = new URLSearchParams(location.search).get('proxy') ?? ''
const state = makePageState()
let bridge: AppBridge | undefined
let frame: HTMLIFrameElement | undefined
let context: McpUiHostContext = { ...CONTEXT, availableDisplayModes: [...CONTEXT.availableDisplayModes] }

const change = (changes: object): void => {
  context = { ...context, ...changes }
  bridge?.setHostContext(context)
}

function attach(made: AppBridge, element: HTMLIFrameElement, view: ReadView): void {
  made.onopenlink = async (params) => state.answers.openLink(params)
  made.onmessage = async (params) => state.answers.message(params)
  made.onupdatemodelcontext = async (params) => state.answers.updateContext({ ...params })
  made.oncalltool = async (params) => state.answers.callTool(params) as never
  made.onreadresource = async (params) => state.answers.readResource(params) as never
  made.onrequestdisplaymode = async ({ mode }) => {
    const declared = made.getAppCapabilities()?.availableDisplayModes
    if (context.availableDisplayModes?.includes(mode) && declared?.includes(mode) !== false) change({ displayMode: mode })
    return { mode: context.displayMode ?? 'inline' }
  }
  made.onsizechange = ({ height }) => {
    if (height !== undefined && height >= 0) element.style.height = `${height}px`
  }
  made.onrequestteardown = () => void closeView()
  made.onsandboxready = () => void made.sendSandboxResourceReady({ ...view })
}

async function deliver(made: AppBridge, app: TestApp, result: Promise<object>, stop: AbortController): Promise<void> {
  for (const healed of app.partial?.healed ?? []) {
    await made.sendToolInputPartial({ arguments: healed })
  }
  await made.sendToolInput({ arguments: app.input })
  if (app.stopped) stop.abort('stopped by the user')
  await result.then(
    (given) => made.sendToolResult(given as Parameters<AppBridge['sendToolResult']>[0]),
    (error: unknown) => made.sendToolCancelled({ reason: String(error) }),
  )
}

async function closeView(): Promise<void> {
  await bridge?.teardownResource({}, { timeout: 5000 }).catch(() => {})
  frame?.remove()
}

const driver: HostDriver = {
  ...state.driver,
  async displayTestApp(app) {
    const { view, result, stop } = await beginCall(app, state)
    frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
    frame.allow = Object.keys(view.permissions ?? {}).join('; ')
    document.body.append(frame)
    const made = new AppBridge(null, { name: 'official', version: '2.0.4' }, CAPABILITIES, { hostContext: context })
    bridge = made
    attach(made, frame, view)
    const isReady = new Promise<void>((resolve) => (made.oninitialized = () => resolve()))
    if (!frame.contentWindow) throw new Error('a frame in the page has a window')
    await made.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    frame.src = `${proxy}${view.csp ? `?csp=${encodeURIComponent(JSON.stringify(view.csp))}` : ''}`
    await isReady
    void deliver(made, app, result, stop)
  },
  changeHostContext: async (changes) => change(changes),
  async resetEnvironment() {
    await closeView()
    await state.forget()
  },
}

Object.assign(window, { [DRIVER_NAME]: driver })
