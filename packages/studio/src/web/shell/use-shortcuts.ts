import { useEffect } from 'react'
import { useStudio } from '../studio.ts'
import { commandsOf } from './commands.ts'

/** True where typing means text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** The keys as commands name them: `Mod` is Ctrl, and Command on a Mac. */
function keysOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toUpperCase() : key
  const isLetter = /^[A-Z]$/.test(name)
  return [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && isLetter && 'Shift', name].filter(Boolean).join('+')
}

/** Runs commands by their keyboard shortcuts. */
export function useShortcuts(): void {
  const studio = useStudio()
  useEffect(() => {
    const receive = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return
      const keys = keysOf(event)
      // A single character is text wherever text is typed, or is about to be.
      const isElsewhere = isTyping(event.target) || studio.layout.get().overlay !== undefined
      if (isElsewhere && !keys.startsWith('Mod+')) return
      const command = commandsOf(studio).find((one) => one.keys === keys)
      if (!command) return
      event.preventDefault()
      command.run()
    }
    addEventListener('keydown', receive)
    return () => removeEventListener('keydown', receive)
  }, [studio])
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** The label of a shortcut. */
export function showKeys(keys: string): string {
  return keys
    .replaceAll('+', ' ')
    .replace('Mod', isMac() ? '⌘' : 'Ctrl')
    .replace('Shift', isMac() ? '⇧' : 'Shift')
}
