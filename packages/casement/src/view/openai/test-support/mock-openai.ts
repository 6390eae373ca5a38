import type { OpenAiGlobal } from '../openai-global.ts'

type Globals = { -readonly [K in keyof OpenAiGlobal]?: OpenAiGlobal[K] }

/** A page's `window.openai` and what was asked of it. */
export interface OpenAiStandIn {
  readonly openai: OpenAiGlobal
  /** Every call, by name, with its arguments. */
  readonly calls: [name: string, ...args: unknown[]][]
  /** Changes globals as the host does: the properties first, then the event that names them. */
  set(changes: Globals): void
}

/**
 * `window.openai` as its public documentation describes it: globals that are properties, methods that ask the host, and
 * `openai:set_globals` with the changed ones. What is handed over is cloned, because in the real one it leaves the window.
 */
export function standInForOpenai(globals: Globals = {}): OpenAiStandIn {
  const calls: OpenAiStandIn['calls'] = []
  const heard =
    <A extends unknown[], R>(name: string, answer: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...structuredClone(args)])
      return answer(...args)
    }
  const set = (changes: Globals): void => {
    Object.assign(openai, changes)
    dispatchEvent(new CustomEvent('openai:set_globals', { detail: { globals: changes } }))
  }
  const openai: Globals = {
    toolInput: {},
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: null,
    theme: 'light',
    locale: 'en-US',
    displayMode: 'inline',
    maxHeight: 640,
    safeArea: { insets: { top: 0, right: 0, bottom: 12, left: 0 } },
    userAgent: { device: { type: 'mobile' }, capabilities: { hover: false, touch: true } },
    setWidgetState: heard('setWidgetState', async (state) => set({ widgetState: structuredClone(state) })),
    callTool: heard('callTool', async (name, args) => ({ content: [], structuredContent: { name, args } })),
    sendFollowUpMessage: heard('sendFollowUpMessage', async () => {}),
    openExternal: heard('openExternal', () => {}),
    requestDisplayMode: heard('requestDisplayMode', async ({ mode }) => ({ mode: mode === 'pip' ? 'fullscreen' : mode })),
    requestClose: heard('requestClose', () => {}),
    notifyIntrinsicHeight: heard('notifyIntrinsicHeight', () => {}),
    ...globals,
  }
  return { openai, calls, set }
}
