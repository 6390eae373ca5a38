import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../../protocol/sandbox-ticket.ts'

/**
 * A blank page with the origin and the policy of this resource. Opened ahead of time, it takes the View when it is mounted, which saves
 * the navigation. Each one is unique, so that the browser's reports can be told apart.
 */
export function blankView(resource: Omit<SandboxResource, 'html'>): SandboxResource {
  return { ...resource, once: true, html: `<!doctype html><title>${crypto.randomUUID()}</title><body onload="${REPORT_BLANK}">` }
}

// Not a script element, whose tags could end the script of a page that contains this code.
const REPORT_BLANK = `parent.postMessage({'dev.casement/tap':{kind:'blank'}},'*')`

/** The ticket of the blank page, if the View of the other ticket may be written into it: the server says that origin and policy are equal. */
export function blankFor(
  ticket: SandboxTicket | OpaqueTicket,
  blank: SandboxTicket | OpaqueTicket | undefined,
): SandboxTicket | undefined {
  if (ticket.mode !== 'served' || blank?.mode !== 'served' || ticket.policy === undefined) return undefined
  const isSame = ticket.policy === blank.policy && ticket.viewOrigin === blank.viewOrigin && ticket.proxyUrl === blank.proxyUrl
  return isSame ? blank : undefined
}
