import { useApp, useHostStyles } from 'casement/view/react'
import { typed, type OutputOf } from 'casement/view/typed'
import { useEffect, useMemo, useState } from 'react'
import type { app as server } from './app.ts'

type Rolled = OutputOf<typeof server, 'roll-dice'>

/** The dice that were rolled, and a button that rolls them again. */
export function Dice() {
  const { app, error } = useApp({ appInfo: { name: 'dice', version: '0.1.0' } })
  const view = useMemo(() => app && typed<typeof server>()(app), [app])
  const [rolled, setRolled] = useState<Rolled>()
  useHostStyles(app)
  useEffect(() => view?.on('roll-dice', { result: (first) => setRolled(first) }), [view])

  if (error) return <p role="alert">{error.message}</p>
  if (!view || !rolled) return <p role="status">Waiting for the dice…</p>
  const { dice, sides } = rolled
  const again = async (): Promise<void> => setRolled(await view.call('roll-dice', { count: dice.length, sides }))
  return (
    <main>
      <ul className="dice">
        {dice.map((die, place) => (
          <li key={place}>{die}</li>
        ))}
      </ul>
      <p role="status">{dice.reduce((sum, die) => sum + die, 0)} in all</p>
      <button type="button" onClick={() => void again()}>
        Roll again
      </button>
    </main>
  )
}
