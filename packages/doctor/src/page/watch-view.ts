// Records what a View does, from before its first script. It only observes: every call reaches the browser unchanged.
import {
  CAUGHT_HOOK,
  LOOP_HOOK,
  type Watched,
  type WatchedException,
  type WatchedListener,
  type WatchedStray,
  type WatchedUse,
  type WatchedWait,
} from '../dynamic/watched.ts'

const MAX_ENTRIES = 200
const MAX_LOOP_MS = 1500
const LOOP_STRIDE = 2048

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

const waits: Mutable<WatchedWait>[] = []
const listeners = new Map<string, Mutable<WatchedListener>>()
const missing = new Set<string>()
const uses: Mutable<WatchedUse>[] = []
const caught: WatchedException[] = []
const endlessLoops = new Set<number>()
const delivered: string[] = []
const astray: WatchedStray[] = []
let last = ''

declare global {
  interface Window {
    /** Calls the doctor outside of the page. */
    tellDoctor?(note: { readonly navigates: string; readonly type: string }): void
  }
}

let lastActivity = 0

/** Milliseconds since the View last did something that can be seen; 0 while it waits for something that it started. */
export const idleFor = (): number =>
  document.readyState !== 'complete' || waits.some(({ state }) => state === 'pending') ? 0 : performance.now() - lastActivity

/** Counts as activity. */
export const noteActivity = (): void => void (lastActivity = performance.now())

const add = <Item>(list: Item[], item: Item): Item => {
  if (list.length < MAX_ENTRIES) list.push(item)
  return item
}

const describe = (reason: unknown): string => {
  try {
    return reason instanceof Error || reason instanceof DOMException ? `${reason.name}: ${reason.message}` : String(reason)
  } catch {
    return 'unknown'
  }
}

function watchPromise(what: string, promise: unknown): void {
  last = what
  noteActivity()
  const wait = add<Mutable<WatchedWait>>(waits, { what, state: 'pending' })
  if (!(promise instanceof Promise)) return void (wait.state = 'done')
  void observe(
    promise,
    () => void (wait.state = 'done'),
    (reason: unknown) => {
      wait.state = 'failed'
      wait.reason = describe(reason)
    },
  )
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** A method of a prototype, to be called with a `this`. */
const methodOf = (owner: object, name: string): Method => Reflect.get(owner, name) as Method

const nativeThen = methodOf(Promise.prototype, 'then')

/** Watches a promise without the View noticing. */
const observe = (promise: Promise<unknown>, done: (() => void) | undefined, failed: (reason: unknown) => void): unknown =>
  nativeThen.call(promise, done, failed)

/** Replaces a function with one that is called the same way and tells what it returned. Missing functions stay missing. */
function wrap(owner: unknown, name: string, after: (result: unknown, args: readonly unknown[], failure?: unknown) => void): void {
  if (typeof owner !== 'object' && typeof owner !== 'function') return
  const target = owner as Record<string, unknown> | null
  const original = target?.[name]
  if (!target || typeof original !== 'function') return
  const call = original as (...args: unknown[]) => unknown
  target[name] = function (this: unknown, ...args: unknown[]) {
    let result: unknown
    try {
      result = call.apply(this, args)
    } catch (error) {
      after(undefined, args, error)
      throw error
    }
    after(result, args)
    return result
  }
}

/** Wraps a method: a function receives each call before it is passed on. */
function replace(owner: object, name: string, before: (target: unknown, args: readonly unknown[]) => void): void {
  const original = methodOf(owner, name)
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    before(this, args)
    return original.apply(this, args)
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value instanceof URL ? value.href : '')

const addressOf = (input: unknown): string => (input instanceof Request ? input.url : String(input))

function watchWaits(): void {
  wrap(globalThis, 'fetch', (result, [input]) => watchPromise(`fetch(${addressOf(input)})`, result))
  const opened = new WeakMap<XMLHttpRequest, string>()
  replace(XMLHttpRequest.prototype, 'open', (request, args) => {
    if (request instanceof XMLHttpRequest) opened.set(request, textOf(args[1]))
  })
  replace(XMLHttpRequest.prototype, 'send', (request) => {
    if (!(request instanceof XMLHttpRequest)) return
    const wait = add<Mutable<WatchedWait>>(waits, { what: `XMLHttpRequest(${opened.get(request) ?? ''})`, state: 'pending' })
    request.addEventListener('loadend', () => void (wait.state = request.status > 0 ? 'done' : 'failed'))
  })
  const database = globalThis.indexedDB as IDBFactory | undefined
  wrap(database && Object.getPrototypeOf(database), 'open', (result, [name], failure) => {
    const wait = add<Mutable<WatchedWait>>(waits, { what: `indexedDB.open(${JSON.stringify(name)})`, state: 'pending' })
    if (failure !== undefined) Object.assign(wait, { state: 'failed', reason: describe(failure) })
    else if (result instanceof IDBOpenDBRequest) {
      result.addEventListener('success', () => void (wait.state = 'done'))
      result.addEventListener('error', () => Object.assign(wait, { state: 'failed', reason: describe(result.error) }))
    }
  })
  wrap(customElements, 'whenDefined', (result, [name]) =>
    watchPromise(`customElements.whenDefined(${JSON.stringify(name)})`, result),
  )
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const ready = Object.getOwnPropertyDescriptor(globalThis.ServiceWorkerContainer?.prototype ?? {}, 'ready')
  if (workers && ready?.get)
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', {
      ...ready,
      get(this: ServiceWorkerContainer) {
        const promise: unknown = ready.get?.call(this)
        watchPromise('navigator.serviceWorker.ready', promise)
        return promise
      },
    })
  wrap(globalThis.ServiceWorkerContainer?.prototype, 'register', (result, [url]) =>
    watchPromise(`navigator.serviceWorker.register(${JSON.stringify(url)})`, result),
  )
}

