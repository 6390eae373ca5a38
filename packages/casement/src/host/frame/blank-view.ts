import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../../protocol/sandbox-ticket.ts'

/**
 * An empty page with the origin and the policy of this resource. It is opened in advance, so that a View that is mounted later needs no
 * navigation. Each one is unique, so that the browser's reports can be told apart.
 */
export function blankView(resource: Omit<SandboxResource, 'html'>): SandboxResource {
  return {
    ...resource,
    once: true,
    html: `<!doctype html><title>${crypto.randomUUID()}</title><body onload="${ANNOUNCE_BLANK}">`,
  }
}

// Not in a script element: its tags would end the script of a page that inlines this code.
const ANNOUNCE_BLANK = `parent.postMessage({'dev.casement/tap':{kind:'blank'}},'*')`

/** The ticket of the blank page, if a View with the other ticket may be written into it: the server gave both the same origin and policy. */
export function blankFor(
  ticket: SandboxTicket | OpaqueTicket,
  blank: SandboxTicket | OpaqueTicket | undefined,
): SandboxTicket | undefined {
  if (ticket.mode !== 'served' || blank?.mode !== 'served' || ticket.policy === undefined) return undefined
  const isSame = ticket.policy === blank.policy && ticket.viewOrigin === blank.viewOrigin && ticket.proxyUrl === blank.proxyUrl
  return isSame ? blank : undefined
}
