import type { Ask, AskAnswer, GatewayEvent } from '@casement/gateway/api'
import type { GatewayApi } from '../api/gateway-api.ts'
import { createStore, type Store } from '../store.ts'

/** The requests of servers to the user. */
export interface Asks {
  /** The pending requests, oldest first. */
  readonly open: Store<readonly Ask[]>
  receive(event: GatewayEvent): void
  /** Sends a response. The request is removed when the gateway reports it, also if another page responded. */
  answer(id: string, answer: AskAnswer): Promise<void>
}

/** Follows the questions. */
export function createAsks(api: GatewayApi): Asks {
  const open = createStore<readonly Ask[]>([])
  const close = (id: string): void => open.set((before) => before.filter((ask) => ask.id !== id))
  return {
    open,
    receive(event) {
      if (event.type === 'ask') open.set((before) => [...before.filter(({ id }) => id !== event.ask.id), event.ask])
      if (event.type === 'ask-closed') close(event.id)
    },
    async answer(id, answer) {
      await api.answerAsk(id, answer)
      close(id)
    },
  }
}
