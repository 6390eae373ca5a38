import type { Trace } from 'casement/testing/trace'
import { useSyncExternalStore, type ReactElement } from 'react'
import { Section } from '../panels/section.tsx'
import { useStudio } from '../studio.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import { makeTrace } from './make-trace.ts'
import { MessageTable } from './message-table.tsx'

/** A recording of another host next to what the View and this host say. */
export function Comparison({ recorded, view }: { readonly recorded: Trace; readonly view: RegisteredView }): ReactElement {
  const { wireLog } = useStudio()
  useSyncExternalStore(wireLog.subscribe, () => wireLog.entries.length)
  const host = hostOf(recorded)
  return (
    <Section title="Compare" hint={`Recorded in ${host}, next to the same call in this host.`}>
      <MessageTable
        before={recorded}
        after={makeTrace(view, wireLog)}
        sides={[host, 'This host']}
        firstIs="the recording"
        scrollToFirst
      />
    </Section>
  )
}

function hostOf({ header }: Trace): string {
  const { name = 'another host', version = '' } = header.host ?? {}
  return `${String(name)} ${String(version)}`.trim()
}
