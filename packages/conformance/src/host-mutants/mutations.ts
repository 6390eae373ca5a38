import { actMutations } from './acts.ts'
import { containmentMutations } from './containment.ts'
import { documentMutations } from './documents.ts'
import { farewellMutations } from './farewell.ts'
import { handshakeMutations } from './handshake.ts'
import { lifecycleMutations } from './lifecycle.ts'
import type { Mutation } from './mutation.ts'
import { orderMutations } from './order.ts'
import { policyMutations } from './policy.ts'
import { roomMutations } from './room.ts'
import { talkMutations } from './talk.ts'

/** Every way in which our host can be broken, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  ...lifecycleMutations,
  ...handshakeMutations,
  ...orderMutations,
  ...farewellMutations,
  ...talkMutations,
  ...actMutations,
  ...roomMutations,
  ...documentMutations,
  ...containmentMutations,
  ...policyMutations,
}
