import { describeFailure } from '../api/api-failure.ts'
import { createStore, type Store } from '../store.ts'

/** A toast. */
export interface Toast {
  readonly id: number
  readonly tone: 'danger' | 'success'
  readonly title: string
  readonly detail: string | undefined
  /** Retries the failed action. */
  readonly again?: (() => void) | undefined
}

/** The current toasts, and functions that add more. */
export interface Toasts {
  readonly shown: Store<readonly Toast[]>
  tell(title: string): void
  fail(title: string, error: unknown, again?: () => void): void
  dismiss(id: number): void
  /** Removes all failures with this title, after the cause is fixed. */
  takeBack(title: string): void
}

const SHOWN_MS = 6000
const MAX_TOASTS = 4

/**
 * Stores messages; notices disappear automatically, failures stay until they are dismissed or withdrawn. A repeated failure is
 * shown once.
 */
export function createToasts(): Toasts {
  const shown = createStore<readonly Toast[]>([])
  let last = 0
  const dismiss = (id: number): void => shown.set((all) => all.filter((toast) => toast.id !== id))
  const add = (toast: Omit<Toast, 'id'>): number => {
    const id = ++last
    const isSame = ({ title, detail }: Toast): boolean => title === toast.title && detail === toast.detail
    shown.set((all) => [...all.filter((other) => !isSame(other)), { ...toast, id }].slice(-MAX_TOASTS))
    return id
  }
  return {
    shown,
    dismiss,
    tell(title) {
      const id = add({ tone: 'success', title, detail: undefined })
      setTimeout(() => dismiss(id), SHOWN_MS)
    },
    fail(title, error, again) {
      const { message, fix } = describeFailure(error)
      add({ tone: 'danger', title, detail: fix ? `${message} ${fix}` : message, again })
    },
    takeBack(title) {
      const isOver = (toast: Toast): boolean => toast.tone === 'danger' && toast.title === title
      if (shown.get().some(isOver)) shown.set((all) => all.filter((toast) => !isOver(toast)))
    },
  }
}
