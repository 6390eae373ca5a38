import { actChecks } from './checks/acts.ts'
import { containmentChecks, forgeryChecks } from './checks/containment.ts'
import { documentChecks } from './checks/documents.ts'
import { farewellChecks } from './checks/farewell.ts'
import { handshakeChecks } from './checks/handshake.ts'
import { lifecycleChecks } from './checks/lifecycle.ts'
import { orderChecks } from './checks/order.ts'
import { policyChecks } from './checks/policy.ts'
import { roomChecks } from './checks/room.ts'
import { talkChecks } from './checks/talk.ts'
import type { HostCheck } from './subject.ts'

/** Everything that is checked of a host, in the order of a report. */
export const hostChecks: readonly HostCheck[] = [
  ...handshakeChecks,
  ...lifecycleChecks,
  ...orderChecks,
  ...farewellChecks,
  ...talkChecks,
  ...actChecks,
  ...roomChecks,
  ...documentChecks,
  ...containmentChecks,
  ...forgeryChecks,
  ...policyChecks,
]
