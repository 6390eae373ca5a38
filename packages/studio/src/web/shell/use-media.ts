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

/** True where the dock has no room beside the conversation. */
export const useNoDockRoom = (): boolean => useMedia('(max-width: 1180px)')