function use(api: string, detail: string, outcome: WatchedUse['outcome']): Mutable<WatchedUse> {
  last = `${api}(${detail})`
  return add<Mutable<WatchedUse>>(uses, { api, detail, outcome })
}

const usePromise = (api: string) => (result: unknown, args: readonly unknown[]) => {
  const entry = use(api, args.length > 0 && typeof args[0] === 'string' ? args[0].slice(0, 80) : '', 'pending')
  if (result instanceof Promise)
    void observe(
      result,
      () => void (entry.outcome = 'ok'),
      (reason: unknown) => Object.assign(entry, { outcome: 'refused', detail: describe(reason) }),
    )
}

function watchUses(): void {
  const clipboard = globalThis.Clipboard?.prototype as object | undefined
  for (const name of ['writeText', 'write', 'readText', 'read']) wrap(clipboard, name, usePromise(`navigator.clipboard.${name}`))
  wrap(globalThis.MediaDevices?.prototype, 'getUserMedia', usePromise('navigator.mediaDevices.getUserMedia'))
  const geolocation = globalThis.Geolocation?.prototype as Geolocation | undefined
  for (const name of ['getCurrentPosition', 'watchPosition'])
    wrap(geolocation, name, () => void use(`navigator.geolocation.${name}`, '', 'pending'))
  for (const name of ['alert', 'confirm', 'prompt'])
    wrap(globalThis, name, (_, [text]) => void use(name, textOf(text), 'refused'))
  wrap(globalThis, 'open', (result, [url]) => void use('window.open', textOf(url), result === null ? 'refused' : 'ok'))
  wrap(globalThis, 'print', () => void use('window.print', '', 'refused'))
  wrap(globalThis.Element?.prototype, 'requestFullscreen', usePromise('requestFullscreen'))
  wrap(globalThis.HTMLVideoElement?.prototype, 'requestPictureInPicture', usePromise('requestPictureInPicture'))
  wrap(globalThis.Notification, 'requestPermission', usePromise('Notification.requestPermission'))
  wrap(globalThis.Navigator?.prototype, 'share', usePromise('navigator.share'))
  wrap(globalThis.MediaDevices?.prototype, 'getDisplayMedia', usePromise('navigator.mediaDevices.getDisplayMedia'))
  addEventListener('click', ({ target }) => noteLink(target), true)
  // A link outside of the document fires no event that reaches the window.
  replace(HTMLElement.prototype, 'click', (element) => {
    if (element instanceof Element && !element.isConnected) noteLink(element)
  })
}

/** A click on a link: a download, or a page that would take the place of the View. The View may still prevent it. */
function noteLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.hasAttribute('download')) use('<a download>', link.download || link.href.slice(0, 80), 'refused')
}

