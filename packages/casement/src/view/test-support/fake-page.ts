import { vi } from 'vitest'

type Listener = (event: { source: unknown; origin: string; data: unknown }) => void

/** The globals of a page inside a frame, as far as an App uses them, with every exception recorded that a browser would report. */
export interface FakePage {
  /** Uncaught exceptions, and errors passed to `reportError`. */
  readonly unhandled: unknown[]
  /** Responds to the last `ui/initialize`. */
  respond(result: unknown): void
  /** Delivers a message of the parent window. */
  fromParent(message: unknown): void
  /** Delivers a message through the port that came with the last `ui/initialize`. */
  throughPort(message: unknown): void
  /** Lets the next App of the page open a session of its own. */
  forgetSession(): void
  /** Resolves when everything that was delivered has been handled. */
  settled(): Promise<void>
  restore(): void
}

const forgetSession = (): void => void Reflect.deleteProperty(globalThis, Symbol.for('casement.view'))

/** Replaces the globals of a page until `restore` is called. Messages are delivered at once, so that thousands take no time. */
export function fakePage(): FakePage {
  const unhandled: unknown[] = []
  const listeners = new Set<Listener>()
  const ports: { onmessage: ((event: { data: unknown }) => void) | undefined }[] = []
  let initializeId: unknown

  const guard = (run: () => void): void => {
    try {
      run()
    } catch (error) {
      unhandled.push(error)
    }
  }
  const onRejection = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', onRejection)

  const parent = {
    postMessage(message: { id?: unknown; method?: string }) {
      structuredClone(message)
      if (message.method === 'ui/initialize') initializeId = message.id
    },
  }
  class FakeMessageChannel {
    readonly port1 = { onmessage: undefined, postMessage() {}, close() {} }
    readonly port2 = {}
    constructor() {
      ports.push(this.port1)
    }
  }
  class FakeResizeObserver {
    observe(): void {}
    disconnect(): void {}
  }
  const globals = {
    parent,
    window: { open: () => null },
    MessageChannel: FakeMessageChannel,
    ResizeObserver: FakeResizeObserver,
    HTMLAnchorElement: class {
      click(): void {}
      dispatchEvent(): boolean {
        return true
      }
    },
    innerHeight: 0,
    document: { title: 'fuzzed', documentElement: { style: {} }, addEventListener() {} },
    reportError: (error: unknown) => unhandled.push(error),
    addEventListener(type: string, listener: Listener, { signal }: { signal?: AbortSignal } = {}) {
      if (type !== 'message') return
      listeners.add(listener)
      signal?.addEventListener('abort', () => listeners.delete(listener))
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)

  const fromParent = (message: unknown): void => {
    const event = { source: parent, origin: 'https://host.example', data: structuredClone(message) }
    for (const listener of listeners) guard(() => listener(event))
  }
  return {
    unhandled,
    fromParent,
    forgetSession,
    respond: (result) => fromParent({ jsonrpc: '2.0', id: initializeId, result }),
    throughPort(message) {
      const data: unknown = structuredClone(message)
      guard(() => ports.at(-1)?.onmessage?.({ data }))
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    restore() {
      process.off('unhandledRejection', onRejection)
      forgetSession()
      vi.unstubAllGlobals()
    },
  }
}
