import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Unsubscribe } from 'casement/protocol'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { useRegisteredViews, type RegisteredView } from '../wire/view-registry.ts'
import { problemsOf, type ViewProblem } from './view-problems.ts'

const NONE: readonly ViewProblem[] = []

/** The problems of a View, as they occur. */
export function useProblems(view: Pick<RegisteredView, 'notes' | 'server'> | undefined): readonly ViewProblem[] {
  const entries = useStore(useStudio().servers.entries)
  const subscribe = useCallback((changed: () => void): Unsubscribe => view?.notes.subscribe(changed) ?? (() => {}), [view])
  const version = useSyncExternalStore(subscribe, () => view?.notes.version)
  return useMemo(() => {
    if (!view) return NONE
    // Before the list of servers has arrived, none of them is missing.
    if (!entries) return NONE
    return problemsOf({ notes: view.notes, server: entries.find(({ name }) => name === view.server)?.state })
    // The notes are one object that changes: its version tells when
  }, [view, entries, version])
}

/** The View of an entry, once it is mounted. */
export function useViewOf(entry: string): RegisteredView | undefined {
  return useRegisteredViews(useStudio().views).find((view) => view.entry === entry)
}

/** All problems of all Views on the page, the worst first. */
export function useAllProblems(): readonly ViewProblem[] {
  const { views, servers } = useStudio()
  const all = useRegisteredViews(views)
  const entries = useStore(servers.entries)
  const subscribe = useCallback(
    (changed: () => void): Unsubscribe => {
      const unsubscribe = all.map(({ notes }) => notes.subscribe(changed))
      return () => {
        for (const stop of unsubscribe) stop()
      }
    },
    [all],
  )
  const version = useSyncExternalStore(subscribe, () => all.reduce((sum, { notes }) => sum + notes.version, 0))
  return useMemo(() => {
    if (!entries) return NONE
    const found = all.flatMap(({ notes, server }) =>
      problemsOf({ notes, server: entries.find(({ name }) => name === server)?.state }),
    )
    return found.toSorted((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
    // The notes are objects that change: their versions tell when
  }, [all, entries, version])
}
