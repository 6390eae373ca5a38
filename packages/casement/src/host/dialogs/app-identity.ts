import type { ViewRequest } from '../gate/policy.ts'
import { h, type Child } from '../surface/dom.ts'
import { showName } from '../surface/untrusted-text.ts'

// Long enough for a URL; a name is shorter.
const MAX_IDENTITY_LENGTH = 200

/**
 * The app that asks: the name and identity by which the host knows the server, and the name that the View claims for itself.
 * The View's text is in a box of its own and cannot reorder or cover the host's.
 */
export function appIdentity({ app, appName, appInfo }: Pick<ViewRequest, 'app' | 'appName' | 'appInfo'>): Child[] {
  const identity = showName(app, MAX_IDENTITY_LENGTH)
  const name = appName === undefined ? undefined : showName(appName)
  const claim = showName(appInfo?.title ?? appInfo?.name ?? '')
  return [
    h('p', {}, 'From ', h('strong', {}, name ?? identity), name !== undefined && name !== identity && ` (${identity})`),
    claim !== '' && claim !== name && h('p', { class: 'app-text' }, 'It calls itself ', h('q', {}, claim), ' (not verified).'),
  ]
}
