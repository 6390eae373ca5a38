import type { ApiError } from '@casement/gateway/api'
import type { CallToolResult, ContentBlock, Tool } from 'casement/protocol/schemas'

/** The model that the page selects instead of the one in the environment. */
export interface ModelChoice {
  readonly provider: 'openai-compatible' | 'anthropic'
  /** The model's own name, as its provider has it. */
  readonly id: string
  /** Where an OpenAI-compatible endpoint is, such as `http://localhost:11434/v1`. */
  readonly baseUrl?: string | undefined
  /** Not stored: it is sent along with each request. */
  readonly key?: string | undefined
}

/** A tool call of the model. */
export interface ChatCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One message of the conversation, as the model gets it. */
export type ChatMessage =
  | { readonly role: 'user'; readonly content: readonly ContentBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly ContentBlock[]; readonly calls: readonly ChatCall[] }
  | { readonly role: 'tool'; readonly call: string; readonly name: string; readonly result: CallToolResult }

/** The body of `POST /api/chat`. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** The tools for the model, with the names that the page chose. Names that a provider refuses are translated in both directions. */
  readonly tools: readonly Pick<Tool, 'name' | 'description' | 'inputSchema'>[]
  /** The model context of the Views, exactly as shown to the user. It precedes the latest message of the user. */
  readonly context: readonly ContentBlock[]
  readonly system?: string | undefined
  /** Default: the model that the command was started with. */
  readonly model?: ModelChoice | undefined
}

/** The response of `POST /api/chat`: one JSON object per server-sent event. `done` or `error` is the last. */
export type ChatEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string }
  /** A piece of the JSON text of the input. */
  | { readonly type: 'tool-delta'; readonly id: string; readonly delta: string }
  /** The whole input. `invalid` says why it cannot be run; answer the model with that. */
  | ({ readonly type: 'tool-call'; readonly invalid?: string | undefined } & ChatCall)
  | { readonly type: 'done'; readonly reason: string }
  | { readonly type: 'error'; readonly error: ApiError['error'] }
