import { isRecord } from '../../protocol/rpc/message.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import type { RelayChannel } from '../bridge/routes.ts'
import { notShown } from '../card/diagnosis.ts'

/** The outer frame, with the proxy in it. */
export interface ProxyFrame {
  readonly element: HTMLIFrameElement
  /** Resolves when the proxy, and its blank page if it has one, is ready. Rejects with a diagnosis when the proxy refuses to run. */
  readonly announced: Promise<void>
  /** Has the proxy open the View of this ticket, before `fill` connects to it. For a served proxy that knows no View yet. */
  openView(ticket: SandboxTicket): void
  /** Hands the View over, once, and returns the channel to it, which buffers messages until it has a listener. */
  fill(ticket: Ticket, html: string): RelayChannel
  /** The ticket as it applies to a View in this frame. */
  readonly shown: FrameContent['shown']
  close(): void
}

type Ticket = SandboxTicket | OpaqueTicket

/** How a View gets into a frame. */
export interface FrameContent {
  /** The method by which the proxy announces that it can take the View. */
  readonly readyMethod: string
  /** The parameters of `sandbox-resource-ready`. */
  readonly resource: (ticket: Ticket, html: string, frame: HTMLIFrameElement) => object
  readonly shown: (ticket: Ticket) => Ticket
}

/** The proxy opens the View of the ticket. */
export const VIEW: FrameContent = {
  readyMethod: 'ui/notifications/sandbox-proxy-ready',
  resource: (ticket, html) =>
    ticket.mode === 'served' ? { html: '', ...viewOf(ticket) } : { html, sandbox: ticket.sandbox, ...ticket.effective },
  shown: (ticket) => ticket,
}

/** The URL and the attributes of a proxy frame. */
export type ProxySource = Pick<Ticket, 'proxyUrl' | 'proxyOrigin' | 'allow'>

/** Opens the proxy in a frame. Listens before the frame exists, to this window at this origin only. */
export function openProxyFrame(
  parent: ParentNode,
  source: ProxySource,
  title: string,
  { readyMethod, resource, shown }: FrameContent = VIEW,
): ProxyFrame {
  const { proxyUrl, proxyOrigin, allow } = source
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  element.allow = allow
  // The static proxy reads the host's origin from the referrer.
  element.referrerPolicy = 'strict-origin'
  element.title = title
  let stop: Unsubscribe | undefined
  const announced = new Promise<void>((resolve, reject) => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>): boolean => {
      if (origin !== proxyOrigin || !isRecord(data)) return false
      const { method, params } = data
      // The window last: see `dispatch`.
      if ((method !== readyMethod && method !== REFUSED) || source === null || source !== element.contentWindow) return false
      if (method === readyMethod) resolve()
      else reject(refused(params, proxyOrigin))
      return true
    }
    // Reports a blocked frame immediately, instead of after the timeout for the proxy.
    const onViolation = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
      const isOurs = blockedURI === proxyOrigin || blockedURI.startsWith(`${proxyOrigin}/`)
      if (isOurs && disposition === 'enforce' && FRAME_DIRECTIVES.has(effectiveDirective))
        reject(blocked(effectiveDirective, proxyOrigin))
    }
    const unsubscribe = addOpening(onMessage)
    document.addEventListener('securitypolicyviolation', onViolation)
    stop = () => {
      unsubscribe()
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  })
  announced.catch(() => {}).finally(() => stop?.())
  element.src = proxyUrl
  parent.append(element)

  const send = (method: string, params: object, ports: Transferable[] = []): void =>
    element.contentWindow?.postMessage({ jsonrpc: '2.0', method, params }, proxyOrigin, ports)
  let channel: RelayChannel | undefined
  return {
    element,
    announced,
    shown,
    openView: (ticket) => send('dev.casement/sandbox/open', viewOf(ticket)),
    fill(given, html) {
      const { port1, port2 } = new MessageChannel()
      send('ui/notifications/sandbox-resource-ready', resource(given, html, element), [port2])
      return (channel = { ...portChannel(port1), isOurs: true })
    },
    close() {
      stop?.()
      channel?.close()
      element.remove()
    },
  }
}

const REFUSED = 'dev.casement/sandbox/refused'

type Listener = (event: MessageEvent<unknown>) => boolean

const opening = new Set<Listener>()

// Stops at the first frame that accepts the message, most likely the one that has been opening the longest. Reading `contentWindow` of
// a frame that is still empty makes the browser create a window for it, which takes as long as for the page that follows.
function dispatch(event: MessageEvent<unknown>): void {
  for (const listener of opening) if (listener(event)) return
}

function addOpening(listener: Listener): Unsubscribe {
  if (opening.size === 0) addEventListener('message', dispatch)
  opening.add(listener)
  return () => {
    if (opening.delete(listener) && opening.size === 0) removeEventListener('message', dispatch)
  }
}

const viewOf = ({ viewUrl: url, sandbox, allow }: SandboxTicket): { url: string; sandbox: string; allow: string } => ({
  url,
  sandbox,
  allow,
})

/** A proxy that has the View in its URL, so that it opens the View before it announces itself. */
export function withView(ticket: Ticket): ProxySource {
  return ticket.mode === 'served'
    ? { ...ticket, proxyUrl: `${ticket.proxyUrl}#${new URLSearchParams(viewOf(ticket)).toString()}` }
    : ticket
}

const FRAME_DIRECTIVES = new Set(['frame-src', 'child-src', 'default-src'])

const blocked = (directive: string, proxyOrigin: string): Error =>
  notShown('proxy-blocked', `The ${directive} of this page's policy does not allow ${proxyOrigin}.`)

function refused(params: unknown, proxyOrigin: string): Error {
  const reason = isRecord(params) ? String(params['reason']) : 'unknown'
  return notShown('proxy-refused', `The proxy at ${proxyOrigin} does not run in this page: ${reason}.`)
}
