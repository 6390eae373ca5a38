import { useApp, useAppState, useHostStyles } from 'casement/view/solid'
import { typed } from 'casement/view/typed'
import { createSignal, For, onCleanup, Show } from 'solid-js'
import type { app as server } from './app.ts'
import { canRollAgain, describe, diceOf, followRoll, rollAgain, type RollState } from './roll.ts'

/** The dice that were rolled, and a button that rolls them again. */
export function Dice() {
  const { app, error } = useApp({ appInfo: { name: '{{project-name}}', version: '0.1.0' } })
  const view = typed<typeof server>()(app)
  const [state, setState] = createSignal<RollState>({ status: 'waiting' })
  const [isRolling, setIsRolling] = createSignal(false)
  // Saved by the host, so it survives a reload of the View.
  const [rolls, setRolls] = useAppState(app, 'rolls', 0)
  useHostStyles(app)
  onCleanup(followRoll(view, setState))

  const again = async (): Promise<void> => {
    setIsRolling(true)
    setState(await rollAgain(view, state()))
    setIsRolling(false)
    setRolls((before) => before + 1)
  }
  return (
    <Show when={!error()} fallback={<p role="alert">{error()?.message}</p>}>
      <main>
        <ul class="dice" aria-label="Dice">
          <For each={diceOf(state())}>{(die) => <li>{die}</li>}</For>
        </ul>
        <p role="status">{describe(state())}</p>
        <button type="button" disabled={isRolling() || !canRollAgain(view, state())} onClick={() => void again()}>
          Roll again
        </button>
        <p class="counter">{rolls() > 0 ? `Rolled again: ${rolls()}` : ''}</p>
      </main>
    </Show>
  )
}
