import type { OpenAiGlobal } from '../openai-global.ts'

type Globals = { -readonly [K in keyof OpenAiGlobal]?: OpenAiGlobal[K] }

/** A mock of `window.openai`, and the calls that it received. */
export interface OpenAiMock {
  readonly openai: OpenAiGlobal
  /** Every call, by name, with its arguments. */
  readonly calls: [name: string, ...args: unknown[]][]
  /** Changes globals as the host does: the properties first, then the event that names them. */
  set(changes: Globals): void
}

/**
 * `window.openai` as its public documentation describes it: globals that are properties, methods that call the host, and
 * `openai:set_globals` with the changed ones. Arguments are cloned, because in the real one they leave the window.
 */
export function mockOpenai(globals: Globals = {}): OpenAiMock {
  const calls: OpenAiMock['calls'] = []
  const recorded =
    <A extends unknown[], R>(name: string, implementation: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...structuredClone(args)])
      return implementation(...args)
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
    setWidgetState: recorded('setWidgetState', async (state) => set({ widgetState: structuredClone(state) })),
    callTool: recorded('callTool', async (name, args) => ({ content: [], structuredContent: { name, args } })),
    sendFollowUpMessage: recorded('sendFollowUpMessage', async () => {}),
    openExternal: recorded('openExternal', () => {}),
    requestDisplayMode: recorded('requestDisplayMode', async ({ mode }) => ({ mode: mode === 'pip' ? 'fullscreen' : mode })),
    requestClose: recorded('requestClose', () => {}),
    notifyIntrinsicHeight: recorded('notifyIntrinsicHeight', () => {}),
    ...globals,
  }
  return { openai, calls, set }
}
