import { STATE_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { textOf } from '../apps-to-mcp-ui.ts'
import type { AppsHost } from './apps-host.ts'
import { openaiFiles, type OpenAiFiles } from './openai-files.ts'
import type { OpenAiGlobals } from './openai-globals.ts'

/** The methods of `window.openai`, as its reference lists them, and two older names. */
export interface OpenAiMethods extends OpenAiFiles {
  readonly callTool: (name: string, args?: Record<string, unknown>) => Promise<unknown>
  readonly sendFollowUpMessage: (message: { prompt: string; scrollToBottom?: boolean }) => Promise<void>
  /** The older name of `sendFollowUpMessage`. */
  readonly sendFollowupTurn: (message: { prompt: string }) => Promise<void>
  readonly openExternal: (link: { href: string; redirectUrl?: false | string }) => Promise<void>
  readonly requestDisplayMode: (wish: { mode: 'inline' | 'fullscreen' | 'pip' }) => Promise<{ mode: string }>
  readonly requestModal: (wish: {
    title?: string
    params?: unknown
    anchor?: unknown
    template?: string
  }) => Promise<{ mode: string }>
  readonly requestClose: () => Promise<void>
  readonly requestCheckout: (session: unknown) => Promise<never>
  readonly setWidgetState: (state: unknown) => Promise<void>
  readonly setOpenInAppUrl: (link: { href: string }) => Promise<void>
  readonly notifyIntrinsicHeight: (height: number | { height: number }) => void
}

/** The context of the methods. */
export interface OpenAiContext {
  readonly host: AppsHost
  readonly globals: () => OpenAiGlobals
  readonly set: (changes: Partial<OpenAiGlobals>) => void
  /** The widget has reported its height itself. */
  readonly sized: () => void
}

/** Under this key the state of a widget lies among the state of its View. */
export const WIDGET_STATE_KEY = 'openai/widgetState'

/**
 * Handles the requests of a ChatGPT widget with the features of an Apps host. A request without an equivalent rejects with the
 * reason.
 */
export function openaiMethods({ host, globals, set, sized }: OpenAiContext): OpenAiMethods {
  const succeed = async (method: string, params: object, what: string): Promise<void> => {
    const result = await host.request(method, params)
    if (isRecord(result) && result['isError']) throw new Error(`The host refused ${what}`)
  }
  const sendFollowUpMessage = ({ prompt }: { prompt: string }): Promise<void> =>
    succeed('ui/message', { role: 'user', content: [{ type: 'text', text: prompt }] }, 'the message')
  const requestDisplayMode = async ({ mode }: { mode: string }): Promise<{ mode: string }> => {
    const result = await host.request('ui/request-display-mode', { mode })
    return { mode: isRecord(result) && typeof result['mode'] === 'string' ? result['mode'] : globals().displayMode }
  }
  return {
    ...openaiFiles(),
    async callTool(name, args = {}) {
      const result = await host.request('tools/call', { name, arguments: args })
      dispatchEvent(new CustomEvent('openai:tool_response', { detail: { name, args, result } }))
      // Older widgets read the text under `result`.
      return { ...(isRecord(result) && { result: textOf(result['content']), ...result }) }
    },
    sendFollowUpMessage,
    sendFollowupTurn: sendFollowUpMessage,
    openExternal: ({ href }) => succeed('ui/open-link', { url: href }, 'the link'),
    requestDisplayMode,
    async requestModal({ params = null, template }) {
      if (template !== undefined) throw new Error('This host cannot open another template in a modal')
      const { mode } = await requestDisplayMode({ mode: 'fullscreen' })
      if (mode !== 'fullscreen') throw new Error('This host does not support modals')
      set({ view: { mode: 'modal', params } })
      return { mode: 'modal' }
    },
    async requestClose() {
      if (globals().view.mode === 'modal') await requestDisplayMode({ mode: 'inline' })
      else host.notify('ui/notifications/request-teardown', {})
    },
    requestCheckout: () => Promise.reject(new Error('This host does not support checkout')),
    async setWidgetState(state) {
      set({ widgetState: state })
      const { hostCapabilities } = await host.ready
      const keeps = hostCapabilities.experimental?.[STATE_CAPABILITY] !== undefined
      const entry = { version: 1, value: state }
      await Promise.all([
        keeps && host.request('dev.casement/state/write', { key: WIDGET_STATE_KEY, entry }),
        hostCapabilities.updateModelContext && host.request('ui/update-model-context', modelContext(state)),
      ])
    },
    // This host has no such button, and a widget does not depend on it.
    setOpenInAppUrl: async () => {},
    notifyIntrinsicHeight(given) {
      sized()
      host.notify('ui/notifications/size-changed', { height: typeof given === 'number' ? given : given.height })
    },
  }
}

/** The model reads the state of a widget, or the model part of a structured state. */
function modelContext(state: unknown): object {
  const shown = isRecord(state) && 'modelContent' in state ? state['modelContent'] : state
  if (isRecord(shown)) return { structuredContent: shown }
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown ?? null)
  return { content: shown === null || shown === undefined ? [] : [{ type: 'text', text }] }
}
