import { PORT_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/message.ts'
import { listen } from './listening.ts'
import { isReserved, toText } from './message-guard.ts'

type Target = string | WindowPostMessageOptions | undefined

// From this length on, lines do not wait for more.
const FULL = 8191

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
    for (const message of typeof data === 'string' ? data.split('\n') : [data])
      dispatchEvent(
        new MessageEvent('message', {
          data: typeof message === 'string' ? JSON.parse(message) : message,
          origin: relayOrigin,
          source: relay,
        }),
      )
  }

  const post = (message: unknown, target?: Target, transfer: Transferable[] = []): void => {
    const way = isRecord(message) && message['jsonrpc'] === '2.0' && isPlain(target, transfer) ? message : undefined
    if (way?.['method'] === 'ui/initialize') {
      leave()
      const { port1, port2 } = new MessageChannel()
      offered = { id: way['id'], port: port1 }
      return relay.postMessage(message, String(target), [port2])
    }
    // It does not wait for the answer, so the host may hear by the relay that it is ready, and would close the port.
    if (way && offered) leave()
    const text = port && way && !isReserved(way['method']) && [relayOrigin, '*'].includes(String(target)) && toText(way)
    if (!text) return relay.postMessage(message, target as string, transfer)
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
  const native = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source')
  Object.defineProperty(MessageEvent.prototype, 'source', {
    ...native,
    get(this: MessageEvent) {
      const source: unknown = native?.get?.call(this)
      return source === relay ? shown : source
    },
  })

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

const isPlain = (target: Target, transfer: Transferable[]): boolean => typeof target === 'string' && transfer.length === 0

function takesPort(result: unknown): boolean {
  const capabilities = isRecord(result) && result['hostCapabilities']
  const experimental = isRecord(capabilities) && capabilities['experimental']
  return isRecord(experimental) && PORT_CAPABILITY in experimental
}
