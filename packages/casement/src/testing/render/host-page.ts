import type { McpClientLike } from '../../host/server/client.ts'
import { mintingSandbox } from '../../host/frame/sandbox-provider.ts'
import type { BridgeHandlers } from '../../host/bridge/options.ts'
import type { MountOptions } from '../../host/mount/options.ts'
import type { MountChanges } from '../../host/mount/mount-app.ts'
import type { Sighting } from '../observation.ts'
import { openApp, type OpenedApp } from './open-app.ts'
import { mountReplay } from './mount-replay.ts'
import type { RenderFacts } from './render-options.ts'
import type { Divergence } from '../trace/playhead.ts'
import type { Trace } from '../trace/trace.ts'

/** A client method that the page can call in the test. */
export type RemoteMethod = 'callTool' | 'listTools' | 'readResource' | 'listResources' | 'listResourceTemplates' | 'listPrompts'

/** The View to render, as JSON. The page requests everything else over HTTP. */
export interface PageOrder extends RenderFacts {
  readonly id: string
  readonly tool: MountOptions['tool']
  /** The methods of the client in the test. */
  readonly methods: readonly RemoteMethod[]
  /** The bridge handlers that the test has. */
  readonly handlers: readonly string[]
  readonly hasInput: boolean
  readonly hasResult: boolean
}

/** The functions of the page that the test calls. */
export interface HostPage {
  open(order: PageOrder): Promise<void>
  update(changes: Omit<MountChanges, 'partial'>): void
  reload(): Promise<void>
  advance(ms: number): void
  callAppTool(name: string, args: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
  replay(id: string, trace: Trace, patience: number): Promise<void>
  divergences(): Promise<readonly Divergence[]>
}

/** Calls a function of the test, and throws the error that it throws. */
async function ask(what: string, params?: unknown): Promise<never> {
  const response = await fetch('/casement/ask', { method: 'POST', body: JSON.stringify({ what, params }) })
  const { result, error } = (await response.json()) as { result: never; error?: { message: string; code?: number } }
  if (error) throw Object.assign(new Error(error.message), error.code === undefined ? {} : { code: error.code })
  return result
}

/** Sends sightings to the test, in order. Those that occur during a request are sent together in the next one. */
function createReporter(): { readonly see: (sighting: Sighting) => void; readonly flushed: () => Promise<void> } {
  let queue: Sighting[] = []
  let sending: Promise<void> | undefined
  const send = async (): Promise<void> => {
    while (queue.length > 0) {
      const sightings = queue
      queue = []
      await ask('see', sightings)
    }
    sending = undefined
  }
  return {
    see(sighting) {
      queue.push(sighting)
      sending ??= Promise.resolve().then(send)
    },
    flushed: async () => sending,
  }
}

const forward = (method: RemoteMethod) => (params: unknown) => ask('client', { method, params })

/** A client that forwards its methods to the one in the test. */
function clientWith(methods: PageOrder['methods']): McpClientLike {
  const client: McpClientLike = { callTool: forward('callTool') }
  for (const method of methods) client[method] = forward(method)
  return client
}

const handlersFor = (names: PageOrder['handlers']): Partial<BridgeHandlers> =>
  Object.fromEntries(names.map((name) => [name, (params: unknown) => ask('handler', { name, params })]))

/** Creates the functions that the test calls. */
export function createHostPage(): HostPage {
  const reporter = createReporter()
  const sandbox = mintingSandbox('/casement/mint')
  let opened: OpenedApp | undefined
  let ending: (() => Promise<void>) | undefined
  let divergences: Promise<readonly Divergence[]> = Promise.resolve([])
  const app = (): OpenedApp => {
    if (!opened) throw new Error('Nothing is rendered in this page, or the page was reloaded')
    return opened
  }
  return {
    async open({ methods, handlers, hasInput, hasResult, ...order }) {
      opened = openApp({
        ...order,
        client: clientWith(methods),
        sandbox,
        consent: { ask: (request) => ask('consent', request) },
        handlers: handlersFor(handlers),
        see: reporter.see,
        ...(hasInput && { input: ask('input') }),
        ...(hasResult && { result: ask('result') }),
      })
      ending = () => app().close()
      // With a manual clock the View may never become ready, so the test decides how long to wait.
      if (order.clock !== 'manual') await opened.mounted.ready.catch(() => {})
      await reporter.flushed()
    },
    update: (changes) => app().mounted.update(changes),
    reload: () => app().mounted.reload(),
    advance: (ms) => app().advance(ms),
    callAppTool: (name, args) => app().callAppTool(name, args),
    async close() {
      await ending?.()
      await reporter.flushed()
    },
    async replay(id, trace, patience) {
      const container = document.createElement('div')
      container.dataset['casementApp'] = id
      document.body.append(container)
      const { mounted, replay } = mountReplay(container, trace, sandbox, { patience })
      ending = () => mounted.dispose('the test has ended')
      const playing = await Promise.race([replay, mounted.ready.then(() => replay)])
      playing.play({ speed: Infinity })
      divergences = playing.done
    },
    divergences: () => divergences,
  }
}
