import type { Dispose } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'

// Longer than the pause between the clicks of a user who clicks repeatedly, in a game or on a button that seems stuck.
const PAUSE_MS = 700

const CAPTURE = { capture: true, passive: true }

/**
 * Disables a button until the user has seen the dialog and paused, and calls `confirm` for a press on it after that. A press that was
 * meant for the content below a new dialog must not confirm it, and neither must the next one. The page receives every press while a
 * modal dialog is open, because the frames below it are inert.
 *
 * The time of a press decides, not the time at which the page handles it: after a long task, a timer can run before a press that the
 * user made during the task.
 */
export function armAfterPause(button: HTMLButtonElement, confirm: () => void): Dispose {
  const scope = new Scope()
  let timer: ReturnType<typeof setTimeout> | undefined
  let armedAt = Number.POSITIVE_INFINITY
  let pointerDownAt = 0
  const restart = (): void => {
    clearTimeout(timer)
    armedAt = Number.POSITIVE_INFINITY
    button.disabled = true
    timer = setTimeout(() => {
      button.disabled = false
      armedAt = performance.now()
    }, PAUSE_MS)
  }
  const judge = (pressedAt: number): void => {
    if (pressedAt <= armedAt) restart()
  }
  const start = (): void => {
    restart()
    scope.listen(document, 'pointerdown', ({ timeStamp }: PointerEvent) => judge((pointerDownAt = timeStamp)), CAPTURE)
    // The user decides on a click when the pointer goes down. A click by keyboard or assistive technology has no pointer, and detail 0.
    scope.listen(document, 'click', ({ detail, timeStamp }: MouseEvent) => judge(detail > 0 ? pointerDownAt : timeStamp), CAPTURE)
    scope.listen(
      document,
      'keydown',
      ({ key, timeStamp }: KeyboardEvent) => {
        if (key === 'Enter' || key === ' ') judge(timeStamp)
      },
      CAPTURE,
    )
    scope.listen(button, 'click', () => {
      if (!button.disabled) confirm()
    })
  }
  button.disabled = true
  // The second frame begins after the first has been drawn, with the dialog in it.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(start)
  })
  scope.add(() => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  })
  return () => scope.close()
}
