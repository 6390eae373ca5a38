import type {
  ApiError,
  AskAnswer,
  AuditRecord,
  CachedResource,
  ConsentRecord,
  Conversation,
  ConversationDetail,
  Entry,
  SavedCall,
  ServerConfig,
  ServerEntry,
  SessionInfo,
  StoreSettings,
  UsageInfo,
  ViewState,
} from '@casement/gateway/api'
import type { AuditEvent, ConsentLevel, ContextSlot } from 'casement/host'
import type { StateEntry } from 'casement/protocol/schemas'
import { ApiFailure } from './api-failure.ts'

/** The requests of the page to its gateway, except MCP. */
export interface GatewayApi {
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends a request and returns its response. Rejects with `ApiFailure` if it is refused. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Gets the secret of a gateway that was started again. Rejects when the user is not signed in there. */
  renew(): Promise<void>
  session(): Promise<SessionInfo>
  servers(): Promise<readonly ServerEntry[]>
  addServer(name: string, config: ServerConfig): Promise<void>
  removeServer(name: string): Promise<void>
  restartServer(name: string): Promise<void>
  watchServer(name: string, watch: boolean): Promise<void>
  authorizeServer(name: string): Promise<{ readonly url: string }>
  /** The first page, of all or of those with the words; or the page that a previous one named. */
  conversations(from?: ConversationsFrom): Promise<ConversationsPage>
  createConversation(conversation: { readonly id: string; readonly title: string }): Promise<Conversation>
  renameConversation(id: string, title: string): Promise<void>
  removeConversation(id: string): Promise<void>
  conversation(id: string, signal?: AbortSignal): Promise<ConversationDetail>
  /** Copies a conversation up to an entry. */
  forkConversation(id: string, point: { readonly entry: string; readonly title: string }): Promise<Conversation>
  putEntry(conversation: string, entry: Entry): Promise<void>
  viewState(view: string): Promise<ViewState>
  putViewState(view: string, key: string, entry: StateEntry | null): Promise<void>
  putContext(view: string, conversation: string, slot: ContextSlot | null): Promise<void>
  consent(app: string, kind: string): Promise<ConsentLevel | undefined>
  putConsent(record: ConsentRecord): Promise<void>
  addAudit(conversation: string, events: readonly AuditEvent[]): Promise<void>
  audit(conversation: string): Promise<readonly AuditRecord[]>
  resource(hash: string): Promise<CachedResource>
  savedCalls(): Promise<readonly SavedCall[]>
  putSavedCall(call: SavedCall): Promise<void>
  removeSavedCall(id: string): Promise<void>
  answerAsk(id: string, answer: AskAnswer): Promise<void>
  usage(): Promise<UsageInfo>
  settings(): Promise<StoreSettings>
  putSettings(settings: Pick<StoreSettings, 'retentionDays'>): Promise<StoreSettings>
}

/** The requested conversations. */
export interface ConversationsFrom {
  readonly search?: string | undefined
  /** The address of the next page. */
  readonly page?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Some conversations, and where the next ones are. */
export interface ConversationsPage {
  readonly conversations: readonly Conversation[]
  readonly next: string | undefined
}

const part = encodeURIComponent

/** The gateway of this page, at `base`, with the secret of this run. */
export function createGatewayApi(secret: string, base = ''): GatewayApi {
  const headers = { 'X-Casement-Secret': secret }
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const all = new Headers(init.headers)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const response = await reach(`${base}${path}`, { ...init, headers: all })
    if (response.ok) return response
    throw await failureOf(path, response)
  }
  const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
    (await request(path, signal ? { signal } : {})).json() as Promise<T>
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    request(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
  const post = async <T>(path: string, body?: unknown): Promise<T> => (await send('POST', path, body)).json() as Promise<T>
  const run = async (method: string, path: string, body?: unknown): Promise<void> => void (await send(method, path, body))

  return {
    headers,
    request,
    async renew() {
      const { secret: renewed } = await post<{ readonly secret: string }>('/api/page-secret')
      // In the one object that all requests take their headers from.
      headers['X-Casement-Secret'] = renewed
    },
    session: () => get('/api/session'),
    servers: () => get('/api/servers'),
    addServer: (name, config) => run('POST', '/api/servers', { name, ...config }),
    removeServer: (name) => run('DELETE', `/api/servers/${part(name)}`),
    restartServer: (name) => run('POST', `/api/servers/${part(name)}/restart`),
    watchServer: (name, watch) => run('PUT', `/api/servers/${part(name)}/watch`, { watch }),
    authorizeServer: (name) => post(`/api/servers/${part(name)}/authorize`),
    async conversations({ search, page, signal } = {}) {
      const first = search ? `/api/conversations?search=${part(search)}` : '/api/conversations'
      const response = await request(page ?? first, signal ? { signal } : {})
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      return { conversations: (await response.json()) as readonly Conversation[], next }
    },
    createConversation: (conversation) => post('/api/conversations', conversation),
    renameConversation: (id, title) => run('PATCH', `/api/conversations/${part(id)}`, { title }),
    removeConversation: (id) => run('DELETE', `/api/conversations/${part(id)}`),
    conversation: (id, signal) => get(`/api/conversations/${part(id)}`, signal),
    forkConversation: (id, point) => post(`/api/conversations/${part(id)}/forks`, point),
    putEntry: (id, entry) => run('PUT', `/api/conversations/${part(id)}/entries/${part(entry.id)}`, entry),
    viewState: (view) => get(`/api/views/${part(view)}/state`),
    putViewState: (view, key, entry) =>
      run(entry ? 'PUT' : 'DELETE', `/api/views/${part(view)}/state/${part(key)}`, entry ?? undefined),
    putContext: (view, conversation, slot) => run('PUT', `/api/views/${part(view)}/context`, { conversation, slot }),
    consent: async (app, kind) =>
      (await get<readonly ConsentRecord[]>(`/api/consent?app=${part(app)}&kind=${part(kind)}`))[0]?.level,
    putConsent: (record) => run('PUT', '/api/consent', record),
    addAudit: (conversation, events) => run('POST', '/api/audit', { conversation, events }),
    audit: (conversation) => get(`/api/audit?conversation=${part(conversation)}`),
    resource: (hash) => get(`/api/resources/${part(hash)}`),
    savedCalls: () => get('/api/saved-calls'),
    putSavedCall: ({ id, ...call }) => run('PUT', `/api/saved-calls/${part(id)}`, call),
    removeSavedCall: (id) => run('DELETE', `/api/saved-calls/${part(id)}`),
    answerAsk: (id, answer) => run('POST', `/api/asks/${part(id)}`, answer),
    usage: () => get('/api/usage'),
    settings: () => get('/api/settings'),
    putSettings: async (settings) => (await send('PUT', '/api/settings', settings)).json() as Promise<StoreSettings>,
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiFailure(
      'GATEWAY_UNREACHABLE',
      'The gateway does not respond.',
      'Check that the casement command is running, then reload this page.',
      error,
    )
  }
}

async function failureOf(path: string, response: Response): Promise<ApiFailure> {
  const answer = (await response.json().catch(() => undefined)) as Partial<ApiError> | undefined
  const { code = `HTTP_${response.status}`, message = `${path} answered ${response.status}.`, fix } = answer?.error ?? {}
  const stale = response.status === 401 ? 'The casement command was restarted. Reload this page.' : undefined
  return new ApiFailure(code, message, fix ?? stale)
}
