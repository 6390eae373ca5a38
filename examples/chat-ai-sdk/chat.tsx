import { useChat } from '@ai-sdk/react'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai'
import { mintingSandbox } from 'casement/host'
import { createChatApps } from 'casement/host/ai'
import { McpApp } from 'casement/host/react'
import { useEffect, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

const client = new Client({ name: 'chat', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)))
const apps = await createChatApps({ client, sandbox: mintingSandbox('/casement/mint'), app: 'weather' })
const transport = new DefaultChatTransport({ api: '/api/chat', body: apps.body })
const options = { transport, onToolCall: apps.onToolCall, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls }

function Chat(): ReactElement {
  const chat = useChat(options)
  useEffect(() => apps.connect(chat))
  const parts = chat.messages.flatMap(({ id, parts: all }) => all.map((part, index) => ({ part, key: `${id} ${index}` })))
  const show = ({ part, key }: (typeof parts)[number]): ReactElement | false => {
    const view = apps.propsOf(part, chat)
    return view ? <McpApp key={key} {...view} /> : part.type === 'text' && <p key={key}>{part.text}</p>
  }
  return (
    <form action={(form) => void chat.sendMessage({ text: form.get('text') as string })}>
      {parts.map(show)} <input name="text" aria-label="Message" />
    </form>
  )
}
createRoot(document.body).render(<Chat />)
