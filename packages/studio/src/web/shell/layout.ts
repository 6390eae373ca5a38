import { createStore, type Store } from '../store.ts'

/** The user's choice of theme. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** The open overlay. */
export type Overlay = 'palette' | 'shortcuts' | 'add-server' | 'settings' | 'conversations' | 'tools'

/** The layout of the page. */
export interface Layout {
  readonly theme: ThemeChoice
  readonly isDockOpen: boolean
  /** Of the dock beside the conversation. */
  readonly dockWidth: number
  /** Of the dock under the conversation, where there is no room beside it. */
  readonly dockHeight: number
  readonly dockTab: string | undefined
  /** Of the View beside the conversation. */
  readonly besideWidth: number
  readonly overlay: Overlay | undefined
  /** The server whose tools are browsed. */
  readonly browsed: string | undefined
}

type Kept = Pick<Layout, 'theme' | 'isDockOpen' | 'dockWidth' | 'dockHeight' | 'dockTab' | 'besideWidth'>

const KEY = 'casement.layout'
const FIRST: Layout = {
  theme: 'system',
  isDockOpen: false,
  dockWidth: 440,
  dockHeight: 320,
  dockTab: undefined,
  besideWidth: 480,
  overlay: undefined,
  browsed: undefined,
}

/** The stored layout. */
export function createLayout(storage: Storage): Store<Layout> {
  const layout = createStore<Layout>({ ...FIRST, ...read(storage) })
  layout.subscribe(() => {
    const { theme, isDockOpen, dockWidth, dockHeight, dockTab, besideWidth } = layout.get()
    const kept: Kept = { theme, isDockOpen, dockWidth, dockHeight, dockTab, besideWidth }
    try {
      storage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Storage that is full or forbidden costs the arrangement, not the page.
    }
  })
  return layout
}

function read(storage: Storage): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}
