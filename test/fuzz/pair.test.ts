import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AppBridge } from '../../packages/casement/src/host/bridge/app-bridge.ts'
import { memoryChannels } from '../../packages/casement/src/protocol/channel/memory-channel.ts'
import { portChannel } from '../../packages/casement/src/protocol/channel/port-channel.ts'
import type { Channel } from '../../packages/casement/src/protocol/channel/channel.ts'
import { App } from '../../packages/casement/src/view/index.ts'
import { handClock } from '../hand-clock.ts'
import { fc } from '../seeded-fast-check.ts'
import { explore, FUZZ } from './explore.ts'
import { hostMessage, viewMessage } from './hostile-view.ts'

/** One step of a real View, a real bridge, or an attacker who writes into the channel between them. */
type Step =
  | {
      readonly do:
        | 'connect-view'
        | 'settle'
        | 'view-calls'
        | 'view-reads'
        | 'host-calls'
        | 'host-pings'
        | 'close-view'
        | 'close-host'
        | 'teardown'
    }
  | { readonly do: 'context'; readonly theme: 'light' | 'dark' }
  | { readonly do: 'input' | 'result'; readonly value: number }
  | { readonly do: 'forge-to-host' | 'forge-to-view'; readonly message: unknown }

const honest: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom('settle', 'settle', 'view-calls', 'view-reads', 'host-calls', 'host-pings')
      .map((name): Step => ({ do: name as 'settle' })),
  },
  { weight: 3, arbitrary: fc.constantFrom('light' as const, 'dark' as const).map((theme): Step => ({ do: 'context', theme })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('input' as const, 'result' as const), fc.nat(9))
      .map(([name, value]): Step => ({ do: name, value })),
  },
)
const forgery: fc.Arbitrary<Step> = fc.oneof(
  viewMessage.map((message): Step => ({ do: 'forge-to-host', message })),
  hostMessage.map((message): Step => ({ do: 'forge-to-view', message })),
)
const ending: fc.Arbitrary<Step> = fc
  .constantFrom('close-view' as const, 'close-host' as const, 'teardown' as const)
  .map((name) => ({ do: name }))

/** A plan with the connection somewhere in it, and an end. */
const planOf = (any: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.array(any, { maxLength: 6 }), fc.array(any, { maxLength: 25 }), ending, fc.array(any, { maxLength: 4 }))
    .map(([before, during, end, after]): Step[] =>
      [before, { do: 'connect-view' as const }, during, { do: 'settle' as const }, end, after].flat(),
    )

type Way = 'memory' | 'port'
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The two ends of a channel that an attacker can write into. */
function channels(way: Way): {
  host: Channel
  view: Channel
  toHost: (message: unknown) => void
  toView: (message: unknown) => void
} {
  if (way === 'memory') {
    const [host, view] = memoryChannels()
    return { host, view, toHost: (message) => view.post(message), toView: (message) => host.post(message) }
  }
  const { port1, port2 } = new MessageChannel()
  return {
    host: portChannel(port1),
    view: portChannel(port2),
    toHost: (message) => port2.postMessage(message),
    toView: (message) => port1.postMessage(message),
  }
}

/** A real View and a real bridge, with everything that they wait for. */
class Pair {
  readonly clock = handClock()
  readonly waiting: Promise<unknown>[] = []
  /** Results that belong to another request than the one that received them. */
  readonly mixedUp: string[] = []
  readonly errors: unknown[] = []
  readonly app = new App({ name: 'view', version: '1' }, {}, { autoResize: false, runtime: this.clock })
  readonly bridge: AppBridge
  readonly #ends: ReturnType<typeof channels>
  #calls = 0

  constructor(way: Way) {
    this.#ends = channels(way)
    this.bridge = new AppBridge(
      {
        callTool: async ({ arguments: args }) => ({ content: [{ type: 'text', text: String(args?.['n']) }] }),
        listTools: async () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
        readResource: async ({ uri }) => ({ contents: [{ uri, text: uri }] }),
      },
      { name: 'host', version: '1' },
      {},
      { runtime: this.clock, hostContext: { theme: 'light' } },
    )
    const inputSchema = z.object({ n: z.number() })
    this.app.registerTool('echo', { inputSchema }, ({ n }) => ({ content: [{ type: 'text', text: `called ${n}` }] }))
  }

