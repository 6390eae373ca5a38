import { createStore, type Store } from '../store.ts'
import type { Layout } from './layout.ts'

/** The current appearance of the page. */
export type Theme = 'light' | 'dark'

/** Applies the theme that the user chose, or that of the system. */
export function createTheme(layout: Store<Layout>): Store<Theme> {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const now = (): Theme => {
    const { theme } = layout.get()
    if (theme !== 'system') return theme
    return system.matches ? 'dark' : 'light'
  }
  const theme = createStore(now())
  const apply = (): void => {
    // The page first: listeners of the change read its new colours.
    document.documentElement.dataset['theme'] = now()
    theme.set(now())
  }
  apply()
  layout.subscribe(apply)
  system.addEventListener('change', apply)
  return theme
}
