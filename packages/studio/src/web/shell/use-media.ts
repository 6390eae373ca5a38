import { useCallback, useSyncExternalStore } from 'react'

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** True where the sidebar has no room beside the conversation. */
export const useNarrow = (): boolean => useMedia('(max-width: 860px)')

/** Where the dock is: beside the conversation, under it, or, where there is no room for both, over it. */
export type DockPlace = 'side' | 'bottom' | 'sheet'

/** Where there is room for the dock. */
export function useDockPlace(): DockPlace {
  const isWide = useMedia('(min-width: 1181px)')
  const isRoomy = useMedia('(min-width: 640px) and (min-height: 600px)')
  if (isWide) return 'side'
  return isRoomy ? 'bottom' : 'sheet'
}
