import type { UIActionResult } from './messages.ts'

type ActionOf<T extends UIActionResult['type']> = Extract<UIActionResult, { type: T }>

/** The action that calls a tool. */
export const uiActionResultToolCall = (toolName: string, params: Record<string, unknown>): ActionOf<'tool'> => ({
  type: 'tool',
  payload: { toolName, params },
})

/** The action that sends a prompt to the model. */
export const uiActionResultPrompt = (prompt: string): ActionOf<'prompt'> => ({ type: 'prompt', payload: { prompt } })

/** The action that opens a link. */
export const uiActionResultLink = (url: string): ActionOf<'link'> => ({ type: 'link', payload: { url } })

/** The action that states an intent and leaves its execution to the host. */
export const uiActionResultIntent = (intent: string, params: Record<string, unknown>): ActionOf<'intent'> => ({
  type: 'intent',
  payload: { intent, params },
})

/** The action that shows a notification. */
export const uiActionResultNotification = (message: string): ActionOf<'notify'> => ({ type: 'notify', payload: { message } })
