import type { Check } from '../suite/check.ts'
import { placeRules } from './place-rules.ts'
import { policyRules } from './policy-rules.ts'
import { proxyCheck } from './proxy-rule.ts'
import type { ProxySubject } from './proxy-subject.ts'
import { relayRules } from './relay-rules.ts'

/** Every rule for sandbox proxies that can be observed from the page around and the View inside. */
export const proxyChecks: readonly Check<ProxySubject>[] = [...relayRules, ...placeRules, ...policyRules].map(proxyCheck)
