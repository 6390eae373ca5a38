import { farewellMutations } from './farewell.ts'
import { handshakeMutations } from './handshake.ts'
import { lifecycleMutations } from './lifecycle.ts'
import type { Mutation } from './mutation.ts'

/** Every way in which our host can be broken, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  ...lifecycleMutations,
  ...handshakeMutations,
  ...farewellMutations,
}
