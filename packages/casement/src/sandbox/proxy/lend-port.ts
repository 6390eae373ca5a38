import { PORT_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/message.ts'
import { listen } from './listening.ts'
import { isReserved, toText } from './message-guard.ts'

type PostArguments = [message: unknown, target: string, transfer?: Transferable[]]

// From this length on, lines do not wait for more.
const FULL = 32_767
// What is longer is for the relay to look at, which has a process of its own for that.
const LONG = 2 * 1024 * 1024

/**
 * Gives a View that knows only its parent the direct port, as the View SDK has it: such a View posts to the parent and hears from
 * it, and the way through the relay takes several times as long. Its `ui/initialize` offers the host a port; once the host has
 * taken it, what the View posts goes there, and what comes from there reaches the View as a message of its parent. A View that
 * hands over ports of its own, that does not wait for the answer, or whose host takes none, goes on through the relay.
 */
export function lendPort(): void {
  const relay = parent
  let offered: { readonly id: unknown; readonly port: MessagePort } | undefined
  let port: MessagePort | undefined
  let relayOrigin = ''
  // And whatever comes after something long, because it must not overtake it.
  let wasLong = false
  let lines = ''
  const flush = (): void => {
    if (lines) port?.postMessage(lines)
    lines = ''
  }
  const leave = (): void => {
    flush()
    offered?.port.close()
    port?.close()
    offered = port = undefined
  }

  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (data === null) return leave()
    for (const message of typeof data === 'string' ? data.split('\n') : [data]) {
      const said: unknown = typeof message === 'string' ? JSON.parse(message) : message
      dispatchEvent(new window.MessageEvent('message', { data: said, origin: relayOrigin, source: shown }))
    }
  }

  const post = (...args: PostArguments): void => {
    const said = rpcIn(args)
    if (said?.['method'] === 'ui/initialize') {
      leave()
      const { port1, port2 } = new MessageChannel()
      offered = { id: said['id'], port: port1 }
      wasLong = false
      return relay.postMessage(said, args[1], [port2])
    }
    // It does not wait for the answer, so the host may hear by the relay that it is ready, and would close the port.
    if (said && offered) leave()
    const isForHost = port && !wasLong && said && (args[1] === '*' || args[1] === relayOrigin) && !isReserved(said['method'])
    const text = isForHost && toText(said)
    if (text) wasLong = text.length > LONG
    if (!text || wasLong) {
      flush()
      return relay.postMessage(...args)
    }
    lines += (lines && '\n') + text
    if (lines.length > FULL) flush()
    else queueMicrotask(flush)
  }

  const shown = new Proxy(relay, {
    get(_, key) {
      if (key === 'postMessage') return post
      const value: unknown = Reflect.get(relay, key)
      return typeof value === 'function' ? value.bind(relay) : value
    },
    set: (_, key, value) => Reflect.set(relay, key, value),
  })
  // The one member of a window that names the frame around it, and that a page may replace.
  ;(window as { parent: Window }).parent = shown
  letEventsName(relay, shown)

  listen(
    'message',
    ({ source, origin, data }: MessageEvent<unknown>) => {
      if (!offered || source !== shown || !isRecord(data) || data['id'] !== offered.id || data['method']) return
      if (!takesPort(data['result'])) return leave()
      relayOrigin = origin
      port = offered.port
      offered = undefined
      port.onmessage = hear
    },
    true,
  )
}

/** Messages of the one are messages of the other, which stands for it: those that come, and those that a page makes itself. */
function letEventsName(relay: Window, shown: Window): void {
  const named = new WeakSet<Event>()
  const source = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source')
  Object.defineProperty(MessageEvent.prototype, 'source', {
    ...source,
    get(this: MessageEvent) {
      const from: unknown = source?.get?.call(this)
      return from === relay || named.has(this) ? shown : from
    },
  })
  // To the browser it is no window, and not every browser takes the real one of another process either.
  window.MessageEvent = new Proxy(MessageEvent, {
    construct(Native, [type, init]: ConstructorParameters<typeof MessageEvent>, target) {
      if (init?.source !== shown) return Reflect.construct(Native, [type, init], target) as MessageEvent
      const event = Reflect.construct(Native, [type, { ...init, source: null }], target) as MessageEvent
      named.add(event)
      return event
    },
  })
}

// What is called with anything else, or for anything else, is the browser's to judge.
const rpcIn = ([message, target, transfer]: PostArguments): Record<string, unknown> | undefined =>
  isRecord(message) && message['jsonrpc'] === '2.0' && typeof target === 'string' && !transfer?.length ? message : undefined

function takesPort(result: unknown): boolean {
  const capabilities = isRecord(result) && result['hostCapabilities']
  const experimental = isRecord(capabilities) && capabilities['experimental']
  return isRecord(experimental) && PORT_CAPABILITY in experimental
}
