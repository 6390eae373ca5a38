import { isHttp } from './configured-model.ts'
import type { ChatMessage, ChatRequest, ModelChoice } from './chat-protocol.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isBlocks = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => isFields(each) && isText(each['type']))

/** Reads the body of a request, or says what is wrong with it. */
export function readChatRequest(body: unknown): ChatRequest | Error {
  if (!isFields(body)) return new Error('the body must be a JSON object')
  const { messages, tools = [], context = [], system, model } = body
  if (!Array.isArray(messages) || messages.length === 0) return new Error('"messages" must be a list with at least one message')
  const wrong = messages.findIndex((message) => !isMessage(message))
  if (wrong >= 0) return new Error(`"messages[${wrong}]" is no message`)
  if (!Array.isArray(tools) || !tools.every(isTool)) return new Error('"tools" must be a list of { name, inputSchema }')
  if (!isBlocks(context)) return new Error('"context" must be a list of content blocks')
  if (system !== undefined && !isText(system)) return new Error('"system" must be a text')
  if (model !== undefined && !isChoice(model))
    return new Error('"model" must have a provider (openai-compatible with a baseUrl, or anthropic with a key) and an id')
  return { messages, tools, context, system, model } as ChatRequest
}

function isMessage(value: unknown): value is ChatMessage {
  if (!isFields(value)) return false
  const { role, content, calls, call, name, result } = value
  if (role === 'user') return isBlocks(content)
  if (role === 'assistant') return isBlocks(content) && Array.isArray(calls) && calls.every(isCall)
  return role === 'tool' && isText(call) && isText(name) && isFields(result) && isBlocks(result['content'])
}

const isCall = (value: unknown): boolean =>
  isFields(value) && isText(value['id']) && isText(value['name']) && isFields(value['input'])

const isTool = (value: unknown): value is ChatRequest['tools'][number] =>
  isFields(value) && isText(value['name']) && isFields(value['inputSchema'])

function isChoice(value: unknown): value is ModelChoice {
  if (!isFields(value) || !isText(value['id'])) return false
  const { provider, baseUrl, key } = value
  if (key !== undefined && !isText(key)) return false
  if (baseUrl !== undefined && !(isText(baseUrl) && isHttp(baseUrl))) return false
  return provider === 'openai-compatible' ? baseUrl !== undefined : provider === 'anthropic' && key !== undefined
}
