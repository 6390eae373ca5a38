import type { Ask, AskAnswer, GatewayEvent } from '@casement/gateway/api'
import type { GatewayApi } from '../api/gateway-api.ts'
import { createStore, type Store } from '../store.ts'

/** The requests of servers to the user. */
export interface Asks {
  /** Those that wait, oldest first. */
  readonly open: Store<readonly Ask[]>
  hear(event: GatewayEvent): void
  /** Sends an answer. The question is gone once the gateway says so, also where another page answered it. */
  answer(id: string, answer: AskAnswer): Promise<void>
}

/** Follows the questions. */
export function createAsks(api: GatewayApi): Asks {
  const open = createStore<readonly Ask[]>([])
  const close = (id: string): void => open.set((before) => before.filter((ask) => ask.id !== id))
  return {
    open,
    hear(event) {
      if (event.type === 'ask') open.set((before) => [...before.filter(({ id }) => id !== event.ask.id), event.ask])
      if (event.type === 'ask-closed') close(event.id)
    },
    async answer(id, answer) {
      await api.answerAsk(id, answer)
      close(id)
    },
  }
}
