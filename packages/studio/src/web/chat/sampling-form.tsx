import type { Ask, AskAnswer } from '@casement/gateway/api'
import type { ContentBlock } from 'casement/protocol/schemas'
import { useState, type ReactElement } from 'react'
import type { ChatEvent, ChatMessage, ChatRequest } from '../../model/chat-protocol.ts'
import { ApiFailure } from '../api/api-failure.ts'
import { readEvents } from '../api/events.ts'
import { Button } from '../design/button.tsx'
import { useDraft } from '../drafts.ts'
import { useStudio, type Studio } from '../studio.ts'
import { ContentBlocks } from './content-blocks.tsx'
import { useModel } from './use-model.ts'

interface SamplingFormProps {
  readonly id: string
  readonly ask: Ask
  readonly onAnswer: (answer: AskAnswer) => void
}

/** A sampling request of a server. The user writes the response, or reviews the one of the model before it is sent. */
export function SamplingForm({ id, ask, onAnswer }: SamplingFormProps): ReactElement {
  const studio = useStudio()
  const model = useModel()
  const [text, setText] = useDraft(`ask ${ask.server} ${JSON.stringify(ask.params)}`, '')
  const [writer, setWriter] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  const messages = messagesOf(ask)
  const letModelWrite = async (): Promise<void> => {
    setWriting(true)
    setWriter(model)
    try {
      await writeByModel(studio, ask, setText)
    } catch (error) {
      studio.toasts.fail('The model did not respond', error)
    } finally {
      setWriting(false)
    }
  }
  const send = (): void => {
    if (text.trim() === '') return
    setText('')
    onAnswer({ action: 'accept', content: { text, ...(writer !== undefined && { model: writer }) } })
  }
  return (
    <form id={id} className="form" action={send}>
      {messages.map(({ role, content }, index) => (
        // They have no names, and their order does not change
        <div key={index} className="ask-message">
          <span className="row-note">{role}</span>
          <ContentBlocks blocks={content} />
        </div>
      ))}
      <div className="field">
        <label htmlFor={`${id}-text`}>Response of the model</label>
        <textarea
          id={`${id}-text`}
          className="textarea"
          rows={3}
          required
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setWriter(undefined)
          }}
        />
      </div>
      {model !== undefined && (
        <Button size="small" disabled={isWriting} onClick={() => void letModelWrite()}>
          {isWriting ? 'Writing…' : `Let ${model} write it`}
        </Button>
      )}
    </form>
  )
}

interface SamplingMessage {
  readonly role: string
  readonly content: readonly ContentBlock[]
}

/** The messages as the server sent them, a single block being a list of one. */
function messagesOf({ params }: Ask): SamplingMessage[] {
  const { messages = [] } = params as { messages?: { role: string; content: ContentBlock | ContentBlock[] }[] }
  return messages.map(({ role, content }) => ({ role, content: Array.isArray(content) ? content : [content] }))
}

async function writeByModel(studio: Studio, ask: Ask, show: (text: string) => void): Promise<void> {
  const request: ChatRequest = {
    messages: messagesOf(ask).map(({ role, content }): ChatMessage =>
      role === 'assistant' ? { role, content, calls: [] } : { role: 'user', content },
    ),
    tools: [],
    context: [],
    model: studio.modelChoice.get(),
  }
  const response = await studio.api.request('/api/chat', {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
  })
  let text = ''
  for await (const event of readEvents<ChatEvent>(response)) {
    if (event.type === 'error') throw new ApiFailure(event.error.code, event.error.message, event.error.fix)
    if (event.type === 'text') show((text += event.delta))
  }
}