  connectHost(): Promise<void> {
    return this.bridge.connect(this.#ends.host)
  }

  async settle(): Promise<void> {
    for (let count = 0; count < 12; count++) await turn()
  }

  run(step: Step): Promise<void> | void {
    const { app, bridge } = this
    switch (step.do) {
      case 'connect-view':
        return this.#keep(app.connect(this.#ends.view))
      case 'settle':
        return this.settle()
      case 'context':
        return bridge.setHostContext({ theme: step.theme })
      case 'input':
        return this.#keep(bridge.sendToolInput({ arguments: { value: step.value } }))
      case 'result':
        return this.#keep(bridge.sendToolResult({ content: [], structuredContent: { value: step.value } }))
      case 'view-calls':
        return this.#viewCalls(`${++this.#calls}`)
      case 'view-reads':
        return this.#viewReads(`ui://x/${++this.#calls}`)
      case 'host-calls':
        return this.#hostCalls(++this.#calls)
      case 'host-pings':
        return this.#keep(bridge.ping())
      case 'close-view':
        return this.#keep(app.close())
      case 'close-host':
        return this.#keep(bridge.close())
      case 'teardown':
        return this.#keep(bridge.teardownResource())
      case 'forge-to-host':
        return this.#forge(this.#ends.toHost, step.message)
      case 'forge-to-view':
        return this.#forge(this.#ends.toView, step.message)
    }
  }

  async end(): Promise<void> {
    await this.settle()
    this.clock.wind(2000) // the View's time to answer a teardown
    await this.settle()
    await Promise.all([this.app.close(), this.bridge.close()])
    await this.settle()
  }

  #keep(promise: Promise<unknown>): void {
    this.waiting.push(promise.catch(() => {}))
  }

  #expect(promise: Promise<unknown>, text: string): void {
    const check = (result: unknown): void => {
      if (!JSON.stringify(result).includes(text)) this.mixedUp.push(`${JSON.stringify(result)} for ${text}`)
    }
    this.#keep(promise.then(check))
  }

  #viewCalls(n: string): void {
    this.#expect(this.app.callServerTool({ name: 'echo', arguments: { n } }), `"text":"${n}"`)
  }

  #viewReads(uri: string): void {
    this.#expect(this.app.readServerResource({ uri }), `"text":"${uri}"`)
  }

  #hostCalls(n: number): void {
    this.#expect(this.bridge.callTool({ name: 'echo', arguments: { n } }), `called ${n}"`)
  }

  #forge(post: (message: unknown) => void, message: unknown): void {
    try {
      post(message)
    } catch {
      // closed, or a message that cannot be cloned
    }
  }
}

async function play(way: Way, plan: readonly Step[]): Promise<Pair> {
  const pair = new Pair(way)
  await pair.connectHost()
  for (const one of plan) {
    // Before the end, both sides must agree.
    if (one.do === 'close-view' || one.do === 'close-host' || one.do === 'teardown') expectAgreement(pair, plan)
    await pair.run(one)
  }
  await pair.end()
  await Promise.all(pair.waiting)
  return pair
}

/** The View has latched what the host said last, and the first input; only in plans without forgery. */
function expectAgreement({ app, bridge }: Pair, plan: readonly Step[]): void {
  if (bridge.stage !== 'ready' || plan.some(({ do: name }) => name.startsWith('forge'))) return
  const past = plan.slice(
    0,
    plan.findIndex(({ do: name }) => /^close|teardown/.test(name)),
  )
  const context = past.findLast((one) => one.do === 'context')
  // A result without an input stands for an empty one.
  const first = past.find((one) => one.do === 'input' || one.do === 'result')
  const { hostContext, toolInput } = app.getSnapshot()
  expect(hostContext?.theme).toBe(context?.theme ?? 'light')
  expect(toolInput?.arguments).toEqual(first && (first.do === 'input' ? { value: first.value } : {}))
}

describe('a real View and a real bridge', () => {
  test('agree on context and input, mix up no response, and leave nothing behind, in memory', FUZZ, () =>
    explore(
      fc.asyncProperty(planOf(honest), async (plan) => {
        const { mixedUp, errors, clock } = await play('memory', plan)
        expect([mixedUp, errors, clock.armed()]).toEqual([[], [], 0])
      }),
      { runs: 400 },
    ),
  )
  test('the same over a port', FUZZ, () =>
    explore(
      fc.asyncProperty(planOf(honest), async (plan) => {
        const { mixedUp, errors, clock } = await play('port', plan)
        expect([mixedUp, errors, clock.armed()]).toEqual([[], [], 0])
      }),
      { runs: 150 },
    ),
  )
  test('survive whatever else is written into their channel, and leave nothing behind', FUZZ, () =>
    explore(
      fc.asyncProperty(planOf(fc.oneof(honest, forgery)), fc.constantFrom<Way>('memory', 'port'), async (plan, way) => {
        expect((await play(way, plan)).clock.armed()).toBe(0)
      }),
      { runs: 400 },
    ),
  )
})
