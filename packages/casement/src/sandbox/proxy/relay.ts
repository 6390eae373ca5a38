import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'
import { DOWNLINK } from '../tap/downlink.ts'
import { messageLines } from '../tap/message-lines.ts'
import { traceDocument } from './document-trace.ts'
import { createLineBatch } from './line-batch.ts'
import { createMessageGuard, isReserved, toText } from './message-guard.ts'
import { followTheme } from './theme.ts'

/** The two neighbours of a relay. */
export interface RelayOptions {
  /**
   * The window of the View, which stays the same when its document changes; null once the browser has removed its frame. Slow to read
   * while the frame is empty.
   */
  readonly view: () => Window | null
  /** The origin of the View, or "null" when it is opaque. */
  readonly viewOrigin: string
  readonly hostOrigin: string
  /** Whether other documents with the View's origin can come into its frame. */
  readonly mayLeave: boolean
  /** Takes the port to a document of the View. */
  readonly onDocument: (port: MessagePort) => void
  /** Ends a View that must not run on. */
  readonly stop: (reason: string) => void
}

/** Carries messages between host and View. */
export interface Relay {
  /** Connects the host, by its port or else by window messages, and delivers the queued messages. */
  readonly connect: (port: MessagePort | undefined) => void
  /** Sends a notification of our own to the host. */
  readonly notify: (method: string, params: object) => void
  /** The same with a budget, for notifications that a View can cause at will. Those beyond it are dropped. */
  readonly notifyLimited: (method: string, params: object) => void
  /** The View has loaded. The host is notified if the View sends nothing after that. */
  readonly onLoad: () => void
  readonly close: () => void
}

const MAX_QUEUED = 1000
// A View that initializes repeatedly keeps using the relay.
const MAX_DOWNLINKS = 8
// Messages that a View sends while it loads can arrive after its load event.
const SILENT_MS = 100

/**
 * Starts to relay, to these two neighbours and no others. One long function, because both directions share the
 * port, the queue and the document trace, and the proxy page has to stay small.
 */
