import type { Channel } from '../../protocol/channel/channel.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type {
  CallToolResult,
  ContentBlock,
  Implementation,
  McpUiAppCapabilities,
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiHostContext,
} from '../../protocol/schemas/index.ts'
import { EVENTS, type AppEvent } from '../events/app-events.ts'
import { parentChannel } from '../connection/parent-channel.ts'
import { fail, openSession, type Member, type Session } from '../connection/session.ts'
import { reportSize } from '../sizing/auto-resize.ts'
import type { WireChannel } from '../connection/wire.ts'

type Json = Record<string, unknown>

/** The light flavour of a View's connection to its host: positional arguments, and handlers that receive the thing itself. */
export interface McpApp {
  ontoolinput?: (args: Json) => void
  ontoolinputpartial?: (args: Json) => void
  ontoolresult?: (result: CallToolResult) => void
  ontoolcancelled?: (reason?: string) => void
  onhostcontextchanged?: (context: McpUiHostContext) => void
  onteardown?: (reason?: string) => unknown
  onerror?: (error: Error) => void
  connect(channel?: Channel): Promise<{ hostCapabilities: McpUiHostCapabilities; hostContext: McpUiHostContext }>
  callServerTool(name: string, args?: Json): Promise<CallToolResult>
  sendMessage(role: 'user', content: string | ContentBlock[]): Promise<unknown>
  updateModelContext(content?: string | ContentBlock[], structured?: Json): Promise<unknown>
  openLink(url: string): Promise<unknown>
  requestDisplayMode(mode: McpUiDisplayMode): Promise<McpUiDisplayMode>
}

/** Makes them: who the View is, and what it can do. */
export type McpAppConstructor = new (appInfo?: Implementation, capabilities?: McpUiAppCapabilities) => McpApp

/** The light flavour of a View's connection to its host. A handler that is set late is called with the latest it has missed. */
export const McpApp: McpAppConstructor = function construct(
  this: McpApp,
  appInfo: Implementation = { name: document.title, version: '0' },
  appCapabilities: McpUiAppCapabilities = {},
) {
  let session: Session | undefined
  let stopSizing: Unsubscribe | undefined
  let begin: (connecting: typeof ready) => void
  const ready = new Promise<Awaited<ReturnType<McpApp['connect']>>>((resolve) => {
    begin = resolve
  })
  const start = async (channel: WireChannel = parentChannel()): typeof ready => {
    const opened = (session = openSession(channel, member, { appInfo, appCapabilities }))
    const wire = await opened.ready
    const reporter = {
      getHostContext: () => opened.snapshot.hostContext,
      sendSizeChanged: async (size: object) => wire.notify('ui/notifications/size-changed', size),
    }
    stopSizing = reportSize('content', reporter)
    const { hostCapabilities = {}, hostContext = {} } = opened.snapshot
    return { hostCapabilities, hostContext }
  }
  const request = async (method: string, params: object): Promise<unknown> => {
    await ready
    return session?.wire.request(method, params)
  }
  const member: Member = Object.assign(this, {
    answer: async (method: string, params: unknown) => {
      if (method !== 'ui/resource-teardown') return undefined
      const answer = await this.onteardown?.((params as { reason?: string }).reason)
      // Who has taken leave asks for no more room.
      stopSizing?.()
      return answer ?? {}
    },
    hear: (event?: AppEvent, params: Json = {}) => {
      try {
        if (event) this[`on${event}`]?.((event === 'toolcancelled' ? params['reason'] : (params['arguments'] ?? params)) as never)
      } catch (error) {
        fail(this, error)
      }
    },
    connect(channel) {
      if (!session) begin(start(channel))
      return ready
    },
    callServerTool: (name, args = {}) => request('tools/call', { name, arguments: args }) as Promise<CallToolResult>,
    sendMessage: (role, content) => request('ui/message', { role, content: blocks(content) }),
    updateModelContext: (content, structuredContent) =>
      request('ui/update-model-context', { content: blocks(content), structuredContent }),
    openLink: (url) => request('ui/open-link', { url }),
    requestDisplayMode: async (mode) => ((await request('ui/request-display-mode', { mode })) as { mode: McpUiDisplayMode }).mode,
  } satisfies Partial<McpApp> & Member)

  for (const event in EVENTS) {
    const latest = (): unknown => session?.snapshot[EVENTS[event as AppEvent]]
    let handler: unknown
    Object.defineProperty(this, `on${event}`, {
      get: () => handler,
      set(given) {
        if (given === handler) return
        const missed = latest()
        handler = given
        queueMicrotask(() => {
          // Neither replaced nor told something newer meanwhile.
          if (missed && missed === latest() && handler === given) member.hear(event as AppEvent, missed)
        })
      },
    })
  }
} as never

const blocks = (content: string | ContentBlock[] | undefined): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content
