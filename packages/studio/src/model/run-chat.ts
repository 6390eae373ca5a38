import type { JSONSchema7, TextStreamPart, ToolSet } from 'ai'
import type { ChatEvent, ChatRequest, ModelChoice } from './chat-protocol.ts'
import { explainModelFailure } from './model-failure.ts'
import { languageModel } from './language-model.ts'
import { toModelMessages } from './model-messages.ts'
import { createToolNames, type ToolNames } from './tool-names.ts'

/** Requests one turn from a model and streams it. Tools run in the page, which has the Views. */
export async function* runChat(request: ChatRequest, model: ModelChoice, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  // Its warnings would go to the console, between the lines that scripts read.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const { jsonSchema, streamText, tool } = await import('ai')
  const names = createToolNames(request.tools.map(({ name }) => name))
  const tools: ToolSet = Object.fromEntries(
    request.tools.map(({ name, description, inputSchema }) => [
      names.encode(name),
      tool({ inputSchema: jsonSchema(inputSchema as JSONSchema7), ...(description !== undefined && { description }) }),
    ]),
  )
  try {
    const { fullStream } = streamText({
      model: await languageModel(model),
      messages: toModelMessages(request, names, model.provider),
      tools,
      abortSignal: signal,
      // A user is waiting and can send again, so there is only one retry for short failures.
      maxRetries: 1,
      // It arrives in the stream too.
      onError: () => {},
      ...(request.system !== undefined && { system: request.system }),
    })
    for await (const part of fullStream) {
      const event = toEvent(part, names, model)
      if (event) yield event
      if (event?.type === 'error') return
    }
  } catch (error) {
    yield { type: 'error', error: explainModelFailure(error, model) }
  }
}

function toEvent(part: TextStreamPart<ToolSet>, names: ToolNames, model: ModelChoice): ChatEvent | undefined {
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', delta: part.text }
    case 'tool-input-start':
      return { type: 'tool-start', id: part.id, name: names.decode(part.toolName) }
    case 'tool-input-delta':
      return { type: 'tool-delta', id: part.id, delta: part.delta }
    case 'tool-call':
      return toCall(part, names)
    case 'finish':
      return { type: 'done', reason: part.finishReason }
    case 'abort':
      return { type: 'done', reason: 'aborted' }
    case 'error':
      return { type: 'error', error: explainModelFailure(part.error, model) }
    default:
      return undefined
  }
}

function toCall(part: Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>, names: ToolNames): ChatEvent {
  const { toolCallId: id, toolName, input } = part
  const call = { type: 'tool-call', id, name: names.decode(toolName) } as const
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (part.invalid) return { ...call, input: {}, invalid: messageOf(part.error) }
  if (!isObject) return { ...call, input: {}, invalid: 'The input of a tool must be a JSON object.' }
  return { ...call, input: input as Record<string, unknown> }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
