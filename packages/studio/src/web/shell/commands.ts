import type { IconName } from '../design/icon.tsx'
import { serverRights, type Studio } from '../studio.ts'
import { exportConversation } from '../chat/export-conversation.ts'
import type { Layout, Overlay, ThemeChoice } from './layout.ts'

/** A command of the keyboard or the palette. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly icon: IconName
  /** As `Mod+K`. */
  readonly keys?: string
  readonly run: () => void
}

/** Everything that can be done now. */
export function commandsOf(studio: Studio): readonly Command[] {
  const { layout, conversations } = studio
  const change = (changes: Partial<Layout>): void => layout.set((before) => ({ ...before, ...changes }))
  const toggle = (overlay: Overlay): void => change({ overlay: layout.get().overlay === overlay ? undefined : overlay })
  const setTheme = (theme: ThemeChoice) => (): void => change({ theme })
  const addServer: Command = { id: 'add-server', title: 'Add a server', icon: 'plug', run: () => toggle('add-server') }
  const shown = conversations.shown.get()
  const saving: Command[] =
    shown.at === 'open'
      ? [
          {
            id: 'export',
            title: 'Export this conversation as HTML',
            icon: 'download',
            run: () => void exportConversation(studio, shown.conversation),
          },
        ]
      : []
  return [
    { id: 'palette', title: 'Find anything', icon: 'search', keys: 'Mod+K', run: () => toggle('palette') },
    { id: 'new', title: 'New conversation', icon: 'plus', keys: 'N', run: () => void conversations.begin() },
    { id: 'tools', title: 'Browse servers and tools', icon: 'tool', keys: 'T', run: () => toggle('tools') },
    {
      id: 'composer',
      title: 'Go to the composer',
      icon: 'edit',
      keys: '/',
      run: () => document.querySelector<HTMLElement>('[data-composer]')?.focus(),
    },
    {
      id: 'inspector',
      title: 'Show or hide the inspector',
      icon: 'inspect',
      keys: 'Mod+I',
      run: () => change({ isDockOpen: !layout.get().isDockOpen }),
    },
    ...(serverRights(studio.session.get()).isAdmin ? [addServer] : []),
    ...saving,
    { id: 'light', title: 'Light theme', icon: 'sun', run: setTheme('light') },
    { id: 'dark', title: 'Dark theme', icon: 'moon', run: setTheme('dark') },
    { id: 'system', title: 'System theme', icon: 'system', run: setTheme('system') },
    { id: 'settings', title: 'Settings', icon: 'settings', keys: 'Mod+,', run: () => toggle('settings') },
    { id: 'shortcuts', title: 'Keyboard shortcuts', icon: 'activity', keys: '?', run: () => toggle('shortcuts') },
  ]
}
