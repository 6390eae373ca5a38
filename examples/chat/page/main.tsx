import type { CallEntry, Conversation, Entry } from '@casement/gateway/api'
import type { CallToolResult } from 'casement/protocol/schemas'
import { McpApp } from 'casement/host/react'
import { useEffect, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { connectServer, gateway, sandbox, viewState } from './gateway.ts'

const [{ user }, server] = await Promise.all([gateway.session(), connectServer()])

/** The id of the open conversation, in the fragment of the address. */
function useOpenId(): string {
  const [id, setId] = useState(location.hash.slice(1))
  useEffect(() => {
    const follow = (): void => setId(location.hash.slice(1))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return id
}

const newEntry = () => ({ id: crypto.randomUUID(), at: Date.now() })
const message = (role: 'user' | 'assistant', text: string): Entry => {
  const by = role === 'user' ? 'person' : 'model'
  return { kind: 'message', ...newEntry(), role, by, content: [{ type: 'text', text }] }
}

/** The response of the model: a message, or a tool call with its result. */
async function respond(text: string): Promise<Entry> {
  const reply = await gateway.reply(text)
  if ('text' in reply) return message('assistant', reply.text)
  const { id, at } = newEntry()
  const result = (await server.forModel.callTool({ name: reply.tool, arguments: reply.input })) as CallToolResult
  const status = result.isError ? 'failed' : 'done'
  return { kind: 'call', id, at, by: 'model', server: server.name, ...reply, status, result, view: id }
}

const signOut = async (): Promise<void> => location.assign((await gateway.signOut())?.url ?? '/')

function Call({ entry }: { entry: CallEntry }): ReactElement {
  const tool = server.tools.find(({ name }) => name === entry.tool)
  if (!tool) return <p className="quiet">The server no longer has the tool {entry.tool}.</p>
  return (
    <McpApp
      className="view"
      client={server.forViews}
      tool={tool}
      app={server.app}
      sandbox={sandbox}
      input={entry.input}
      result={entry.result}
      bridge={{ view: entry.id, state: viewState }}
    />
  )
}

function Message({ entry }: { entry: Entry }): ReactElement {
  if (entry.kind === 'call') return <Call entry={entry} />
  const [content] = entry.content
  return <p className={entry.role}>{content?.type === 'text' && content.text}</p>
}

function Chat(): ReactElement {
  const id = useOpenId()
  const [conversations, setConversations] = useState<readonly Conversation[]>([])
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [failure, setFailure] = useState('')
  const attempt = (work: () => Promise<void>): void => {
    setFailure('')
    work().catch((error: unknown) => setFailure((error as Error).message))
  }
  const load = async (): Promise<void> => {
    setConversations(await gateway.conversations())
    setEntries(id ? (await gateway.conversation(id)).entries : [])
  }
  useEffect(() => {
    setEntries([])
    attempt(load)
  }, [id])

  const say = async (text: string): Promise<void> => {
    const open = id || (await gateway.createConversation(text)).id
    const put = async (entry: Entry): Promise<void> => {
      await gateway.putEntry(open, entry)
      setEntries((others) => [...others, entry])
    }
    await put(message('user', text))
    await put(await respond(text))
    location.hash = open
  }

  return (
    <div className="chat">
      <header>
        <h1>Packing chat</h1>
        <span>{user.name ?? user.id}</span>
        <button onClick={() => attempt(signOut)}>Sign out</button>
      </header>
      <nav aria-label="Conversations">
        <a href="#">New conversation</a>
        <ul>
          {conversations.map((each) => (
            <li key={each.id}>
              <a href={`#${each.id}`} aria-current={each.id === id && 'page'}>
                {each.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <div role="log" aria-label="Messages">
          {entries.map((entry) => (
            <Message key={entry.id} entry={entry} />
          ))}
          {failure && (
            <p className="failure" role="alert">
              {failure}
            </p>
          )}
        </div>
        <form
          action={(form) => {
            const text = (form.get('text') as string).trim()
            if (text) attempt(() => say(text))
          }}
        >
          <input name="text" aria-label="Message" placeholder="pack for Lisbon" autoComplete="off" />
          <button className="primary">Send</button>
        </form>
      </main>
    </div>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Chat />)
