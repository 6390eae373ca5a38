import { bareMessage, listRequest, named, page } from './mcp-base.ts'
import { boolean, string } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, looseObject, object, optional } from './structures.ts'

/** An argument of a prompt. */
export const PromptArgumentSchema = object({ name: string(), description: optional(string()), required: optional(boolean()) })
export type PromptArgument = Infer<typeof PromptArgumentSchema>

/** A prompt that a server lists. */
export const PromptSchema = object({
  ...named,
  description: optional(string()),
  arguments: optional(array(PromptArgumentSchema)),
  _meta: optional(looseObject({})),
})
export type Prompt = Infer<typeof PromptSchema>

/** Lists the prompts of a server. */
export const ListPromptsRequestSchema = listRequest('prompts/list')
export type ListPromptsRequest = Infer<typeof ListPromptsRequestSchema>
/** A page of prompts. */
export const ListPromptsResultSchema = looseObject({ ...page, prompts: array(PromptSchema) })
export type ListPromptsResult = Infer<typeof ListPromptsResultSchema>

/** The list of prompts has changed. */
export const PromptListChangedNotificationSchema = bareMessage('notifications/prompts/list_changed')
export type PromptListChangedNotification = Infer<typeof PromptListChangedNotificationSchema>
