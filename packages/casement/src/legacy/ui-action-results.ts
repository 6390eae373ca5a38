import type { UIActionResult } from './messages.ts'

type ActionOf<T extends UIActionResult['type']> = Extract<UIActionResult, { type: T }>

/** The action that calls a tool. */
export const uiActionResultToolCall = (toolName: string, params: Record<string, unknown>): ActionOf<'tool'> => ({
  type: 'tool',
  payload: { toolName, params },
})

/** The action that gives the model something to answer. */
export const uiActionResultPrompt = (prompt: string): ActionOf<'prompt'> => ({ type: 'prompt', payload: { prompt } })

/** The action that opens a link. */
export const uiActionResultLink = (url: string): ActionOf<'link'> => ({ type: 'link', payload: { url } })

/** The action that says what the user wants, and leaves the how to the host. */
export const uiActionResultIntent = (intent: string, params: Record<string, unknown>): ActionOf<'intent'> => ({
  type: 'intent',
  payload: { intent, params },
})

/** The action that tells the user something. */
export const uiActionResultNotification = (message: string): ActionOf<'notify'> => ({ type: 'notify', payload: { message } })
