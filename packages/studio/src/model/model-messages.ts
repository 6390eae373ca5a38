import type { AssistantModelMessage, FilePart, ImagePart, ModelMessage, TextPart, ToolModelMessage } from 'ai'
import type { CallToolResult, ContentBlock } from 'casement/protocol/schemas'
import type { ChatMessage, ChatRequest, ModelChoice } from './chat-protocol.ts'
import type { ToolNames } from './tool-names.ts'

/** The conversation in the format of the SDK, with the context of the Views before the latest user message. */
export function toModelMessages(
  { messages, context }: Pick<ChatRequest, 'messages' | 'context'>,
  names: ToolNames,
  provider: ModelChoice['provider'],
): ModelMessage[] {
  const latest = messages.findLastIndex(({ role }) => role === 'user')
  const result = messages.map((message, index) =>
    toModelMessage(index === latest ? withContext(message, context) : message, names, provider),
  )
  if (latest < 0 && context.length > 0) result.push({ role: 'user', content: context.map(toUserPart) })
  return result
}

const withContext = (message: ChatMessage, context: readonly ContentBlock[]): ChatMessage =>
  message.role === 'user' ? { ...message, content: [...context, ...message.content] } : message

function toModelMessage(message: ChatMessage, names: ToolNames, provider: ModelChoice['provider']): ModelMessage {
  if (message.role === 'user') return { role: 'user', content: message.content.map(toUserPart) }
  if (message.role === 'assistant') return { role: 'assistant', content: toAssistantParts(message, names) }
  const { call, name, result } = message
  const output = toToolOutput(result, provider)
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: call, toolName: names.encode(name), output }] }
}

function toUserPart(block: ContentBlock): TextPart | ImagePart | FilePart {
  if (block.type === 'image') return { type: 'image', image: block.data, mediaType: block.mimeType }
  if (block.type === 'audio') return { type: 'file', data: block.data, mediaType: block.mimeType }
  return { type: 'text', text: textOf(block) }
}

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number]

function toAssistantParts({ content, calls }: Extract<ChatMessage, { role: 'assistant' }>, names: ToolNames): AssistantPart[] {
  return [
    ...content.map((block) => ({ type: 'text', text: textOf(block) }) as const),
    ...calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: names.encode(name), input }) as const),
  ]
}

type ToolOutput = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>['output']

function toToolOutput({ content, isError }: CallToolResult, provider: ModelChoice['provider']): ToolOutput {
  const text = content.map(textOf).join('\n')
  if (isError) return { type: 'error-text', value: text || 'The tool failed and did not say why.' }
  // Endpoints of the OpenAI kind take text only here; a picture would arrive as a megabyte of letters.
  const hasPictures = provider === 'anthropic' && content.some(({ type }) => type === 'image')
  if (!hasPictures) return { type: 'text', value: text }
  return {
    type: 'content',
    value: content.map((block) =>
      block.type === 'image'
        ? { type: 'image-data', data: block.data, mediaType: block.mimeType }
        : { type: 'text', text: textOf(block) },
    ),
  }
}

/** A content block as text, for providers that accept only text. */
function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${block.data.length} characters of base64, not shown to you]`
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})`
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}, binary, not shown to you]`
    default:
      return `[content of an unknown type]`
  }
}
