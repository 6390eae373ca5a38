import { useApp, useAppState, useHostStyles } from 'casement/view/react'
import { typed } from 'casement/view/typed'
import { useEffect, useMemo, useState } from 'react'
import type { app as server } from './app.ts'
import { canRollAgain, describe, diceOf, followRoll, rollAgain, type RollState } from './roll.ts'

/** The dice that were rolled, and a button that rolls them again. */
export function Dice() {
  const { app, error } = useApp({ appInfo: { name: '{{project-name}}', version: '0.1.0' } })
  const view = useMemo(() => app && typed<typeof server>()(app), [app])
  const [state, setState] = useState<RollState>({ status: 'waiting' })
  const [isRolling, setIsRolling] = useState(false)
  // Saved by the host, so it survives a reload of the View.
  const [rolls, setRolls] = useAppState(app, 'rolls', 0)
  useHostStyles(app)
  useEffect(() => (view ? followRoll(view, setState) : undefined), [view])

  if (error) return <p role="alert">{error.message}</p>
  if (!view) return <p role="status">Connecting…</p>
  const again = async (): Promise<void> => {
    setIsRolling(true)
    setState(await rollAgain(view, state))
    setIsRolling(false)
    setRolls((before) => before + 1)
  }
  return (
    <main>
      <ul className="dice" aria-label="Dice">
        {diceOf(state).map((die, place) => (
          <li key={place}>{die}</li>
        ))}
      </ul>
      <p role="status">{describe(state)}</p>
      <button type="button" disabled={isRolling || !canRollAgain(view, state)} onClick={() => void again()}>
        Roll again
      </button>
      <p className="counter">{rolls > 0 && `Rolled again: ${rolls}`}</p>
    </main>
  )
}
