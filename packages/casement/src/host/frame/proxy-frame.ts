import { isRecord } from '../../protocol/rpc/message.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import type { RelayChannel } from '../bridge/routes.ts'
import { notShown } from '../card/diagnosis.ts'

/** The outer frame, which contains the sandbox proxy. */
export interface ProxyFrame {
  readonly element: HTMLIFrameElement
  /** Resolves when the proxy is ready; rejects with a diagnosis when it refuses to run. */
  readonly announced: Promise<void>
  /** Opens the View of this ticket as soon as the proxy is ready, for a proxy that was loaded without one. `fill` connects to it. */
  openView(ticket: SandboxTicket): void
  /** Sends the View to the proxy, once, and returns the channel to it, which buffers messages until it has a listener. */
  fill(ticket: Ticket, html: string): RelayChannel
  /** A port on which the proxy returns every message, to show that it still runs. Available once the View was sent. */
  readonly pulse: MessagePort | undefined
  close(): void
}

type Ticket = SandboxTicket | OpaqueTicket

/** The URL of a proxy, its origin, and the browser features that it may pass on. */
export type ProxySource = Pick<Ticket, 'proxyUrl' | 'proxyOrigin' | 'allow'>

/** Opens a proxy in a frame. Listens before it loads, and only to this window at this origin. */
export function openProxyFrame(parent: ParentNode, { proxyUrl, proxyOrigin, allow }: ProxySource, title: string): ProxyFrame {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  element.allow = allow
  // The static proxy reads the host's origin from the referrer.
  element.referrerPolicy = 'strict-origin'
  element.title = title
  let stop: Unsubscribe | undefined
  const announced = new Promise<void>((resolve, reject) => {
    const onmessage = ({ source, origin, data }: MessageEvent<unknown>): boolean => {
      if (origin !== proxyOrigin || !isRecord(data)) return false
      const { method, params } = data
      // The window last: see `dispatchToFrames`.
      if ((method !== READY && method !== REFUSED) || source === null || source !== element.contentWindow) return false
      if (method === READY) resolve()
      else reject(refused(params, proxyOrigin))
      return true
    }
    // Reported at once by the browser; otherwise it would look like a proxy that never responds.
    const onviolation = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
      const isOurs = blockedURI === proxyOrigin || blockedURI.startsWith(`${proxyOrigin}/`)
      if (isOurs && disposition === 'enforce' && FRAMING.has(effectiveDirective)) reject(blocked(effectiveDirective, proxyOrigin))
    }
    const unsubscribe = listenWhileLoading(onmessage)
    document.addEventListener('securitypolicyviolation', onviolation)
    stop = () => {
      unsubscribe()
      document.removeEventListener('securitypolicyviolation', onviolation)
    }
  })
  announced.catch(() => {}).finally(() => stop?.())
  element.src = proxyUrl
  parent.append(element)

  const send = (method: string, params: object, ports: Transferable[] = []): void =>
    element.contentWindow?.postMessage({ jsonrpc: '2.0', method, params }, proxyOrigin, ports)
  let channel: RelayChannel | undefined
  let pulse: MessagePort | undefined
  return {
    element,
    announced,
    get pulse() {
      return pulse
    },
    openView: (ticket) =>
      void announced.then(
        () => send('dev.casement/sandbox/open', viewOf(ticket)),
        () => {},
      ),
    fill(ticket, html) {
      const { port1, port2 } = new MessageChannel()
      const pulses = new MessageChannel()
      pulse = pulses.port1
      send('ui/notifications/sandbox-resource-ready', resourceOf(ticket, html), [port2, pulses.port2])
      return (channel = { ...portChannel(port1), isCasement: true })
    },
    close() {
      stop?.()
      channel?.close()
      element.remove()
    },
  }
}

const READY = 'ui/notifications/sandbox-proxy-ready'
const REFUSED = 'dev.casement/sandbox/refused'

/** Returns true when the message was from this frame. */
type FrameListener = (event: MessageEvent<unknown>) => boolean

const loading = new Set<FrameListener>()

// One listener for all loading frames, which stops at the frame that the message is from: reading `contentWindow` of a frame that is
// still empty makes the browser create that window, which takes as long as creating the one of its document.
function dispatchToFrames(event: MessageEvent<unknown>): void {
  for (const listener of loading) if (listener(event)) return
}

function listenWhileLoading(listener: FrameListener): Unsubscribe {
  if (loading.size === 0) addEventListener('message', dispatchToFrames)
  loading.add(listener)
  return () => {
    if (loading.delete(listener) && loading.size === 0) removeEventListener('message', dispatchToFrames)
  }
}

/** The params of `sandbox-resource-ready`. */
const resourceOf = (ticket: Ticket, html: string): object =>
  ticket.mode === 'served' ? { html: '', ...viewOf(ticket) } : { html, sandbox: ticket.sandbox, ...ticket.effective }

const viewOf = ({ viewUrl: url, sandbox, allow }: SandboxTicket): { url: string; sandbox: string; allow: string } => ({
  url,
  sandbox,
  allow,
})

/** A proxy that finds its View in its URL, and opens it before it announces itself. */
export function withView(ticket: Ticket): ProxySource {
  return ticket.mode === 'served'
    ? { ...ticket, proxyUrl: `${ticket.proxyUrl}#${new URLSearchParams(viewOf(ticket)).toString()}` }
    : ticket
}

const FRAMING = new Set(['frame-src', 'child-src', 'default-src'])

const blocked = (directive: string, proxyOrigin: string): Error =>
  notShown('proxy-blocked', `The ${directive} of this page's policy does not allow ${proxyOrigin}.`)

function refused(params: unknown, proxyOrigin: string): Error {
  const reason = isRecord(params) ? String(params['reason']) : 'unknown'
  return notShown('proxy-refused', `The proxy at ${proxyOrigin} does not run in this page: ${reason}.`)
}
