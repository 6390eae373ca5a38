import { isRecord } from '../../protocol/rpc/message.ts'

// A browser paints an opaque background behind a frame whose colour scheme is not that of the page around it, and it does not
// hand the scheme down to a frame of another origin. So the proxy takes it from where the host tells it to the View; a host that
// talks to the View directly tells the proxy by a note of its own.
const TOLD_BY = new Set<unknown>(['ui/notifications/host-context-changed', 'dev.casement/sandbox/theme'])

/** Takes over the theme from a message of the host, so that a transparent View stays transparent. */
export function followTheme({ method, params, result }: Record<string, unknown>): void {
  const told = TOLD_BY.has(method) ? params : isRecord(result) ? result['hostContext'] : undefined
  const theme = isRecord(told) && told['theme']
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
}
