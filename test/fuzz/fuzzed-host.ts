import { AppBridge } from '../../packages/casement/src/host/bridge/app-bridge.ts'
import { createModelContext } from '../../packages/casement/src/host/model/model-context.ts'
import type { McpClientLike } from '../../packages/casement/src/host/server/client.ts'
import type { Channel } from '../../packages/casement/src/protocol/channel/channel.ts'
import { memoryChannels } from '../../packages/casement/src/protocol/channel/memory-channel.ts'
import { handClock, type HandClock } from '../hand-clock.ts'
import { fc } from '../seeded-fast-check.ts'
import { hostileJson, TOOLS, viewMessage } from './hostile-view.ts'

/** One step of a case. Plain data, so that a counterexample can be read and replayed. */
export type Step =
  | { readonly do: 'send'; readonly message: unknown }
  | { readonly do: 'initialize'; readonly id: number }
  | {
      readonly do: 'initialized' | 'settle' | 'toggle-activation' | 'toggle-consent' | 'ping' | 'call-app-tool' | 'list-app-tools'
    }
  | { readonly do: 'wind'; readonly ms: number }
  | { readonly do: 'respond'; readonly with: unknown; readonly as: 'result' | 'error' }
  | { readonly do: 'input' | 'partial' | 'result' | 'cancelled'; readonly value: number }
  | { readonly do: 'context'; readonly theme: 'light' | 'dark'; readonly locale: string }
  | { readonly do: 'teardown' | 'close' }

const simple = (
  ...names: ('initialized' | 'settle' | 'toggle-activation' | 'toggle-consent' | 'ping' | 'call-app-tool' | 'list-app-tools')[]
): fc.Arbitrary<Step> => fc.constantFrom(...names).map((name) => ({ do: name }))
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: viewMessage.map((message): Step => ({ do: 'send', message })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }).map((id): Step => ({ do: 'initialize', id })) },
  {
    weight: 8,
    arbitrary: simple(
      'initialized',
      'settle',
      'settle',
      'settle',
      'toggle-activation',
      'toggle-consent',
      'ping',
      'call-app-tool',
      'list-app-tools',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 200, 2000, 10_000).map((ms): Step => ({ do: 'wind', ms })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(hostileJson, fc.constantFrom('result' as const, 'error' as const))
      .map(([value, as]): Step => ({ do: 'respond', with: value, as })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('input' as const, 'partial' as const, 'result' as const, 'cancelled' as const), fc.nat(3))
      .map(([name, value]): Step => ({ do: name, value })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('context' as const),
      theme: fc.constantFrom('light' as const, 'dark' as const),
      locale: fc.constantFrom('en', 'de'),
    }),
  },
)
const closing: fc.Arbitrary<Step[]> = fc.oneof(
  fc.constant<Step[]>([]),
  fc.constantFrom('teardown' as const, 'close' as const).map((name): Step[] => [{ do: name }]),
)
const HANDSHAKE: readonly Step[] = [{ do: 'initialize', id: 100 }, { do: 'settle' }, { do: 'initialized' }, { do: 'settle' }]

/** The events of a bridge: perhaps a handshake, then anything, perhaps the end, and further events. */
export const steps = fc
  .tuple(fc.boolean(), fc.array(anyStep, { minLength: 1, maxLength: 40 }), closing, fc.array(anyStep, { maxLength: 6 }))
  .map(([shaken, before, end, after]): Step[] => [shaken ? HANDSHAKE : [], before, end, end.length > 0 ? after : []].flat())

