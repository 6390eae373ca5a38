import type { SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { VIEW, type FrameContent } from './proxy-frame.ts'

/** The proxy writes the View into the blank page that it has open. */
export const blankContent = ({ viewUrl, reportsUrl }: SandboxTicket): FrameContent => ({
  ...VIEW,
  readyMethod: 'dev.casement/sandbox/blank',
  resource: (_ticket, html, { clientWidth: width, clientHeight: height }) => ({
    html: withoutByteOrderMark(html),
    width,
    height,
  }),
  // A View that is written into a page has that page's URL, and the browser reports its violations under it.
  shown: (ticket) => (ticket.mode === 'served' ? { ...ticket, viewUrl, ...(reportsUrl && { reportsUrl }) } : ticket),
})

// In the middle of a page a byte order mark would be text, and text ends the head.
const withoutByteOrderMark = (html: string): string => (html.startsWith('\uFEFF') ? html.slice(1) : html)
