// The host page of the examination on `casement/host`: what docs/host.md shows, and a driver.
import * as casement from 'casement/host'
import { DRIVER_NAME, type HostDriver, type TestApp, type Turn } from '../host-target/driver.ts'
import { flawedSandbox } from '../host-mutants/flawed-sandbox.ts'
import { mutations } from '../host-mutants/mutations.ts'
import { connectServers, type Connected, forModel } from './page-client.ts'

const query = new URLSearchParams(location.search)
const mutation = mutations[query.get('mutant') ?? ''] ?? {}
const sandbox = mutation.flaw ? flawedSandbox(query.get('proxy') ?? '', mutation.flaw) : casement.mintingSandbox('/casement/mint')
mutation.page?.()
const CONTEXT = {
  theme: 'light',
  locale: 'de-CH',
  timeZone: 'Europe/Zurich',
  platform: 'web',
  deviceCapabilities: { touch: false, hover: true },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  styles: { variables: { '--color-text-primary': 'light-dark(#000, #fff)' } },
} as const

/** Sends the first piece when the View is ready, and the rest after the View has received it, so that the arguments are streamed. */
async function* piecesOf(
  [first = '', ...rest]: readonly string[],
  ready: Signal,
  heard: Signal,
  done: Signal,
): AsyncGenerator<string> {
  await ready.promise
  yield first
  await heard.promise
  yield* rest
  done.give()
}

interface Signal {
  readonly promise: Promise<void>
  readonly give: () => void
}

function makeSignal(): Signal {
  let resolve: (() => void) | undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, give: () => resolve?.() }
}

function mount(
  app: TestApp,
  { client, tools, neighbour }: Connected,
  allow: () => boolean,
  model: casement.ModelContext,
): casement.MountedApp {
  const tool = tools.find(({ name }) => name === app.tool)
  if (!tool) throw new Error(`the server has no tool ${app.tool}`)
  const stop = new AbortController()
  const [ready, heard, written] = [makeSignal(), makeSignal(), makeSignal()]
  if (!app.partial) written.give()
  const call = async (): ReturnType<typeof client.callTool> => {
    await written.promise
    return client.callTool({ name: app.tool, arguments: app.input }, { signal: stop.signal })
  }
  const options: casement.MountOptions = {
    client,
    tool,
    app: app.server,
    sandbox,
    ...(app.partial ? { partial: piecesOf(app.partial.text, ready, heard, written) } : { input: app.input }),
    result: call(),
    hostContext: CONTEXT,
    displayModes: ['inline', 'fullscreen'],
    policies: { consent: { ask: async () => allow() } },
    bridge: {
      trace: ({ message }) =>
        void ((message as { method?: string }).method === 'ui/notifications/tool-input-partial' && heard.give()),
      modelContext: model,
      teardownTimeout: 5000,
      appTools: { isTaken: (name) => tools.some((each) => each.name === name) },
    },
    prepare: (bridge) => {
      bridge.onloggingmessage = () => {}
      bridge.addEventListener('initialized', ready.give)
      mutation.prepare?.(bridge, { element: () => mounted.element, neighbour })
    },
  }
  const mounted = casement.mountApp(
    document.body.appendChild(document.createElement('div')),
    mutation.options?.(options) ?? options,
  )
  if (app.stopped) void mounted.ready.then(() => stop.abort('stopped by the user')).catch(() => {})
  return mounted
}

/** The messages of the user and of Views, in order. Messages of Views come from the model's context. */
function conversationOf(model: casement.ModelContext): { say(text: string): void; turns(): Turn[] } {
  const said: { readonly turn: Turn; readonly after: number }[] = []
  const saidAfter = (count: number): Turn[] => said.filter(({ after }) => after === count).map(({ turn }) => turn)
  return {
    say: (text) => void said.push({ turn: { role: 'user', content: [{ type: 'text', text }] }, after: model.messages.length }),
    turns: () => [...saidAfter(0), ...model.messages.flatMap((message, index) => [message, ...saidAfter(index + 1)])],
  }
}

function makeDriver(): HostDriver {
  let model = casement.createModelContext()
  let conversation = conversationOf(model)
  let isAllowed = true
  let mounted: casement.MountedApp | undefined
  let connected: Connected | undefined
  const appTools = async (): Promise<casement.AppTool[]> => (await mounted?.bridge?.appTools.list().catch(() => [])) ?? []
  return {
    async displayTestApp(app) {
      connected = await connectServers(app, mutation)
      mounted = mount(app, connected, () => isAllowed, model)
      await mounted.ready
    },
    getConversation: async () => conversation.turns(),
    getConversationContext: async () => ({
      content: model.slots.flatMap(({ content }) => content),
      structuredContent: model.slots.flatMap(({ structuredContent }) => structuredContent ?? []),
      tools: [...forModel(connected?.tools ?? []), ...(await appTools()).map(({ name }) => name)],
    }),
    changeHostContext: async (hostContext) => mounted?.update({ hostContext }),
    confirmAction: async (allow) => void (isAllowed = allow),
    sendMessage: async (text) => conversation.say(text),
    async callTool(name, args) {
      if (!mounted || !connected) throw new Error('nothing is shown: displayTestApp comes first')
      const isOfApp = (await appTools()).some((tool) => tool.name === name)
      return isOfApp ? mounted.bridge?.appTools.call(name, args) : connected.client.callTool({ name, arguments: args })
    },
    async resetEnvironment() {
      const [view, servers] = [mounted, connected]
      await view?.dispose()
      mounted = connected = undefined
      isAllowed = true
      model = casement.createModelContext()
      conversation = conversationOf(model)
      await servers?.close()
    },
  }
}

const driver = makeDriver()
Object.assign(window, { [DRIVER_NAME]: mutation.driver?.(driver) ?? driver })