const INTRODUCTION = {
  appInfo: { name: 'fuzz', version: '1' },
  appCapabilities: { tools: {}, availableDisplayModes: ['inline', 'pip'] },
  protocolVersion: '2026-01-26',
}
/** Lets everything on its way in memory arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Something that reached a handler of the host or its server. */
export interface Handled {
  readonly method: string
  readonly params: unknown
  readonly stage: string
}
/** A message on the wire. */
export interface Wire {
  readonly jsonrpc?: unknown
  readonly id?: string | number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

/** A bridge with every handler attached, and everything that happened to it. */
export class FuzzedHost {
  readonly clock: HandClock = handClock()
  readonly sent: Wire[] = []
  readonly handled: Handled[] = []
  readonly asked: { readonly method: string; readonly params: unknown; readonly allowed: boolean }[] = []
  readonly posted: unknown[] = []
  readonly promises: Promise<unknown>[] = []
  readonly bridge: AppBridge
  readonly view: Channel
  audits = 0
  isActive = true
  consents = true
  isEnded = false
  wound = 0
  /** The merged host context of the View. */
  seenContext: Record<string, unknown> = {}
  readonly #near: Channel
  #port: MessagePort | undefined
  #settles = 0

  constructor() {
    this.bridge = new AppBridge(
      this.#client(),
      { name: 'host', version: '1' },
      { sampling: { tools: {} } },
      {
        runtime: this.clock,
        app: 'https://mine.example',
        view: 'view-1',
        ownsTool: ({ name }) => name !== 'transfer',
        ownsResource: (uri) => uri.startsWith('ui://mine/'),
        modelContext: createModelContext(),
        hostContext: { theme: 'light', availableDisplayModes: ['inline', 'pip'] },
        gate: {
          isActive: () => this.isActive,
          consent: {
            store: { get: () => undefined, set: () => {} },
            ask: async ({ method, params }) => {
              this.asked.push({ method, params, allowed: this.consents })
              return this.consents
            },
          },
        },
        audit: () => this.audits++,
        fallback: (method, params) => this.#record(method, params),
      },
    )
    const handler = (method: string, result: object) => (params: unknown) => (this.#record(method, params), result)
    Object.assign(this.bridge, {
      onopenlink: handler('ui/open-link', {}),
      ondownloadfile: handler('ui/download-file', {}),
      onmessage: handler('ui/message', {}),
      onupdatemodelcontext: handler('ui/update-model-context', {}),
      onrequestdisplaymode: (params: { mode: string }) => (
        this.#record('ui/request-display-mode', params),
        { mode: params.mode }
      ),
      oncreatesamplingmessage: handler('sampling/createMessage', {
        role: 'assistant',
        model: 'm',
        content: { type: 'text', text: '' },
      }),
      onloggingmessage: handler('notifications/message', {}),
      onrequestteardown: handler('ui/notifications/request-teardown', {}),
      onsizechange: handler('ui/notifications/size-changed', {}),
    })
    const [near, view] = memoryChannels()
    this.#near = near
    this.view = view
    view.listen((message) => this.#receive(message as Wire))
  }

  connect(): Promise<void> {
    return this.bridge.connect(this.#near)
  }

  /** Sends a message of the View, unless the channel is closed by now. */
  post(message: unknown): void {
    if (this.view.closed.aborted) return
    if (!this.#port) {
      this.posted.push(message)
      return this.view.post(message)
    }
    const text = textOf(message)
    this.posted.push(attempt(() => JSON.parse(text)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    this.#port.postMessage(text)
  }

  /** Moves the View to a port of its own, which carries lines of JSON text. */
  async moveToPort(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    const initialize = { jsonrpc: '2.0', id: 'port', method: 'ui/initialize', params: INTRODUCTION }
    this.posted.push(initialize)
    this.view.post(initialize, [port2])
    await settled()
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === null) return // the other end is closed
      for (const line of (data as string).split('\n')) this.#receive(JSON.parse(line) as Wire)
    })
    port1.start()
    this.#port = port1
  }

  /** Waits until everything that was sent has been read and answered: a port needs longer than memory does. */
  async settle(): Promise<void> {
    if (this.#port && !this.isEnded) {
      const id = `settle ${++this.#settles}`
      this.post({ jsonrpc: '2.0', id, method: 'ping' })
      for (let turn = 0; turn < 200 && !this.sent.some((message) => message.id === id); turn++) await settled()
    }
    await settled()
  }

  /** A port that stays open keeps the process alive. */
  end(): void {
    this.#port?.close()
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'send':
        return this.post(step.message)
      case 'initialize':
        return this.post({ jsonrpc: '2.0', id: step.id, method: 'ui/initialize', params: INTRODUCTION })
      case 'initialized':
        return this.post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
      case 'settle':
        return this.settle()
      case 'wind':
        this.wound += step.ms
        return this.clock.wind(step.ms)
      case 'toggle-activation':
        this.isActive = !this.isActive
        return
      case 'toggle-consent':
        this.consents = !this.consents
        return
      case 'respond': {
        const request = this.sent.findLast(({ id, method }) => id !== undefined && method !== undefined)
        if (request) this.post({ jsonrpc: '2.0', id: request.id, [step.as]: step.with })
        return
      }
      default:
        return this.#act(step)
    }
  }

  #act(
    step: Exclude<
      Step,
      { do: 'send' | 'initialize' | 'initialized' | 'settle' | 'wind' | 'toggle-activation' | 'toggle-consent' | 'respond' }
    >,
  ): void {
    const { bridge } = this
    const keep = (promise: Promise<unknown>): void => void this.promises.push(promise.catch(() => {}))
    switch (step.do) {
      case 'ping':
        return keep(bridge.ping())
      case 'call-app-tool':
        return keep(bridge.callTool({ name: 'x', arguments: {} }))
      case 'list-app-tools':
        return keep(bridge.listTools())
      case 'input':
        return keep(bridge.sendToolInput({ arguments: { value: step.value } }))
      case 'partial':
        return keep(bridge.sendToolInputPartial({ arguments: { value: step.value } }))
      case 'result':
        return keep(bridge.sendToolResult({ content: [{ type: 'text', text: String(step.value) }] }))
      case 'cancelled':
        return keep(bridge.sendToolCancelled({ reason: String(step.value) }))
      case 'context':
        return bridge.setHostContext({ theme: step.theme, locale: step.locale, availableDisplayModes: ['inline', 'pip'] })
      case 'teardown':
        this.isEnded = true
        return keep(bridge.teardownResource())
      case 'close':
        this.isEnded = true
        return keep(bridge.close())
    }
  }

