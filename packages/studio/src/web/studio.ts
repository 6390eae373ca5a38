import type { CallEntry, ServerEntry, SessionInfo } from '@casement/gateway/api'
import { createFramePool, mintingSandbox, staticSandbox, type FramePool, type SandboxProvider } from 'casement/host'
import { createContext, useContext } from 'react'
import { labelServer } from './api/server-label.ts'
import { listenToGateway } from './api/events.ts'
import { createGatewayApi, type GatewayApi } from './api/gateway-api.ts'
import { createServers, type Servers } from './api/servers.ts'
import { createAsks, type Asks } from './chat/asks.ts'
import { createComposerState, type ComposerState } from './chat/composer-state.ts'
import { createConversations, type Conversations } from './chat/conversations.ts'
import { resumeTask } from './chat/run-call.ts'
import type { LinkedCall } from './chat/deep-link.ts'
import { createModelChoice } from './chat/model-choice.ts'
import { createModelLoop, type ModelLoop } from './chat/model-loop.ts'
import type { ModelChoice } from '../model/chat-protocol.ts'
import { isProfileId, profileOf, readProfile, type ProfileChoice } from 'casement/testing/profiles'
import type { Trace } from 'casement/testing/trace'
import type { CallDialog } from './isolated/call-dialog.ts'
import { createSavedCalls, type SavedCalls } from './saved/saved-calls.ts'
import { createBeside, type Beside } from './shell/beside.ts'
import { createLayout, type Layout } from './shell/layout.ts'
import { createTheme, type Theme } from './shell/theme.ts'
import { createToasts, type Toasts } from './shell/toasts.ts'
import { createStore, type Store } from './store.ts'
import { createViewRegistry, type ViewRegistry } from './wire/view-registry.ts'
import { createWireLog, type WireLog } from './wire/wire-log.ts'

/** The page's state of its gateway. */
export type SessionState =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly info: SessionInfo }
  | { readonly at: 'failed'; readonly error: unknown }

/** A conversation to open, or a call to make in one that was begun for it. */
export type Pending = 'conversation' | (Pick<CallEntry, 'server' | 'tool'> & { readonly conversation: string })

/** Everything that the parts of the page share. */
export interface Studio {
  readonly api: GatewayApi
  readonly session: Store<SessionState>
  /** `down` while the gateway does not respond; `outdated` if a newer gateway responds. */
  readonly connection: Store<'up' | 'down' | 'outdated'>
  /** The version of a gateway that this page is not made for, after an update. */
  readonly otherVersion: Store<string | undefined>
  readonly servers: Servers
  readonly conversations: Conversations
  /** The call that the URL of the page requests, while it is pending. */
  readonly pending: Store<Pending | undefined>
  /** The call of a link from outside, until the user has decided about it. */
  readonly linkedCall: Store<LinkedCall | undefined>
  readonly composer: Store<ComposerState>
  readonly saved: SavedCalls
  /** The dialog about one call that is open. */
  readonly callDialog: Store<CallDialog | undefined>
  readonly model: ModelLoop
  /** The requests of servers to the user, oldest first. */
  readonly asks: Asks
  /** The model that was chosen in this tab, in place of the one that the command was started with. */
  readonly modelChoice: Store<ModelChoice | undefined>
  readonly layout: Store<Layout>
  readonly theme: Store<Theme>
  readonly toasts: Toasts
  readonly wireLog: WireLog
  readonly views: ViewRegistry
  /** The View whose messages the dock shows. */
  readonly inspected: Store<string | undefined>
  /** The recording of another host that `casement replay` opened, to compare Views with. */
  readonly recording: Store<Trace | undefined>
  readonly pool: FramePool
  /** The region for the display mode `split`. */
  readonly beside: Beside
  /** Sandboxes Views as in a host profile; default: the selected one. */
  sandbox(profile?: ProfileChoice): SandboxProvider
  start(): Promise<void>
}

const NOT_LOADED = 'Loading failed'