// Fired once per document by the browser.
const ONCE = new Set(['DOMContentLoaded', 'load', 'readystatechange', 'pageshow'])

function watchListeners(): void {
  const native = methodOf(EventTarget.prototype, 'addEventListener')
  replace(EventTarget.prototype, 'addEventListener', (target, [type]) => {
    // A call without a target is one of window's.
    const owner = target ?? globalThis
    if (typeof type !== 'string') return
    if ((owner === globalThis || owner === document) && listeners.size < MAX_ENTRIES && !listeners.has(type)) {
      const isOver =
        type === 'load' ? document.readyState === 'complete' : type === 'DOMContentLoaded' && document.readyState !== 'loading'
      const entry: Mutable<WatchedListener> = { type, isLate: ONCE.has(type) && isOver, fired: 0 }
      listeners.set(type, entry)
      native.call(globalThis, type, () => void entry.fired++, true)
    }
  })
}

function watchLookups(): void {
  wrap(Document.prototype, 'getElementById', (result, [id]) => {
    if (result === null && missing.size < MAX_ENTRIES) missing.add(`#${String(id)}`)
  })
  wrap(Document.prototype, 'querySelector', (result, [selector]) => {
    if (result === null && missing.size < MAX_ENTRIES) missing.add(String(selector))
  })
}

/** Promises whose rejection the View handles without showing it. */
function watchRejections(): void {
  const seen = new WeakSet<object>()
  replace(Promise.prototype, 'then', (promise, [, onRejected]) => {
    if (typeof onRejected !== 'function' || !(promise instanceof Promise)) return
    void observe(promise, undefined, (reason) => {
      if (!(reason instanceof Error) || seen.has(reason)) return
      seen.add(reason)
      noteCaught(reason, undefined)
    })
  })
}

function noteCaught(reason: unknown, at: number | undefined): void {
  add(caught, { message: describe(reason), at, after: delivered.at(-1) ?? '' })
}

function watchLoops(): void {
  const counts = new Map<number, { calls: number; since: number }>()
  Object.assign(globalThis, {
    [CAUGHT_HOOK]: noteCaught,
    [LOOP_HOOK](at: number): boolean {
      const entry = counts.get(at) ?? { calls: 0, since: performance.now() }
      counts.set(at, entry)
      if (entry.calls++ === 0) {
        entry.since = performance.now()
        queueMicrotask(() => counts.delete(at))
      }
      if (entry.calls % LOOP_STRIDE !== 0 || performance.now() - entry.since < MAX_LOOP_MS) return false
      endlessLoops.add(at)
      return true
    },
  })
}

/** Reports the target of a navigation before the record is lost with the document. */
function watchNavigation(): void {
  globalThis.navigation?.addEventListener('navigate', ({ destination, downloadRequest, navigationType }) => {
    if (downloadRequest !== null) use('<a download>', destination.url.slice(0, 80), 'refused')
    else if (!destination.sameDocument) window.tellDoctor?.({ navigates: destination.url, type: navigationType })
  })
}

const MAX_STRAY = 200

/** In a View, messages to its own window; in the frame around it, arrays. */
function watchStray({ data, source }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || source === parent) return
  const isOwn = source === window && 'jsonrpc' in data && 'method' in data && data.method === 'ui/initialize'
  const isBatch =
    source !== window &&
    Array.isArray(data) &&
    data.some((each) => typeof each === 'object' && each !== null && 'jsonrpc' in each)
  if (!isOwn && !isBatch) return
  add(astray, { reason: isOwn ? 'own-window' : 'array', message: JSON.stringify(data).slice(0, MAX_STRAY) })
}

/** Starts to record. */
export function watchView(): () => Watched {
  addEventListener(
    'message',
    ({ data, source }: MessageEvent<unknown>) => {
      if (source !== parent || typeof data !== 'object' || data === null || !('method' in data)) return
      lastActivity = performance.now()
      if (typeof data.method === 'string') add(delivered, data.method)
    },
    true,
  )
  addEventListener('message', watchStray, true)
  watchNavigation()
  watchListeners()
  watchWaits()
  watchUses()
  watchLookups()
  watchRejections()
  watchLoops()
  return () => ({
    waits,
    listeners: [...listeners.values()],
    missing: [...missing],
    uses,
    caught,
    endlessLoops: [...endlessLoops],
    delivered,
    astray,
    last,
  })
}
