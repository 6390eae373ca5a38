import type { SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { VIEW, type FrameContent } from './proxy-frame.ts'

/** A prewarmed proxy with a blank page, into which the View is written. */
export const blankContent = ({ viewUrl, reportsUrl }: SandboxTicket): FrameContent => ({
  ...VIEW,
  readyMethod: 'dev.casement/sandbox/blank',
  resource: (_ticket, html, { clientWidth: width, clientHeight: height }) => ({
    html: withoutByteOrderMark(html),
    width,
    height,
  }),
  // The View has the URL of the page that it is written into, and so have the browser's reports.
  shown: (ticket) => (ticket.mode === 'served' ? { ...ticket, viewUrl, ...(reportsUrl && { reportsUrl }) } : ticket),
})

// Within a page it would be text, and text ends the head.
const withoutByteOrderMark = (html: string): string => (html.startsWith('\uFEFF') ? html.slice(1) : html)