  #receive(message: Wire): void {
    this.sent.push(message)
    const context = message.method === 'ui/notifications/host-context-changed' ? message.params : message.result?.['hostContext']
    Object.assign(this.seenContext, context)
  }

  #record(method: string, params: unknown): object {
    this.handled.push({ method, params, stage: this.bridge.stage })
    return {}
  }

  #client(): McpClientLike {
    return {
      getServerCapabilities: () => ({ tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} }),
      callTool: async (params) => ({ content: [], ...this.#record('tools/call', params) }),
      listTools: async () => ({
        tools: Object.entries(TOOLS).map(([name, isForApps]) => ({
          name,
          inputSchema: { type: 'object' },
          _meta: { ui: { visibility: isForApps || name === 'transfer' ? ['app'] : name === 'nobody' ? [] : ['model'] } },
        })),
      }),
      readResource: async (params) => ({ contents: [], ...this.#record('resources/read', params) }),
      subscribeResource: async (params) => this.#record('resources/subscribe', params),
      unsubscribeResource: async (params) => this.#record('resources/unsubscribe', params),
      listResources: async () => ({ resources: [] }),
      listResourceTemplates: async () => ({ resourceTemplates: [] }),
      listPrompts: async () => ({ prompts: [] }),
    }
  }
}

/** JSON text of a message; whatever JSON cannot express is a line of its own kind. */
const textOf = (message: unknown): string => attempt(() => JSON.stringify(message)) ?? 'no JSON'

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
