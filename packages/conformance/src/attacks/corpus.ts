import type { Attack } from './attack.ts'
import { browserAttacks, livenessAttacks } from './browser.ts'
import { callAttacks } from './calls.ts'
import { consentAttacks } from './consent.ts'
import { injectionAttacks } from './csp-injection.ts'
import { displayModeAttacks } from './display-modes.ts'
import { earlyAttacks } from './early.ts'
import { focusAttacks } from './focus.ts'
import { identityAttacks } from './identity.ts'
import { legacyAttacks } from './legacy.ts'
import { linkAttacks } from './links-and-files.ts'
import { messageAttacks } from './messages.ts'
import { declaredAttacks } from './network-declared.ts'
import { markupAttacks } from './network-markup.ts'
import { navigationAttacks, requestAttacks } from './network-requests.ts'
import { nextViewAttacks } from './next-view.ts'
import { forgeryAttacks, otherAppAttacks } from './other-apps.ts'
import { partialLoadAttacks } from './partial-load.ts'
import { proxyAttacks } from './proxy-tampering.ts'
import { sharingAttacks } from './sharing.ts'

/** Every attack, in the order in which they are run and told. */
export const corpus: readonly Attack[] = [
  ...requestAttacks,
  ...navigationAttacks,
  ...markupAttacks,
  ...declaredAttacks,
  ...injectionAttacks,
  ...proxyAttacks,
  ...otherAppAttacks,
  ...nextViewAttacks,
  ...forgeryAttacks,
  ...callAttacks,
  ...earlyAttacks,
  ...messageAttacks,
  ...linkAttacks,
  ...consentAttacks,
  ...identityAttacks,
  ...browserAttacks,
  ...focusAttacks,
  ...displayModeAttacks,
  ...livenessAttacks,
  ...legacyAttacks,
  ...sharingAttacks,
  ...partialLoadAttacks,
]
