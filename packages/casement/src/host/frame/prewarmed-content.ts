import type { SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { VIEW, type FrameContent } from './proxy-frame.ts'

/** A proxy with a blank page in it, into which the View is written. */
export const blankContent = ({ viewUrl, reportsUrl }: SandboxTicket): FrameContent => ({
  ...VIEW,
  word: 'dev.casement/sandbox/blank',
  resource: (_ticket, html, { clientWidth: width, clientHeight: height }) => ({ html: withoutMark(html), width, height }),
  // A View that is written into a page is where that page is, and what the browser reports of it is there too.
  shown: (ticket) => (ticket.mode === 'served' ? { ...ticket, viewUrl, ...(reportsUrl && { reportsUrl }) } : ticket),
})

// In the middle of a page it would be text, and text ends the head.
const withoutMark = (html: string): string => (html.startsWith('\uFEFF') ? html.slice(1) : html)
