import { isRecord } from '../protocol/message.ts'
import { portChannel } from '../protocol/port-channel.ts'
import type { Undo } from '../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import type { RelayChannel } from './bridge-routes.ts'
import { diagnose, diagnosisError } from './card/diagnosis.ts'

/** The outer frame, with the proxy in it. */
export interface ProxyFrame {
  readonly element: HTMLIFrameElement
  /** The ticket of the blank page that is open in it, into which the View is written. */
  readonly blank?: SandboxTicket
  /** Resolves when the proxy says that it is ready, and its blank page with it; rejects with a diagnosis when it refuses to run. */
  readonly announced: Promise<void>
  /** Hands the View over, once, and returns the way to it. Nothing is lost before somebody listens. */
  fill(ticket: SandboxTicket | OpaqueTicket, html: string): RelayChannel
  close(): void
}

/** Opens the proxy in a frame and listens to it from before it exists, to this window at this origin only. */
export function openProxyFrame(
  parent: ParentNode,
  ticket: SandboxTicket | OpaqueTicket,
  title: string,
  content: 'view' | 'blank' | 'later' = 'view',
): ProxyFrame {
  const blank = content === 'blank' && ticket.mode === 'served' ? ticket : undefined
  const word = blank ? 'dev.casement/sandbox/blank' : 'ui/notifications/sandbox-proxy-ready'
  const { proxyUrl, proxyOrigin, allow } = ticket
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  element.allow = allow
  // The static proxy learns from it which page it works for.
  element.referrerPolicy = 'strict-origin'
  element.title = title
  let stop: Undo | undefined
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
  // A proxy that knows its View opens it while it is still introducing itself.
  element.src = ticket.mode === 'served' && content !== 'later' ? `${proxyUrl}#${viewOf(ticket)}` : proxyUrl
  parent.append(element)

  let channel: RelayChannel | undefined
  return {
    element,
    announced,
    ...(blank && { blank }),
    fill(given, html) {
      const { port1, port2 } = new MessageChannel()
      const params = blank
        ? { html: withoutMark(html), width: element.clientWidth, height: element.clientHeight }
        : resourceReady(given, html)
      element.contentWindow?.postMessage(
        { jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params },
        proxyOrigin,
        [port2],
      )
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

function hearOpening(hear: Hear): Undo {
  if (opening.size === 0) addEventListener('message', hearAll)
  opening.add(hear)
  return () => {
    if (opening.delete(hear) && opening.size === 0) removeEventListener('message', hearAll)
  }
}

const viewOf = ({ viewUrl: url, sandbox, allow }: SandboxTicket): string =>
  new URLSearchParams({ url, sandbox, allow }).toString()

const resourceReady = (ticket: SandboxTicket | OpaqueTicket, html: string): object =>
  ticket.mode === 'served'
    ? { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: ticket.allow }
    : { html, sandbox: ticket.sandbox, ...ticket.effective }

// In the middle of a page it would be text, and text ends the head.
const withoutMark = (html: string): string => (html.startsWith('\uFEFF') ? html.slice(1) : html)

const FRAMING = new Set(['frame-src', 'child-src', 'default-src'])

const blocked = (directive: string, proxyOrigin: string): Error =>
  diagnosisError(diagnose('proxy-blocked', `The ${directive} of this page's policy does not allow ${proxyOrigin}.`))

function refused(params: unknown, proxyOrigin: string): Error {
  const reason = isRecord(params) ? String(params['reason']) : 'unknown'
  return diagnosisError(diagnose('proxy-refused', `The proxy at ${proxyOrigin} does not run in this page: ${reason}.`))
}
