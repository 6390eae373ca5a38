import { readVisibility } from 'casement/protocol'
import type { HostDriver, Turn } from '../host-target/driver.ts'
import { type Connected, forModel } from './page-client.ts'

type Fields = Readonly<Record<string, unknown>>

/** The state of a host page that has a bridge and nothing else, and its responses to Views. */
export interface PageState {
  connected: Connected | undefined
  readonly turns: Turn[]
  context: Fields
  isAllowed: boolean
  readonly answers: {
    readonly openLink: (params: { url: string }) => { isError?: boolean }
    readonly message: (params: { role?: unknown; content?: unknown }) => { isError?: boolean }
    readonly updateContext: (params: Fields) => object
    readonly callTool: (params: {
      name: string
      arguments?: Record<string, unknown> | undefined
    }) => Promise<Record<string, unknown>>
    readonly readResource: (params: { uri: string }) => Promise<Record<string, unknown>>
  }
  /** The parts of a driver that follow from it. */
  readonly driver: Pick<HostDriver, 'getConversation' | 'getConversationContext' | 'confirmAction' | 'sendMessage' | 'callTool'>
  /** Resets the page: no conversation, no server, and a user who allows everything. */
  forget(): Promise<void>
}

/** The capabilities of every such page. */
export const CAPABILITIES = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

/** The initial state of every View. */
export const CONTEXT = {
  theme: 'light',
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  platform: 'web',
} as const

/** A conversation, a simulated user, and the rules that bridges leave to their page: visibility, links. */
export function makePageState(): PageState {
  const turns: Turn[] = []
  const state: PageState = {
    connected: undefined,
    turns,
    context: {},
    isAllowed: true,
    answers: {
      openLink({ url }) {
        if (!state.isAllowed || !/^https?:/.test(url)) return { isError: true }
        open(url, '_blank', 'noopener,noreferrer')
        return {}
      },
      message({ role, content }) {
        if (!state.isAllowed) return { isError: true }
        turns.push({ role: String(role), content: [content].flat() })
        return {}
      },
      updateContext(params) {
        state.context = params
        return {}
      },
      async callTool({ name, arguments: args = {} }) {
        const tool = state.connected?.tools.find((listed) => listed.name === name)
        if (!state.connected || !tool || !readVisibility(tool).app) throw new Error(`${name} is not for Views`)
        return state.connected.client.callTool({ name, arguments: args })
      },
      async readResource({ uri }) {
        if (!state.connected) throw new Error('there is no server')
        return state.connected.client.readResource({ uri })
      },
    },
    driver: {
      getConversation: async () => [...turns],
      getConversationContext: async () => ({
        content: (state.context['content'] ?? []) as unknown[],
        structuredContent: [state.context['structuredContent'] ?? []].flat(),
        tools: forModel(state.connected?.tools ?? []),
      }),
      confirmAction: async (allow) => void (state.isAllowed = allow),
      sendMessage: async (text) => void turns.push({ role: 'user', content: [{ type: 'text', text }] }),
      async callTool(name, args) {
        if (!state.connected) throw new Error('there is no server')
        return state.connected.client.callTool({ name, arguments: args })
      },
    },
    async forget() {
      const { connected } = state
      turns.length = 0
      Object.assign(state, { connected: undefined, context: {}, isAllowed: true })
      await connected?.close()
    },
  }
  return state
}