/** Creates the page. No request is sent to the gateway before `start`. */
export function createStudio(): Studio {
  const secret = document.querySelector<HTMLMetaElement>('meta[name="casement-secret"]')?.content ?? ''
  const api = createGatewayApi(secret)
  const layout = createLayout(localStorage)
  const toasts = createToasts()
  const wireLog = createWireLog()
  const session = createStore<SessionState>({ at: 'loading' })
  const connection = createStore<'up' | 'down' | 'outdated'>('up')
  const modelChoice = createModelChoice(sessionStorage)
  const hasModel = (): boolean => {
    const state = session.get()
    return modelChoice.get() !== undefined || (state.at === 'ready' && state.info.model !== undefined)
  }
  const model = createModelLoop(() => studio)
  const conversations = createConversations(api, {
    onFailure: (error) => toasts.fail('Not saved', error),
    onSaid: (conversation) => void (hasModel() && model.answer(conversation)),
    onTask: (conversation, call) => resumeTask(conversation, call, servers.link(call.server)),
  })
  const servers = createServers(
    api,
    (server) => (direction, message, view) => wireLog.serverMessage(server, direction, message, view),
    (server) => announceRestart(studio, server),
  )
  const minting = mintingSandbox('/sandbox/mint', { headers: api.headers })
  const mintingLenient = mintingSandbox('/sandbox/mint/lenient', { headers: api.headers })

  const failed = (error: unknown): void => toasts.fail(NOT_LOADED, error, () => void load())
  // In parallel, because creating the store takes seconds at the first start, and calls can be made before.
  const loadStored = async (): Promise<void> => {
    try {
      await Promise.all([conversations.load(), studio.saved.load()])
      toasts.takeBack(NOT_LOADED)
    } catch (error) {
      failed(error)
    }
  }
  const load = async (): Promise<void> => {
    try {
      const info = await api.session()
      const known = session.get()
      const isFirst = known.at !== 'ready'
      const isOther = known.at === 'ready' && known.info.version !== info.version
      studio.otherVersion.set(isOther ? info.version : undefined)
      // The user reloads the page, which keeps what was typed.
      if (isOther) return
      session.set({ at: 'ready', info })
      if (isFirst) studio.views.startWith(await chosenProfile(api, info.profile))
      if (isFirst && hasModel()) studio.composer.set((before) => ({ ...before, mode: 'talk' }))
      await servers.load()
      void loadStored()
    } catch (error) {
      if (session.get().at === 'ready') failed(error)
      else session.set({ at: 'failed', error })
    }
  }

  const studio: Studio = {
    api,
    session,
    connection,
    otherVersion: createStore<string | undefined>(undefined),
    servers,
    conversations,
    pending: createStore<Pending | undefined>(undefined),
    linkedCall: createStore<LinkedCall | undefined>(undefined),
    composer: createComposerState(),
    saved: createSavedCalls(api, failed),
    callDialog: createStore<CallDialog | undefined>(undefined),
    model,
    modelChoice,
    asks: createAsks(api),
    layout,
    theme: createTheme(layout),
    toasts,
    wireLog,
    views: createViewRegistry(),
    inspected: createStore<string | undefined>(undefined),
    recording: createStore<Trace | undefined>(undefined),
    pool: createFramePool(),
    beside: createBeside(),
    sandbox(profile = studio.views.lab.get().profile) {
      const state = session.get()
      const proxy = state.at === 'ready' && state.info.sandbox === 'opaque' ? state.info.opaqueProxyUrl : undefined
      if (proxy !== undefined) return staticSandbox(proxy)
      return profileOf(profile).settings.isPolicyLoose ? mintingLenient : minting
    },
    async start() {
      await load()
      const { signal } = new AbortController()
      let isFirst = true
      const receive = (event: Parameters<Servers['receive']>[0]): void => {
        if (event.type === 'resync') void load()
        if (event.type === 'view-changed') reloadViews(studio, event.server, event.uri)
        servers.receive(event)
        conversations.receive(event)
        studio.saved.receive(event)
        studio.asks.receive(event)
      }
      // Before that, a caller cannot handle the server's requests.
      await new Promise<void>((listening) => {
        const connected = (isUp: boolean): void => {
          connection.set(isUp ? 'up' : 'down')
          // The lists contain the events from before the subscription.
          if (isUp && (!isFirst || session.get().at === 'failed')) void load()
          isFirst = false
          listening()
        }
        const outdated = (): void => {
          connection.set('outdated')
          listening()
        }
        void listenToGateway(api, { receive, connected, outdated }, signal)
      })
    },
  }
  return studio
}

/** The profile that the command was started with: a built-in one, or that of a file, which the command serves. */
async function chosenProfile(api: GatewayApi, id: string): Promise<ProfileChoice> {
  return isProfileId(id) ? id : readProfile(await (await api.request('/api/host-profile')).text())
}

/** Reports a restart of a server with its cause and remounts its Views, or reports why it did not start. */
function announceRestart(studio: Studio, { name, state, restarted }: ServerEntry): void {
  const { toasts } = studio
  const why = restarted?.files && describeFiles(restarted.files)
  const failure = `${name} did not start`
  if (state.status === 'failed')
    return toasts.fail(failure, new Error(`${why ? `${why} changed. ` : ''}${state.reason} The next change starts it again.`))
  toasts.takeBack(failure)
  const { title } = labelServer(name, studio.servers.entries.get() ?? [])
  toasts.tell(`${title} was restarted${why ? `: ${why} changed` : ''}`)
  reloadViews(studio, name)
}

const describeFiles = ([first = 'a file', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`

/** Remounts the Views of a server or of one document with their stored state, after a restart or a rebuild. */
function reloadViews({ views, conversations }: Studio, server: string, uri?: string): void {
  const shown = conversations.shown.get()
  if (shown.at !== 'open') return
  const entries = shown.conversation.entries.get()
  for (const { entry, mounted } of views.views) {
    const call = entries.find(({ id }) => id === entry)
    if (call?.kind === 'call' && call.server === server && (uri === undefined || call.resourceUri === uri))
      void mounted.reload().catch(() => {})
  }
}

/** The permissions of the user for the servers of the gateway. */
export interface ServerRights {
  /** May add, remove, restart and authorize servers, and change the settings. */
  readonly isAdmin: boolean
  /** May add servers that are started by a command. */
  readonly allowCommands: boolean
}

/** The rights of the user of this page. */
export function serverRights(session: SessionState): ServerRights {
  const isAdmin = session.at === 'ready' && session.info.user.role === 'admin'
  return { isAdmin, allowCommands: isAdmin && session.info.allowCommands }
}

const StudioContext = createContext<Studio | undefined>(undefined)

/** Gives the parts below it the Studio. */
export const StudioProvider = StudioContext.Provider

/** The Studio that this part belongs to. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext)
  if (!studio) throw new Error('useStudio: there is no StudioProvider above')
  return studio
}