export function startRelay({ view, viewOrigin, hostOrigin, mayLeave, onDocument, stop }: RelayOptions): Relay {
  let port: MessagePort | undefined
  // A View can be there before the host is connected. Undefined afterwards.
  let queue: (() => void)[] | undefined = []
  const enqueue = (deliver: () => void): void => void (queue && queue.length < MAX_QUEUED && queue.push(deliver))
  let hasSpoken = false
  const judge = createMessageGuard()

  const batch = createLineBatch((text) => port?.postMessage(text))
  // Not every host can split a batch. One that knows downlinks can.
  let mayBatch = false
  const toHost = (text: string, ports: MessagePort[] = []): void => {
    if (!port) return parent.postMessage(JSON.parse(text), hostOrigin)
    if (mayBatch && ports.length === 0) return batch.send(text)
    batch.flush()
    port.postMessage(text, ports)
  }
  const toView = (message: unknown, ports: MessagePort[] = []): void => {
    const target = viewOrigin === 'null' ? /* opaque: an opaque origin has no name */ '*' : viewOrigin
    view()?.postMessage(message, target, ports)
  }
  // A host without a port gets the messages of the specification only.
  const notify = (method: string, params: object, ports?: MessagePort[]): void => {
    if (queue) enqueue(() => notify(method, params, ports))
    else if (port) toHost(JSON.stringify({ jsonrpc: '2.0', method: `dev.casement/sandbox/${method}`, params }), ports)
  }
  const notifyLimited = limitNotifications(notify)

  // For a View that sent no port of its own with ui/initialize. Where our script still runs in the View, it confirms the port to the
  // host, which tells us before it uses the port. That message is the last one through the relay, so the order is kept.
  let downlinks = 0
  const offerDownlink = (): void => {
    if (!port || ++downlinks > MAX_DOWNLINKS) return
    const { port1, port2 } = new MessageChannel()
    toView({ [DOWNLINK]: true }, [port1])
    notify('downlink', {}, [port2])
  }

  const onViewMessage = (event: MessageEvent<unknown>): void => {
    const { data, ports } = event
    const tap = isRecord(data) && data['dev.casement/tap']
    hasSpoken ||= !tap
    if (queue) return enqueue(() => onViewMessage(event))
    if (isRecord(tap) && tap['kind'] === 'here' && ports[0]) {
      if (viewOrigin !== 'null' || trace.follow(ports[0])) onDocument(ports[0])
      return
    }
    if (mayLeave) trace.verify(event)
    else relayToHost(event)
  }
  const relayToHost = ({ data, ports }: MessageEvent<unknown>): void => {
    const tap = isRecord(data) && data['dev.casement/tap']
    if (tap) return isRecord(tap) ? notifyLimited('view-report', tap) : undefined
    const verdict = judge(data)
    // Only ui/initialize may carry a port: it asks the host for a connection that bypasses the relay.
    const carried = 'pass' in verdict && verdict.method === 'ui/initialize' && port ? ports.slice(0, 1) : []
    for (const other of ports) if (!carried.includes(other)) other.close()
    if ('pass' in verdict) {
      toHost(verdict.pass, carried)
      if (verdict.method === 'ui/initialize' && !carried.length) offerDownlink()
      return
    }
    if ('refuse' in verdict)
      return toView({ jsonrpc: '2.0', id: verdict.refuse, error: { code: verdict.code, message: verdict.why } })
    notifyLimited('dropped', { reason: verdict.drop })
    if (verdict.drop === 'flood') stop('flood')
  }
  const trace = traceDocument(relayToHost, () => stop('navigated'))

  const onHostMessage = (data: unknown): void => {
    if (data === null) return stop('closed')
    for (const line of messageLines(data)) relayToView(parseMessage(line))
  }
  const relayToView = (message: unknown): void => {
    if (!isRecord(message)) return
    followTheme(message)
    const { method } = message
    if (!isReserved(method)) return toView(message)
    if (method !== 'dev.casement/sandbox/downlink') return
    toView({ [DOWNLINK]: true })
    mayBatch = true
  }

  const onMessage = (event: MessageEvent<unknown>): void => {
    // Source and origin before the data: in this order Chromium reads a large message ten times faster.
    const { source, origin } = event
    // The host before the View, whose window may be slow to read.
    if (source === parent) {
      if (!port && origin === hostOrigin) onHostMessage(event.data)
    } else if (source && source === view() && origin === viewOrigin) onViewMessage(event)
  }
  addEventListener('message', onMessage)
  return {
    connect(given) {
      port = given
      port?.addEventListener('message', (event: MessageEvent<unknown>) => onHostMessage(event.data))
      port?.start()
      const queued = queue ?? []
      queue = undefined
      for (const deliver of queued) deliver()
    },
    notify,
    notifyLimited,
    onLoad: () => setTimeout(() => hasSpoken || notifyLimited('silent', {}), SILENT_MS),
    close() {
      removeEventListener('message', onMessage)
      batch.flush()
      port?.close()
    },
  }
}

const NOTIFICATIONS_BURST = 200
const NOTIFICATIONS_PER_SECOND = 50
const MAX_NOTIFICATION_CHARS = 8192

/** Limits notifications by a token bucket, and by size. */
function limitNotifications(notify: (method: string, params: object) => void): Relay['notifyLimited'] {
  let tokens = NOTIFICATIONS_BURST
  let lastTime = performance.now()
  return (method, params) => {
    const time = performance.now()
    tokens = Math.min(NOTIFICATIONS_BURST, tokens + ((time - lastTime) / 1000) * NOTIFICATIONS_PER_SECOND)
    lastTime = time
    const text = toText(params)
    if (tokens < 1 || !text || text.length > MAX_NOTIFICATION_CHARS) return
    tokens--
    notify(method, params)
  }
}
