import type { CallEntry } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { isUnderWay } from './is-under-way.ts'
import type { OpenConversation } from './open-conversation.ts'

/** The tasks that run for a conversation: they outlast the page, and their calls may have scrolled away. */
export function TaskList({ conversation }: { readonly conversation: OpenConversation }): ReactElement | null {
  const { conversations } = useStudio()
  const labelOf = useServerLabels()
  const tasks = useStore(conversation.entries).filter(isRunningTask)
  if (tasks.length === 0) return null
  return (
    <section className="tasks" aria-label="Running tasks">
      <ul>
        {tasks.map((call) => (
          <li key={call.id} className="task">
            <Icon name="refresh" />
            <strong title={call.tool}>{call.tool}</strong>
            <span className="row-note">{labelOf(call.server).title}</span>
            <span className="task-message" role="status">
              {call.task?.status === 'input_required' ? 'waiting for you' : (call.task?.statusMessage ?? 'running')}
            </span>
            <Button size="small" onClick={() => void conversations.open(conversation.id, call.id)}>
              Show
            </Button>
            {conversation.live.has(call.id) && (
              <Button size="small" icon="stop" onClick={() => conversation.live.get(call.id)?.cancel()}>
                Cancel task
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isRunningTask = (entry: { readonly kind: string }): entry is CallEntry =>
  entry.kind === 'call' && (entry as CallEntry).task !== undefined && isUnderWay(entry as CallEntry)
