import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { openProxyFrame, type ProxyFrame } from './proxy-frame.ts'
import { checkOrigin, type ProxyAddress, type SandboxProvider } from './sandbox-provider.ts'

/** The proxy of an app, opened while its View is still being fetched and admitted. */
export interface EarlyProxy {
  /** Opens no frame from now on: the ticket will be there as soon as the address would be, and a proxy that knows its View is faster. */
  hold(): void
  /**
   * The frame with its proxy, which has begun to open the View of this ticket. Undefined when there is none, when the View cannot run
   * in it, or when the proxy does not announce itself: the caller then opens one for the ticket.
   */
  take(ticket: SandboxTicket | OpaqueTicket): Promise<ProxyFrame | undefined>
  /** Removes the frame, unless it was taken. */
  close(): void
}

// The announcement and the load event come from two processes, so either can be first.
const ANNOUNCEMENT_TIMEOUT_MS = 1000

/** Opens the proxy of an app as soon as the sandbox knows where it is. Does nothing for a sandbox that needs the View to know. */
export function openEarlyProxy(place: ParentNode, sandbox: SandboxProvider, app: string, title: string): EarlyProxy {
  let address: ProxyAddress | undefined
  let frame: ProxyFrame | undefined
  let ready: Promise<void> | undefined
  let isOver = false
  const open = async (): Promise<void> => {
    address = await sandbox.proxyFor?.(app)
    if (!address || isOver) return
    checkOrigin(address.proxyOrigin)
    // Without a browser feature to hand on: the View may turn out to need some, and then needs another proxy.
    frame = openProxyFrame(place, { ...address, allow: '' }, title)
    ready = announcedOrLoaded(frame)
    ready.catch(() => {})
  }
  // Whatever is wrong shows again, with a diagnosis, when the proxy is opened by the ticket.
  open().catch(() => {})
  const close = (): void => {
    isOver = true
    frame?.close()
    frame = undefined
  }
  return {
    close,
    hold: () => void (isOver = true),
    async take(ticket) {
      isOver = true
      if (!frame || !fits(ticket, address)) return void close()
      const taken = frame
      try {
        await ready
      } catch {
        return void close()
      }
      // Closed meanwhile.
      if (!frame) return undefined
      frame = undefined
      taken.openView(ticket)
      return taken
    },
  }
}

const fits = (ticket: SandboxTicket | OpaqueTicket, address: ProxyAddress | undefined): ticket is SandboxTicket =>
  ticket.mode === 'served' &&
  ticket.allow === '' &&
  ticket.proxyOrigin === address?.proxyOrigin &&
  ticket.viewOrigin === address.viewOrigin

/** Resolves with the announcement. Rejects when something else than a proxy has loaded, such as the error page of an older sandbox. */
function announcedOrLoaded({ announced, element }: ProxyFrame): Promise<void> {
  return new Promise((resolve, reject) => {
    announced.then(resolve, reject)
    element.addEventListener('load', () => setTimeout(reject, ANNOUNCEMENT_TIMEOUT_MS), { once: true })
  })
}
