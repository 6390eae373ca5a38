import type { Dispose } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'

// Longer than the pause between the clicks of somebody who clicks again and again, in a game or on a button that seems stuck.
const PAUSE_MS = 700

/**
 * Disables a button until the user has paused. A press that was meant for the content below a new dialog must not confirm it, and
 * neither must the next one. The page receives every press while a modal dialog is open, because the frames below it are inert.
 */
export function armAfterPause(button: HTMLButtonElement): Dispose {
  const scope = new Scope()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.disabled = false
      scope.close()
    }, PAUSE_MS)
  }
  scope.add(() => clearTimeout(timer))
  for (const type of ['pointerdown', 'click']) scope.listen(document, type, restart, { capture: true, passive: true })
  scope.listen(
    document,
    'keydown',
    ({ key }: KeyboardEvent) => {
      if (key === 'Enter' || key === ' ') restart()
    },
    { capture: true, passive: true },
  )
  button.disabled = true
  restart()
  return () => scope.close()
}
