import type { Conversation, ConversationDetail, Entry, ServerEntry, SessionInfo, ViewState } from '@casement/gateway/api'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { mintingSandbox, type StateStore } from 'casement/host'
import type { Reply } from '../reply.ts'

// The gateway puts it into the page of each user. A request without it is refused, so that no other site can send one.
const secret = document.querySelector<HTMLMetaElement>('meta[name="casement-secret"]')?.content ?? ''
const headers = { 'X-Casement-Secret': secret }

/** Sends a request to the gateway's API. The session cookie names the user. */
async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // The session has ended: the sign-in page is in place of this one.
  if (response.status === 401) location.reload()
  if (response.status === 204) return undefined as T
  const content = (await response.json()) as { readonly error?: { readonly message: string } }
  if (!response.ok) throw new Error(content.error?.message ?? `${path} responded with ${response.status}.`)
  return content as T
}

/** The gateway's API, as far as this chat uses it. Its description is at `/api/openapi.json`. */
export const gateway = {
  session: () => send<SessionInfo>('GET', '/api/session'),
  conversations: () => send<readonly Conversation[]>('GET', '/api/conversations'),
  conversation: (id: string) => send<ConversationDetail>('GET', `/api/conversations/${id}`),
  createConversation: (title: string) => send<Conversation>('POST', '/api/conversations', { title }),
  putEntry: (id: string, entry: Entry) => send<void>('PUT', `/api/conversations/${id}/entries/${entry.id}`, entry),
  reply: (text: string) => send<Reply>('POST', '/api/reply', { text }),
  signOut: () => send<{ readonly url: string } | undefined>('POST', '/api/sign-out'),
}

/** The state of Views, which the gateway keeps for each user. */
export const viewState: StateStore = {
  read: ({ view }) => send<ViewState>('GET', `/api/views/${view}/state`),
  write: ({ view }, key, entry) => send(entry ? 'PUT' : 'DELETE', `/api/views/${view}/state/${key}`, entry ?? undefined),
}

/** Serves each app's Views on an origin of their own. */
export const sandbox = mintingSandbox('/sandbox/mint', { headers })

/** A connection to the MCP server behind the gateway, which checks which tools the actor may call. */
async function connect(server: string, actor: 'model' | 'app'): Promise<Client> {
  const client = new Client({ name: 'packing-chat', version: '1.0.0' })
  const requestInit = { headers: { ...headers, 'X-Casement-Actor': actor } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp/${server}`, location.href), { requestInit }))
  return client
}

/** Everything that the chat needs of its MCP server. */
export async function connectServer() {
  const [server] = await send<readonly ServerEntry[]>('GET', '/api/servers')
  if (!server) throw new Error('The gateway has no MCP server. Check `servers` in its configuration.')
  const [model, app] = await Promise.all([connect(server.name, 'model'), connect(server.name, 'app')])
  const { tools } = await model.listTools()
  return { name: server.name, app: server.app, tools, forModel: model, forViews: app }
}
