import { farewellChecks } from './checks/farewell.ts'
import { handshakeChecks } from './checks/handshake.ts'
import { lifecycleChecks } from './checks/lifecycle.ts'
import type { HostCheck } from './subject.ts'

/** Everything that is checked of a host, in the order of a report. */
export const hostChecks: readonly HostCheck[] = [...handshakeChecks, ...lifecycleChecks, ...farewellChecks]
