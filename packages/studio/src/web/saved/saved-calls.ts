import type { GatewayEvent, SavedCall } from '@casement/gateway/api'
import type { CallToolResult } from 'casement/protocol/schemas'
import type { GatewayApi } from '../api/gateway-api.ts'
import { createStore, type Store } from '../store.ts'
import type { ResultCheck } from './check-result.ts'

/** The outcome of the last run of a saved call. */
export type Outcome = { readonly status: 'running' } | (ResultCheck & { readonly result?: CallToolResult | undefined })

/** The dialog about a saved call: to save or edit it, to look at its last result, or to delete it. */
export interface SavedDialog {
  readonly at: 'edit' | 'result' | 'delete'
  readonly call: SavedCall
}

/** The calls that the user saved, and how they went in this page. */
export interface SavedCalls {
  /** The oldest first. */
  readonly list: Store<readonly SavedCall[]>
  readonly outcomes: Store<ReadonlyMap<string, Outcome>>
  readonly dialog: Store<SavedDialog | undefined>
  load(): Promise<void>
  put(call: SavedCall): Promise<void>
  remove(id: string): Promise<void>
  /** Opens the dialog with a call to save. */
  offer(call: Omit<SavedCall, 'id'>): void
  setOutcome(id: string, outcome: Outcome | undefined): void
  receive(event: GatewayEvent): void
}

/** Follows the saved calls of the user. */
export function createSavedCalls(api: GatewayApi, onFailure: (error: unknown) => void): SavedCalls {
  const list = createStore<readonly SavedCall[]>([])
  const outcomes = createStore<ReadonlyMap<string, Outcome>>(new Map())
  const dialog = createStore<SavedDialog | undefined>(undefined)
  const load = async (): Promise<void> => list.set(await api.savedCalls())
  const setOutcome = (id: string, outcome: Outcome | undefined): void =>
    outcomes.set((before) => {
      const next = new Map(before)
      if (outcome) next.set(id, outcome)
      else next.delete(id)
      return next
    })
  return {
    list,
    outcomes,
    dialog,
    load,
    setOutcome,
    async put(call) {
      await api.putSavedCall(call)
      setOutcome(call.id, undefined)
      list.set((before) =>
        before.some(({ id }) => id === call.id) ? before.map((one) => (one.id === call.id ? call : one)) : [...before, call],
      )
    },
    async remove(id) {
      await api.removeSavedCall(id)
      list.set((before) => before.filter((one) => one.id !== id))
    },
    offer: (call) => dialog.set({ at: 'edit', call: { ...call, id: crypto.randomUUID() } }),
    receive(event) {
      if (event.type === 'saved-calls') void load().catch(onFailure)
    },
  }
}
