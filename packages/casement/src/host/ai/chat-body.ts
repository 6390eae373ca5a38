import { isRecord } from '../../protocol/rpc/message.ts'
import type { ContentBlock } from '../../protocol/schemas/index.ts'

/** A tool of an open View, as the page describes it to the route. */
export interface ChatAppTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: { readonly type: 'object' } & Record<string, unknown>
}

/** The open Views of the page, in the body of each request as `apps`. */
export interface ChatAppsBody {
  /** The contexts of the Views for the model. */
  readonly context?: readonly ContentBlock[]
  readonly tools?: readonly ChatAppTool[]
}

const MAX_TOOLS = 200
const MAX_TEXT = 200_000
const NAME = /^[\w-]{1,64}$/

/** Reads the body defensively: any client can send a request to a chat's route. Invalid parts are left out. */
export function readChatBody(body: unknown): { readonly context: string; readonly tools: readonly ChatAppTool[] } {
  const { context, tools } = isRecord(body) ? body : {}
  const blocks = Array.isArray(context) ? (context as unknown[]) : []
  const text = blocks.flatMap((block) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'] : [])).join('\n')
  return {
    // A part of a context would lack the line that ends it.
    context: text.length <= MAX_TEXT ? text : '',
    tools: Array.isArray(tools) ? (tools as unknown[]).filter(isAppTool).slice(0, MAX_TOOLS) : [],
  }
}

function isAppTool(tool: unknown): tool is ChatAppTool {
  if (!isRecord(tool)) return false
  const { name, description, inputSchema } = tool
  const isDescribed = description === undefined || typeof description === 'string'
  return typeof name === 'string' && NAME.test(name) && isDescribed && isRecord(inputSchema) && inputSchema['type'] === 'object'
}

/** The part of a model message that is used here. */
interface HasRole {
  readonly role: string
}

/** A message for the model with the role `user`. */
export interface UserMessage {
  role: 'user'
  content: string
}

/**
 * Adds the contexts of open Views to the messages for the model, before the last message of the user. They have the role `user`, because
 * a View is not to be trusted more than its user.
 */
export function withAppContext<M extends HasRole>(messages: readonly M[], apps: ChatAppsBody | undefined): (M | UserMessage)[] {
  const { context } = readChatBody(apps)
  if (context === '') return [...messages]
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const index = last < 0 ? messages.length : last
  return [...messages.slice(0, index), { role: 'user', content: context }, ...messages.slice(index)]
}
