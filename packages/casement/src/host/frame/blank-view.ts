import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../../protocol/sandbox-ticket.ts'

/**
 * A page with the origin and the policy of this resource, and nothing in it. Opened ahead of time, it takes the View when it is
 * mounted, and what a navigation costs has been paid. Each is another one, so that what the browser reports of it is told apart.
 */
export function blankView(resource: Omit<SandboxResource, 'html'>): SandboxResource {
  return { ...resource, once: true, html: `<!doctype html><title>${crypto.randomUUID()}</title><body onload="${SAY_BLANK}">` }
}

// Not in a script element: its tags would end or garble the script of a page that carries this code in its own text.
const SAY_BLANK = `parent.postMessage({'dev.casement/tap':{kind:'blank'}},'*')`

/** The ticket of the blank page, if a View with this other ticket may be written into it: same origin, same policy, by the server's own word. */
export function blankFor(
  ticket: SandboxTicket | OpaqueTicket,
  blank: SandboxTicket | OpaqueTicket | undefined,
): SandboxTicket | undefined {
  if (ticket.mode !== 'served' || blank?.mode !== 'served' || ticket.policy === undefined) return undefined
  const isSame = ticket.policy === blank.policy && ticket.viewOrigin === blank.viewOrigin && ticket.proxyUrl === blank.proxyUrl
  return isSame ? blank : undefined
}
