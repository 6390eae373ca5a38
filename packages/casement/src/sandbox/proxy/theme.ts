import { isRecord } from '../../protocol/rpc/message.ts'

// Browsers paint an opaque background behind a frame whose colour scheme differs from its parent's, and do not pass the scheme down to
// a frame of another origin. The proxy reads it from the host context that it relays; a host that sends to the View directly notifies
// the proxy separately.
const THEME_METHODS = new Set<unknown>(['ui/notifications/host-context-changed', 'dev.casement/sandbox/theme'])

/** Applies the theme in a message of the host, so that a transparent View stays transparent. */
export function followTheme({ method, params, result }: Record<string, unknown>): void {
  const context = THEME_METHODS.has(method) ? params : isRecord(result) ? result['hostContext'] : undefined
  const theme = isRecord(context) && context['theme']
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
}
