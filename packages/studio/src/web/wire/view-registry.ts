import type { MountedApp, MountOptions } from 'casement/host'
import type { Unsubscribe } from 'casement/protocol'
import { useSyncExternalStore } from 'react'
import { isProfileId, profileOf, type ProfileChoice } from 'casement/testing/profiles'
import { createStore, type Store } from '../store.ts'
import { instrumentOptions } from './instrument-options.ts'
import { readLab, writeLab, type Lab } from './lab.ts'
import { createViewNotes, type OpenNotes, type ViewNotes } from './view-notes.ts'
import type { WireLog } from './wire-log.ts'

/** A View on the page, and its record. */
export interface RegisteredView {
  readonly id: string
  /** Its entry in the conversation. */
  readonly entry: string
  readonly mounted: MountedApp
  readonly tool: string
  readonly server: string
  readonly notes: ViewNotes
}

/** The Views on the page, oldest first. */
export interface ViewRegistry {
  readonly views: readonly RegisteredView[]
  readonly subscribe: (changed: () => void) => Unsubscribe
  /** The host profile and the faults that the next View is shown with. */
  readonly lab: Store<Lab>
  /** Applies the profile of the command; the default `strict` keeps the stored one. */
  startWith(profile: ProfileChoice): void
  /** Mount options in which everything that happens is noted, and the profile and faults of the lab hold. Use them for `mountApp`. */
  instrument(id: string, log: WireLog, options: MountOptions): MountOptions
  /** Adds a View right after it was mounted. */
  register(view: Omit<RegisteredView, 'notes'>): Unsubscribe
}

// A remounted View gets its previous record; old records are deleted.
const MAX_NOTES = 200

/** Makes an empty registry. */
export function createViewRegistry(storage: Storage | undefined = globalThis.localStorage): ViewRegistry {
  const listeners = new Set<() => void>()
  const begun = new Map<string, OpenNotes>()
  const lab = createStore<Lab>(readLab(storage))
  lab.subscribe(() => writeLab(storage, lab.get()))
  let views: readonly RegisteredView[] = []
  const setViews = (next: readonly RegisteredView[]): void => {
    views = next
    for (const listener of listeners) listener()
  }
  return {
    lab,
    startWith(profile) {
      const given = isProfileId(profile) ? undefined : profile
      if (profile !== 'strict') lab.set((before) => ({ ...before, profile, ...(given && { given }) }))
    },
    get views() {
      return views
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    instrument(id, log, options) {
      const profile = profileOf(lab.get().profile).id
      const { app = '', bridge } = options
      const state = bridge?.state === false ? undefined : bridge?.state
      const notes = createViewNotes({ app, profile, modelContext: bridge?.modelContext, state })
      begun.delete(id)
      begun.set(id, notes)
      for (const oldest of [...begun.keys()].slice(0, -MAX_NOTES)) begun.delete(oldest)
      return instrumentOptions(id, log, notes, lab.get(), options)
    },
    register(view) {
      const { mounted } = view
      const notes =
        begun.get(view.id) ?? createViewNotes({ app: '', profile: 'strict', modelContext: undefined, state: undefined })
      const registered: RegisteredView = { ...view, notes }
      const stop = noteEvents(mounted, notes)
      setViews([...views.filter(({ id }) => id !== view.id), registered])
      return () => {
        stop()
        setViews(views.filter((other) => other !== registered))
      }
    },
  }
}

/** Notes what happens to a View from now on. */
export function noteEvents({ events }: MountedApp, notes: OpenNotes): Unsubscribe {
  const undo = [
    events.on('step', (step) => notes.step(step)),
    events.on('report', (report) => notes.report(report)),
    events.on('diagnosis', (diagnosis) => notes.diagnose(diagnosis)),
    events.on('alive', (isAlive) => notes.alive(isAlive)),
    events.on('stage', (stage) => stage === 'loading' && notes.restart()),
  ]
  return () => {
    for (const stop of undo) stop()
  }
}

/** The Views on the page in a component. */
export const useRegisteredViews = (registry: ViewRegistry): readonly RegisteredView[] =>
  useSyncExternalStore(registry.subscribe, () => registry.views)
