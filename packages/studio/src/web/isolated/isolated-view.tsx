import type { CallEntry } from '@casement/gateway/api'
import { createModelContext, hostStylesFrom, type MountedApp, type MountOptions, type StateStore } from 'casement/host'
import { McpApp, type McpAppElement } from 'casement/host/react'
import { profileOf, type ProfileChoice } from 'casement/testing/profiles'
import type { StateEntry } from 'casement/protocol/schemas'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { OpenConversation } from '../chat/open-conversation.ts'
import { mountOptions, type ViewStage } from '../chat/view-frame.tsx'
import type { Device } from '../panels/devices.ts'
import type { Theme } from '../shell/theme.ts'
import type { Studio } from '../studio.ts'
import { instrumentOptions } from '../wire/instrument-options.ts'
import { createViewNotes, type OpenNotes } from '../wire/view-notes.ts'
import { noteEvents } from '../wire/view-registry.ts'
import { createWireLog, type WireLog } from '../wire/wire-log.ts'

/** The circumstances that a call is shown under. */
export interface Circumstances {
  readonly profile: ProfileChoice
  readonly theme: Theme
  readonly device: Device
}

/** A second View of a call. It starts with the state of the first, and what it keeps, says and does is its own. */
export interface IsolatedCall {
  readonly id: string
  readonly tool: string
  readonly server: string
  readonly notes: OpenNotes
  readonly log: WireLog
  readonly options: MountOptions
}

/** Prepares a second View of a call that has ended. */
export async function isolateCall(
  studio: Studio,
  conversation: OpenConversation,
  entry: CallEntry,
  profile: ProfileChoice,
): Promise<IsolatedCall> {
  const id = crypto.randomUUID()
  const state = copiedState(await studio.api.viewState(entry.id))
  const modelContext = createModelContext()
  const given = mountOptions(studio, conversation, { ...entry, id })
  const notes = createViewNotes({ app: given.app ?? '', profile: profileOf(profile).id, modelContext, state })
  const log = createWireLog({ capacity: 5000 })
  const { audit: _audit, ...bridge } = given.bridge ?? {}
  const options = instrumentOptions(
    id,
    log,
    notes,
    { profile, faults: [], seed: '1' },
    {
      ...given,
      sandbox: studio.sandbox(profile),
      bridge: { ...bridge, state, modelContext },
    },
  )
  return { id, tool: entry.tool, server: entry.server, notes, log, options }
}

/** The state of a View as it is now. Changes stay in this store. */
function copiedState(kept: Readonly<Record<string, StateEntry>>): StateStore {
  const entries = new Map(Object.entries(kept))
  return {
    read: () => Object.fromEntries(entries),
    write: (_slot, key, entry) => void (entry ? entries.set(key, entry) : entries.delete(key)),
  }
}

/** A second View of a call, mounted. */
export function IsolatedView({
  call,
  theme,
  device,
  width = device.width,
  onStage,
}: Omit<Circumstances, 'profile'> & {
  readonly call: IsolatedCall
  /** Default: that of the device, or as wide as there is room. */
  readonly width?: number | undefined
  readonly onStage?: ((stage: ViewStage) => void) | undefined
}): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const element = useRef<McpAppElement>(null)
  const [styles, setStyles] = useState<ReturnType<typeof hostStylesFrom>>()
  // The variables are those of the place, whose theme can be another than that of the page.
  useEffect(() => setStyles(place.current ? hostStylesFrom(place.current) : undefined), [theme])
  const profileContext = call.options.hostContext
  const hostContext = useMemo(
    () => styles && { ...device.context, ...profileContext, theme, styles },
    [device, profileContext, theme, styles],
  )
  const isMounting = hostContext !== undefined
  useEffect(() => {
    if (!isMounting) return undefined
    const { current } = element
    let stop: (() => void) | undefined
    const follow = (): void => {
      const mounted: MountedApp | undefined = current?.mounted
      if (mounted) stop ??= noteEvents(mounted, call.notes)
    }
    // The element mounts in a microtask, which is over by then.
    queueMicrotask(follow)
    current?.addEventListener('stage', follow)
    return () => {
      current?.removeEventListener('stage', follow)
      stop?.()
    }
  }, [call, isMounting])
  return (
    <div
      ref={place}
      className="themed isolated"
      data-theme={theme}
      style={{ width: width === undefined ? '100%' : `${width}px` }}
    >
      {hostContext && (
        <McpApp ref={element} className="view" {...call.options} hostContext={hostContext} {...(onStage && { onStage })} />
      )}
    </div>
  )
}
