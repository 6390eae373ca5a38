import { useSyncExternalStore, type KeyboardEvent, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Badge } from '../design/feedback.tsx'
import { useDraft } from '../drafts.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { inspectView } from './inspect-view.ts'
import type { OpenConversation } from './open-conversation.ts'

/** A message to the model. */
export function TalkComposer(): ReactElement {
  const { model, conversations } = useStudio()
  const isAnswering = useStore(model.isAnswering)
  const shown = useStore(conversations.shown)
  const [text, setText] = useDraft('message', '')
  const send = (): void => {
    const said = text.trim()
    if (said === '' || isAnswering) return
    setText('')
    void model.say(conversations.current(), [{ type: 'text', text: said }])
  }
  const receive = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="talk">
      <textarea
        className="textarea"
        rows={2}
        aria-label="Message to the model"
        placeholder="Message the model. Enter sends, Shift-Enter breaks the line."
        data-composer=""
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={receive}
      />
      <div className="composer-actions">
        {shown.at === 'open' && <ContextNote conversation={shown.conversation} />}
        <span className="spacer" />
        {isAnswering ? (
          <Button icon="stop" onClick={() => model.stop()}>
            Stop
          </Button>
        ) : (
          <Button look="primary" icon="send" disabled={text.trim() === ''} onClick={send}>
            Send
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows that Views have context for the model, with a link to it. */
function ContextNote({ conversation }: { readonly conversation: OpenConversation }): ReactElement | null {
  const studio = useStudio()
  const context = conversation.context.forBridges
  const count = useSyncExternalStore(
    (changed) => context.subscribe(changed),
    () => context.slots.length,
  )
  const first = context.slots[0]
  if (!first) return null
  return (
    <Button size="small" look="ghost" onClick={() => inspectView(studio, first.view)}>
      <Badge tone="info">{count}</Badge> {count === 1 ? 'View adds model context' : 'Views add model context'}
    </Button>
  )
}
