import type { CallEntry } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { Button, IconButton } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { Icon } from '../design/icon.tsx'
import { Menu, type MenuItem } from '../design/menu.tsx'
import { useStudio, type Studio } from '../studio.ts'
import { ProblemMark } from '../problems/problem-mark.tsx'
import { CallStatusBadge, ViewStageBadge } from './call-status.tsx'
import { forkHere } from '../fork/fork-here.ts'
import { callAsCurl, linkToCall } from './copy-call.ts'
import { describeArguments } from './describe-arguments.ts'
import { editCall } from './edit-call.ts'
import { inspectView } from './inspect-view.ts'
import { isUnderWay } from './is-under-way.ts'
import type { LiveCall } from './live-call.ts'
import type { OpenConversation } from './open-conversation.ts'
import { linkToEntry } from './entry-link.ts'
import { saveCall } from '../saved/save-call.ts'
import { repeatCall } from './repeat-call.ts'
import { hasOwnView } from './reuse-view.ts'
import type { ViewStage } from './view-frame.tsx'

/** The author of a call. */
export const WHO = { person: 'You called', model: 'The model called', app: 'The app called' } as const

/** The header of a call: tool, arguments, state and actions. */
export function CallHead({
  conversation,
  entry,
  live,
  stage,
  isRaw,
  onRaw,
}: {
  readonly conversation: OpenConversation
  readonly entry: CallEntry
  readonly live: LiveCall | undefined
  readonly stage: ViewStage | undefined
  readonly isRaw: boolean
  readonly onRaw: (isRaw: boolean) => void
}): ReactElement {
  const studio = useStudio()
  const labelOf = useServerLabels()
  const tool = useToolLabels()(entry.server, entry.tool)
  const hasView = hasOwnView(entry)
  const isOpen = isUnderWay(entry)
  const given = describeArguments(entry.input)
  const show = (at: 'matrix' | 'compare'): void => studio.callDialog.set({ at, conversation, entry })
  return (
    <header className="call-head">
      <Icon name={hasView ? 'window' : 'tool'} />
      <h2 title={toolText(tool)}>
        <span className="visually-hidden">{WHO[entry.by]} </span>
        {tool.title}
      </h2>
      {tool.name !== undefined && <code className="row-note">{tool.name}</code>}
      <span className="row-note" title={entry.server}>
        {labelOf(entry.server).title}
      </span>
      <CallStatusBadge entry={entry} />
      <ViewStageBadge stage={stage} />
      {hasView && <ProblemMark entry={entry.id} />}
      {given && (
        <span className="call-arguments" title={given}>
          {given}
        </span>
      )}
      <span className="call-actions">
        {isOpen && live && (
          <Button size="small" icon="stop" onClick={() => live.cancel()}>
            Cancel
          </Button>
        )}
        {!isOpen && <IconButton size="small" icon="refresh" label="Run again" onClick={() => repeatCall(studio, entry)} />}
        {!isOpen && <IconButton size="small" icon="edit" label="Edit and run again" onClick={() => editCall(studio, entry)} />}
        {hasView && (
          <IconButton size="small" icon="inspect" label="Inspect this View" onClick={() => inspectView(studio, entry.id)} />
        )}
        <IconButton
          size="small"
          icon="code"
          label={isRaw ? 'Hide the raw call' : 'Show the raw call'}
          aria-pressed={isRaw}
          onClick={() => onRaw(!isRaw)}
        />
        <Menu label="Copy this call" icon="copy" items={copies(studio, conversation.id, entry)} />
        <Menu
          label="More for this call"
          items={[
            { label: 'Save this call', icon: 'bookmark', run: () => saveCall(studio, entry) },
            ...(isOpen ? [] : [{ label: 'Compare', icon: 'inspect', run: () => show('compare') } satisfies MenuItem]),
            ...(isOpen || !hasView
              ? []
              : [{ label: 'Open the matrix', icon: 'window', run: () => show('matrix') } satisfies MenuItem]),
            { label: 'Fork here', icon: 'fork', run: () => void forkHere(studio, conversation, entry.id) },
          ]}
        />
      </span>
    </header>
  )
}

function copies({ servers, toasts }: Studio, conversation: string, entry: CallEntry): readonly MenuItem[] {
  const server = servers.entries.get()?.find(({ name }) => name === entry.server)
  const curl = callAsCurl(entry, server)
  const copy = (label: string, text: string, icon: MenuItem['icon'] = 'copy'): MenuItem => ({
    label,
    icon,
    run: () => copyText(toasts, text, () => toasts.tell('Copied')),
  })
  return [
    copy('Copy a link to this call', linkToEntry(conversation, entry.id, location.href), 'link'),
    copy('Copy a link that makes this call', linkToCall(entry, location.href), 'link'),
    copy('Copy the arguments', JSON.stringify(entry.input, null, 2)),
    ...(entry.result ? [copy('Copy the result', JSON.stringify(entry.result, null, 2))] : []),
    ...(curl === undefined ? [] : [copy('Copy as curl', curl, 'code')]),
  ]
}
