import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'
import { DOWNLINK } from './downlink.ts'
import { gatherLines, linesOf } from './gather-lines.ts'
import { createMessageGuard, isReserved, toText } from './message-guard.ts'
import { followTheme } from './theme.ts'
import { followDocument } from './trace.ts'

/** The two neighbours of a relay. */
export interface RelayEnds {
  /** The window of the View, which stays the same whatever is in it. To ask for it while its frame is empty takes long. */
  readonly view: () => Window
  /** The origin of the View, or "null" when it is opaque. */
  readonly viewOrigin: string
  readonly hostOrigin: string
  /** Whether other documents than the View's can come into its frame, where they cannot be told by their origin. */
  readonly mayLeave: boolean
  /** Ends the View: what arrived shows that it must not run on. */
  stop(reason: string): void
  /** A page for a View is there, and no View in it. */
  blank(): void
}

const TAPS_BURST = 200
const TAPS_PER_SECOND = 50
const LONGEST_TAP = 8192
const MOST_EARLY = 1000
// A View that introduces itself over and over keeps to the relay.
const MOST_DOWNLINKS = 8
// What a View says while it loads can come after the word that it has loaded.
const SILENT_MS = 100

/** Carries messages between host and View, and nothing else between anyone. Listens when it returns. */
export function startRelay(ends: RelayEnds): {
  /** The host is there, with a port or, where it handed none over, by window messages. What came before is told it now. */
  readonly connect: (port: MessagePort | undefined) => void
  readonly note: (method: string, params: object) => void
  /** The same for what a View can cause at will: what is too much is left out. */
  readonly noteSometimes: (method: string, params: object) => void
  /** The View has loaded. The host is told if it says nothing then. */
  readonly loaded: () => void
  readonly end: () => void
} {
  const { view, viewOrigin, hostOrigin, mayLeave } = ends
  let port: MessagePort | undefined
  // A View can be there before the host has answered.
  let early: (() => void)[] | undefined = []
  let spoke = false
  const later = (tell: () => void): void => void (early && early.length < MOST_EARLY && early.push(tell))
  const judge = createMessageGuard()
  let taps = TAPS_BURST
  let lastTap = performance.now()

  const lines = gatherLines((text) => port?.postMessage(text))
  // Not every host does. Who knows of downlinks does.
  let readsLines = false
  const toHost = (text: string, ports: MessagePort[] = []): void => {
    if (!port) return parent.postMessage(JSON.parse(text), hostOrigin)
    if (readsLines && ports.length === 0) return lines.say(text)
    lines.flush()
    port.postMessage(text, ports)
  }
  const toView = (message: unknown, ports: MessagePort[] = []): void => {
    const target = viewOrigin === 'null' ? /* opaque: an opaque origin has no name */ '*' : viewOrigin
    view().postMessage(message, target, ports)
  }
  // Only a host that handed over a port knows our notes; another one must see what the specification lists and nothing more.
  const note = (method: string, params: object, ports?: MessagePort[]): void => {
    if (early) later(() => note(method, params, ports))
    else if (port) toHost(JSON.stringify({ jsonrpc: '2.0', method: `dev.casement/sandbox/${method}`, params }), ports)
  }

  // For a View that introduced itself without a port of its own. Where our script still runs in it, it says so to the host, which
  // speaks there after it has told us; and since that comes after all else that it said by us, the View hears everything in its order.
  let downlinks = 0
  const offerDownlink = (): void => {
    if (!port || ++downlinks > MOST_DOWNLINKS) return
    const { port1, port2 } = new MessageChannel()
    toView({ [DOWNLINK]: true }, [port1])
    note('downlink', {}, [port2])
  }

  // Whatever a View can cause without being asked, it could cause ten thousand times.
  const noteSometimes = (method: string, params: object): void => {
    const time = performance.now()
    taps = Math.min(TAPS_BURST, taps + ((time - lastTap) / 1000) * TAPS_PER_SECOND)
    lastTap = time
    const text = toText(params)
    if (taps < 1 || text === undefined || text.length > LONGEST_TAP) return
    taps--
    note(method, params)
  }

  const fromView = (event: MessageEvent<unknown>): void => {
    const { data, ports } = event
    const tap = isRecord(data) && data['dev.casement/tap']
    if (isRecord(tap) && tap['kind'] === 'blank') return ends.blank()
    spoke ||= !tap
    if (early) return later(() => fromView(event))
    if (isRecord(tap) && tap['kind'] === 'here' && ports[0]) return trace.follow(ports[0])
    if (mayLeave) trace.vouch(event)
    else judgeView(event)
  }
  const judgeView = ({ data, ports }: MessageEvent<unknown>): void => {
    const tap = isRecord(data) && data['dev.casement/tap']
    if (tap) return isRecord(tap) ? noteSometimes('view-report', tap) : undefined
    const verdict = judge(data)
    // The one message that a port may come with: it asks the host for a way around the relay.
    const carried = 'pass' in verdict && verdict.method === 'ui/initialize' && port ? ports.slice(0, 1) : []
    for (const other of ports) if (!carried.includes(other)) other.close()
    if ('pass' in verdict) {
      toHost(verdict.pass, carried)
      if (verdict.method === 'ui/initialize' && !carried.length) offerDownlink()
      return
    }
    if ('answer' in verdict)
      return toView({ jsonrpc: '2.0', id: verdict.answer, error: { code: verdict.code, message: verdict.why } })
    noteSometimes('dropped', { reason: verdict.drop })
    if (verdict.drop === 'flood') ends.stop('flood')
  }
  const trace = followDocument(judgeView, () => ends.stop('navigated'))
  const fromHost = (data: unknown): void => {
    if (data === null) return ends.stop('closed')
    for (const line of linesOf(data)) pass(parseMessage(line))
  }
  const pass = (message: unknown): void => {
    if (!isRecord(message)) return
    followTheme(message)
    const { method } = message
    if (!isReserved(method)) return toView(message)
    if (method !== 'dev.casement/sandbox/downlink') return
    toView({ [DOWNLINK]: true })
    readsLines = true
  }

  const hear = (event: MessageEvent<unknown>): void => {
    // Source first, then origin, and only then the data: in this order Chromium reads a large message ten times faster.
    const { source, origin } = event
    // And the host before the View: see `view`.
    if (source === parent) {
      if (!port && origin === hostOrigin) fromHost(event.data)
    } else if (source === view() && origin === viewOrigin) fromView(event)
  }
  addEventListener('message', hear)
  const connect = (given: MessagePort | undefined): void => {
    port = given
    port?.addEventListener('message', (event: MessageEvent<unknown>) => fromHost(event.data))
    port?.start()
    const kept = early ?? []
    early = undefined
    for (const tell of kept) tell()
  }
  const end = (): void => {
    removeEventListener('message', hear)
    lines.flush()
    port?.close()
  }
  const loaded = (): void => void setTimeout(() => spoke || noteSometimes('silent', {}), SILENT_MS)
  return { connect, note, noteSometimes, loaded, end }
}
