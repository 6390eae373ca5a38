import type { OutputOf, TypedView } from 'casement/view/typed'
import type { app } from './app.ts'

/** The tools of the server, as the View calls them. */
export type View = TypedView<typeof app>

/** The data that `roll-dice` returns. */
export type Roll = OutputOf<typeof app, 'roll-dice'>

/** Everything the View can show. */
export type RollState =
  | { readonly status: 'waiting' }
  | { readonly status: 'rolled'; readonly roll: Roll }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'cancelled'; readonly reason: string | undefined }

/** Follows the tool call that brought this View. Results that arrived earlier are replayed. Returns a function that stops it. */
export const followRoll = (view: View, show: (state: RollState) => void): (() => void) =>
  view.on('roll-dice', {
    result: (roll, { content }) => {
      const [first] = content
      const message = first?.type === 'text' ? first.text : 'The tool returned no data.'
      show(roll ? { status: 'rolled', roll } : { status: 'failed', message })
    },
    cancelled: (reason) => show({ status: 'cancelled', reason }),
  })

/** The dice to show. */
export const diceOf = (state: RollState): readonly number[] => (state.status === 'rolled' ? state.roll.dice : [])

/** True when there are dice, and the host lets Views call tools. */
export const canRollAgain = (view: View, state: RollState): boolean =>
  diceOf(state).length > 0 && view.app.getHostCapabilities()?.serverTools !== undefined

/** Rolls as many dice of the same kind again, through a tool call of the View's own. */
export async function rollAgain(view: View, state: RollState): Promise<RollState> {
  if (state.status !== 'rolled') return state
  const { dice, sides } = state.roll
  try {
    return { status: 'rolled', roll: await view.call('roll-dice', { count: dice.length, sides }) }
  } catch (error) {
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** The sentence below the dice. */
export function describe(state: RollState): string {
  if (state.status === 'waiting') return 'Waiting for the dice…'
  if (state.status === 'failed') return `The roll failed: ${state.message}`
  if (state.status === 'cancelled') return state.reason ? `The roll was cancelled: ${state.reason}` : 'The roll was cancelled.'
  const { dice } = state.roll
  return dice.length > 0 ? `Total: ${dice.reduce((sum, die) => sum + die, 0)}` : 'No dice to show.'
}
