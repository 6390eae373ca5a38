import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { openProxyFrame, type ProxyFrame } from './proxy-frame.ts'
import { checkOrigin, type ProxyAddress, type SandboxProvider } from './sandbox-provider.ts'

/** The proxy of an app, loaded while the resource is read and the ticket requested. */
export interface EarlyProxy {
  /**
   * Stops opening frames. Called when the resource has arrived before the proxy's URL: the ticket follows soon, and a proxy that
   * is loaded with its View takes less processor time.
   */
  hold(): void
  /**
   * The frame, with the View of this ticket loading in its proxy. Undefined when there is no frame, when the View cannot run in it, or
   * when the proxy does not announce itself. The caller then opens a proxy with the ticket.
   */
  take(ticket: SandboxTicket | OpaqueTicket): Promise<ProxyFrame | undefined>
  /** Removes the frame, unless it is in use. */
  close(): void
}

// The announcement and the load event come from two processes, so either can be first.
const ANNOUNCEMENT_TIMEOUT_MS = 1000

/**
 * Opens the proxy of an app as soon as its URL is known. Does nothing for a sandbox whose proxy URLs depend on the View, or where a
 * prewarmed frame will be used.
 */
export function openEarlyProxy(
  place: ParentNode,
  sandbox: SandboxProvider,
  app: string,
  title: string,
  isPrewarmed: (address: ProxyAddress) => boolean,
): EarlyProxy {
  let address: ProxyAddress | undefined
  let frame: ProxyFrame | undefined
  let ready: Promise<void> | undefined
  let isOver = false
  const open = async (): Promise<void> => {
    address = await sandbox.proxyFor?.(app)
    if (!address || isOver || isPrewarmed(address)) return
    checkOrigin(address.proxyOrigin)
    // Without any browser features. A View that declares some needs another proxy.
    frame = openProxyFrame(place, { ...address, allow: '' }, title)
    ready = announcedOrLoaded(frame)
    ready.catch(() => {})
  }
  // A failure occurs again, with a diagnosis, when the proxy is opened with the ticket.
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
      if (!frame || !fits(ticket, address)) {
        close()
        return undefined
      }
      const opened = frame
      try {
        await ready
      } catch {
        close()
        return undefined
      }
      if (!frame) return undefined // closed in the meantime
      frame = undefined
      opened.openView(ticket)
      return opened
    },
  }
}

const fits = (ticket: SandboxTicket | OpaqueTicket, address: ProxyAddress | undefined): ticket is SandboxTicket =>
  ticket.mode === 'served' &&
  ticket.allow === '' &&
  ticket.proxyOrigin === address?.proxyOrigin &&
  ticket.viewOrigin === address.viewOrigin

/** Resolves when the proxy announces itself. Rejects when another document has loaded, such as the error page of an older sandbox. */
function announcedOrLoaded({ announced, element }: ProxyFrame): Promise<void> {
  return new Promise((resolve, reject) => {
    announced.then(resolve, reject)
    element.addEventListener('load', () => setTimeout(reject, ANNOUNCEMENT_TIMEOUT_MS), { once: true })
  })
}
