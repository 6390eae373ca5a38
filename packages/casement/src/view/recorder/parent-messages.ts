/** Called with each message between the View and its host. Returns true if the message concerns only the recorder. */
export type OnMessage = (direction: 'to-view' | 'from-view', message: unknown) => boolean

/** The part of the parent window that the recorder itself uses. */
export interface ParentWindow {
  /** Posts a message that is not recorded. */
  post(message: unknown): void
}

/**
 * Observes the messages between this page and its parent window. A window of another origin cannot be patched, so `window.parent` is
 * replaced with a proxy of it, and `MessageEvent.source` returns the same proxy: a View that compares the two finds them equal.
 *
 * Code that has read `window.parent` before keeps the real window and must go on to find it in `source`. So the proxy is not returned
 * as a source until it has been used to send, and until then `window.parent` is the real one inside of message listeners.
 */
export function observeParent(onMessage: OnMessage): ParentWindow | undefined {
  const real = window.parent
  if (real === window) return undefined
  const { proxy, isUsed } = createProxy(real, onMessage)
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const getSource = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source')?.get
  if (!getSource) return undefined
  const sourceOf = (event: MessageEvent): unknown => getSource.call(event)

  // Registered before everything else, so that it can stop messages for the recorder alone.
  addEventListener(
    'message',
    (event) => {
      const isOwnProperty = Object.hasOwn(event, 'source')
      const source: unknown = isOwnProperty ? event.source : sourceOf(event)
      if (source !== real) return
      if (onMessage('to-view', event.data)) event.stopImmediatePropagation()
      else if (isOwnProperty && isUsed()) dispatchCopy(event, proxy)
    },
    true,
  )
  Object.defineProperty(MessageEvent.prototype, 'source', {
    configurable: true,
    enumerable: true,
    get(this: MessageEvent) {
      const source = sourceOf(this)
      return source === real && isUsed() ? proxy : source
    },
  })
  Object.defineProperty(window, 'parent', {
    configurable: true,
    enumerable: true,
    get: () => (isUsed() || !(window.event instanceof MessageEvent) ? proxy : real),
  })
  acceptProxyAsSource(proxy, real)
  return { post: (message) => real.postMessage(message, /* opaque: a View does not know which page frames it */ '*') }
}

function createProxy(real: Window, onMessage: OnMessage): { readonly proxy: Window; readonly isUsed: () => boolean } {
  let used = false
  const postMessage = (message: unknown, ...rest: [never]): void => {
    used = true
    onMessage('from-view', message)
    real.postMessage(message, ...rest)
  }
  const proxy = new Proxy(real, {
    get(target, key) {
      if (key === 'postMessage') return postMessage
      const value: unknown = Reflect.get(target, key)
      // The functions of a window do not run with a proxy as `this`.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  })
  return { proxy, isUsed: () => used }
}

/** Replaces an event that a script has dispatched with the real parent as its own property `source`, which cannot be changed. */
function dispatchCopy(event: MessageEvent, proxy: Window): void {
  event.stopImmediatePropagation()
  const copy = new MessageEvent('message', { data: event.data as unknown, origin: event.origin, ports: [...event.ports] })
  Object.defineProperty(copy, 'source', { value: proxy })
  dispatchEvent(copy)
}

/** Lets scripts construct a message event with `window.parent` as its source: the constructor accepts real windows only. */
function acceptProxyAsSource(proxy: Window, real: Window): void {
  window.MessageEvent = new Proxy(MessageEvent, {
    construct(target, [type, init]: [string, MessageEventInit?], newTarget) {
      const accepted = init?.source === proxy ? { ...init, source: real } : init
      return Reflect.construct(target, [type, accepted], newTarget) as MessageEvent
    },
  })
}
