import { isRecord } from '../../protocol/rpc/message.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import type { RelayChannel } from '../bridge/routes.ts'
import { notShown } from '../card/diagnosis.ts'

/** The outer frame, with the proxy in it. */
export interface ProxyFrame {
  readonly element: HTMLIFrameElement
  /** Resolves when the proxy says that it is ready, and its blank page with it; rejects with a diagnosis when it refuses to run. */
  readonly announced: Promise<void>
  /** Has the proxy open the View of this ticket, before `fill` connects to it. For a served proxy that knows no View yet. */
  openView(ticket: SandboxTicket): void
  /** Hands the View over, once, and returns the way to it. Nothing is lost before somebody listens. */
  fill(ticket: Ticket, html: string): RelayChannel
  /** The ticket as it holds for a View that is shown in this frame. */
  readonly shown: FrameContent['shown']
  close(): void
}

type Ticket = SandboxTicket | OpaqueTicket

/** What is opened in a frame, and how a View gets there. */
export interface FrameContent {
  /** What the proxy says when the View can come. */
  readonly word: string
  /** What the proxy is told of the View. */
  readonly resource: (ticket: Ticket, html: string, frame: HTMLIFrameElement) => object
  readonly shown: (ticket: Ticket) => Ticket
}

/** The View that the ticket is for. */
export const VIEW: FrameContent = {
  word: 'ui/notifications/sandbox-proxy-ready',
  resource: (ticket, html) =>
    ticket.mode === 'served' ? { html: '', ...viewOf(ticket) } : { html, sandbox: ticket.sandbox, ...ticket.effective },
  shown: (ticket) => ticket,
}

/** What a frame needs to know to load a proxy. */
export type ProxySource = Pick<Ticket, 'proxyUrl' | 'proxyOrigin' | 'allow'>

/** Opens the proxy in a frame and listens to it from before it exists, to this window at this origin only. */
export function openProxyFrame(
  parent: ParentNode,
  source: ProxySource,
  title: string,
  { word, resource, shown }: FrameContent = VIEW,
): ProxyFrame {
  const { proxyUrl, proxyOrigin, allow } = source
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  element.allow = allow
  // The static proxy learns from it which page it works for.
  element.referrerPolicy = 'strict-origin'
  element.title = title
  let stop: Unsubscribe | undefined
  const announced = new Promise<void>((resolve, reject) => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>): boolean => {
      if (origin !== proxyOrigin || !isRecord(data)) return false
      const { method, params } = data
      // The window last: see `hearAll`.
      if ((method !== word && method !== REFUSED) || source === null || source !== element.contentWindow) return false
      if (method === word) resolve()
      else reject(refused(params, proxyOrigin))
      return true
    }
    // The browser says at once what would otherwise look like a proxy that never answers.
    const hearBlocked = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
      const isOurs = blockedURI === proxyOrigin || blockedURI.startsWith(`${proxyOrigin}/`)
      if (isOurs && disposition === 'enforce' && FRAMING.has(effectiveDirective)) reject(blocked(effectiveDirective, proxyOrigin))
    }
    const unhear = hearOpening(hear)
    document.addEventListener('securitypolicyviolation', hearBlocked)
    stop = () => {
      unhear()
      document.removeEventListener('securitypolicyviolation', hearBlocked)
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

type Hear = (event: MessageEvent<unknown>) => boolean

const opening = new Set<Hear>()

// A message is from one frame, most likely from the one that is opening the longest. To ask a frame for its window while it is still
// empty makes the browser furnish that window, which takes as long as to furnish the one of the page that comes after it.
function hearAll(event: MessageEvent<unknown>): void {
  for (const hear of opening) if (hear(event)) return
}

function hearOpening(hear: Hear): Unsubscribe {
  if (opening.size === 0) addEventListener('message', hearAll)
  opening.add(hear)
  return () => {
    if (opening.delete(hear) && opening.size === 0) removeEventListener('message', hearAll)
  }
}

const viewOf = ({ viewUrl: url, sandbox, allow }: SandboxTicket): { url: string; sandbox: string; allow: string } => ({
  url,
  sandbox,
  allow,
})

/** A proxy that learns of its View from its URL, and opens it before it announces itself. */
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
