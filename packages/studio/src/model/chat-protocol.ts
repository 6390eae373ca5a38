import type { ApiError } from '@casement/gateway/api'
import type { ContentBlock } from 'casement/protocol/schemas'

/** Which model answers, where the page says it and not the environment of the command. */
export interface ModelChoice {
  readonly provider: 'openai-compatible' | 'anthropic'
  /** The model's own name, as its provider has it. */
  readonly id: string
  /** Where an OpenAI-compatible endpoint is, such as `http://localhost:11434/v1`. */
  readonly baseUrl?: string | undefined
  /** Kept by nobody: it is sent along with each request. */
  readonly key?: string | undefined
}

/** A tool call that the model made in an earlier turn. */
export interface ChatToolCall {
  readonly type: 'tool-call'
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One message of the conversation, as the model is to see it. */
export type ChatMessage =
  | { readonly role: 'user'; readonly content: readonly ContentBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly (ContentBlock | ChatToolCall)[] }
  | {
      readonly role: 'tool'
      /** The tool call that it answers. */
      readonly id: string
      readonly name: string
      readonly content: readonly ContentBlock[]
      readonly isError?: boolean | undefined
    }

/** A tool that is offered to the model. Its name may be any text that is unique; what a provider does not take is translated both ways. */
export interface ChatTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** What `POST /api/chat` takes. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly ChatTool[] | undefined
  /** What the Views want the model to know, as `modelContext.toContent()` has it. It stands before the latest message of the user. */
  readonly context?: readonly ContentBlock[] | undefined
  readonly system?: string | undefined
  /** Default: the model that the command was started with. */
  readonly model?: ModelChoice | undefined
}

/** What `POST /api/chat` answers: one JSON object per server-sent event. `done` or `error` is the last. */
export type ChatEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string }
  /** A piece of the JSON text of the input. */
  | { readonly type: 'tool-delta'; readonly id: string; readonly delta: string }
  /** The whole input. `invalid` says why it cannot be run; answer the model with that. */
  | {
      readonly type: 'tool-call'
      readonly id: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
      readonly invalid?: string | undefined
    }
  | { readonly type: 'done'; readonly reason: string }
  | { readonly type: 'error'; readonly error: ApiError['error'] }
