import type { CallEntry } from '@casement/gateway/api'
import { askInDialog, hostStylesFrom, type MountedApp, type MountEventMap, type MountOptions } from 'casement/host'
import { CANCEL_TASK_METHOD, TASK_KEY } from 'casement/protocol'
import { McpApp, type McpAppElement } from 'casement/host/react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Skeleton } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio, type Studio } from '../studio.ts'
import { useProblems, useViewOf } from '../problems/use-problems.ts'
import { worstTone } from '../problems/view-problems.ts'
import { isUnderWay } from './is-under-way.ts'
import { nameTools } from './model-tools.ts'
import type { OpenConversation } from './open-conversation.ts'
import { shownCall, useShownCall } from './reuse-view.ts'
import { gatewayConsent, gatewayState } from './view-stores.ts'

/** Where a View is in its life. */
export type ViewStage = MountEventMap['stage']

interface ViewFrameProps {
  readonly conversation: OpenConversation
  readonly entry: CallEntry
  readonly onStage: (stage: ViewStage) => void
}

/** The View of a call, from when it first comes near the screen. */
export function ViewFrame({ conversation, entry, onStage }: ViewFrameProps): ReactElement {
  const { views } = useStudio()
  const lab = useStore(views.lab)
  const problems = useProblems(useViewOf(entry.id))
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(() => conversation.live.has(entry.id))
  useEffect(() => {
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: '100%' })
    if (!isNear && place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className="view-place" data-problem={worstTone(problems)}>
      {/* Another host, or another wire, is another life: the View begins anew with the state that it kept */}
      {isNear ? (
        <MountedView key={JSON.stringify(lab)} conversation={conversation} entry={entry} onStage={onStage} />
      ) : (
        <Skeleton height={160} />
      )}
    </div>
  )
}

function MountedView({ conversation, entry, onStage }: ViewFrameProps): ReactElement {
  const studio = useStudio()
  const theme = useStore(studio.theme)
  const element = useRef<McpAppElement>(null)
  const [away, setAway] = useState<{ readonly mode: MountEventMap['displaymode']; readonly mounted: MountedApp }>()
  // Once: what a View was mounted with does not change, and what does is handed on by the element.
  const [options] = useState(() => {
    const split = studio.beside.region
    return studio.views.instrument(entry.id, studio.wireLog, { ...mountOptions(studio, conversation, entry), split })
  })
  const shown = useShownCall(conversation, entry)
  const { task } = shown
  // A call that another page began had no result when its View was mounted, and no page may follow its task.
  const result = options.result ?? conversation.live.get(shown.id)?.result ?? shown.result
  // The styles are those of the theme
  const styles = useMemo(() => hostStylesFrom(document.documentElement), [theme])
  const hostContext = useMemo(() => ({ theme, styles, ...(task && { [TASK_KEY]: task }) }), [theme, styles, task])

  useEffect(() => {
    const { current } = element
    let leave: (() => void) | undefined
    const register = (): void => {
      const mounted = current?.mounted
      if (!mounted || leave) return
      const undo = [
        keepMounted(conversation, entry.id, mounted),
        studio.views.register({ id: entry.id, entry: entry.id, mounted, tool: entry.tool, server: entry.server }),
        mounted.events.on('displaymode', (mode) => {
          setAway(mode === 'inline' ? undefined : { mode, mounted })
          if (mode === 'split') studio.beside.enter(mounted)
          else studio.beside.leave(mounted)
        }),
        () => studio.beside.leave(mounted),
      ]
      leave = () => {
        for (const stop of undo) stop()
      }
    }
    // The element mounts in a microtask, which is over by then.
    queueMicrotask(register)
    current?.addEventListener('stage', register)
    return () => {
      current?.removeEventListener('stage', register)
      leave?.()
    }
    // A View is registered once
  }, [])

  return (
    <>
      {(away?.mode === 'pip' || away?.mode === 'split') && (
        <div className="view-away">
          <p>This View is shown {away.mode === 'pip' ? 'in picture-in-picture' : 'beside the conversation'}.</p>
          <Button size="small" onClick={() => void away.mounted.setDisplayMode('inline')}>
            Return it to the conversation
          </Button>
        </div>
      )}
      <McpApp
        ref={element}
        className="view"
        {...options}
        hostContext={hostContext}
        result={result}
        onStage={(stage) => {
          onStage(stage)
          if (stage === 'closed') conversation.context.forget(entry.id)
        }}
      />
    </>
  )
}

/** Makes a View known to later calls of its tool. */
function keepMounted({ mounted: all }: OpenConversation, id: string, mounted: MountedApp): () => void {
  all.set(id, mounted)
  return () => void (all.get(id) === mounted && all.delete(id))
}

/** The data for mounting the View of an entry, live or stored. */
export function mountOptions(studio: Studio, conversation: OpenConversation, entry: CallEntry): MountOptions {
  const link = studio.servers.link(entry.server)
  if (entry.resourceUri !== undefined && entry.resourceHash !== undefined)
    link.rememberHash(entry.resourceUri, entry.resourceHash)
  const shown = shownCall(conversation, entry)
  const live = conversation.live.get(shown.id)
  const known = studio.servers.find(entry.server, entry.tool)
  const server = studio.servers.entries.get()?.find(({ name }) => name === entry.server)
  return {
    client: link.as({ actor: 'app', view: entry.id, conversation: conversation.id }),
    tool: known?.tool ?? { name: entry.tool, inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: entry.resourceUri } } },
    sandbox: studio.sandbox(),
    app: server?.app ?? entry.server,
    pool: studio.pool,
    hostInfo: { name: 'casement-studio', version: '0.0.0' },
    policies: { consent: { store: gatewayConsent(studio.api), ask: askInDialog({ theme: studio.theme.get }) } },
    prepare: (bridge) =>
      void bridge.handle(CANCEL_TASK_METHOD, () => {
        conversation.live.get(shownCall(conversation, entry).id)?.cancel()
        return {}
      }),
    bridge: {
      view: entry.id,
      appName: entry.server,
      modelContext: conversation.context.forBridges,
      state: gatewayState(studio.api),
      experimental: { 'dev.casement/view-reuse': {} },
      audit: conversation.audit,
      appTools: { isTaken: (name) => nameTools(studio.servers).has(name) },
    },
    ...(live?.arguments ? { partial: live.arguments } : { input: { ...shown.input } }),
    ...keptResult(shown, live?.result),
  }
}

function keptResult(entry: CallEntry, live: MountOptions['result']): Pick<MountOptions, 'result'> {
  if (live) return { result: live }
  if (entry.result) return { result: entry.result }
  return isUnderWay(entry) ? {} : { result: rejected(entry.error ?? `The call was ${entry.status}`) }
}

function rejected(why: string): Promise<never> {
  const promise: Promise<never> = Promise.reject(new Error(why))
  promise.catch(() => {})
  return promise
}
