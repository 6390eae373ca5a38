import { isRecord } from '../../protocol/rpc/message.ts'
import { CallToolResultSchema, type CallToolResult, type ContentBlock } from '../../protocol/schemas/index.ts'
import { matches } from '../../protocol/schemas/schema.ts'

/** Content of a tool result for the model, in the types of the AI SDK. */
export type ModelContentPart =
  | { type: 'text'; text: string }
  | { type: 'image-data'; data: string; mediaType: string }
  | { type: 'file-data'; data: string; mediaType: string }

/** A tool result for the model, in the types of the AI SDK. */
export type ModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: ModelContentPart[] }

/** The part of a tool result that the model reads: its content, without the data for the View. */
export function toModelOutput(output: unknown): ModelOutput {
  const { content, structuredContent, isError } = toToolResult(output)
  const parts = content.map(toPart)
  // Some tools return their data only in structured form.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(text(JSON.stringify(structuredContent)))
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  if (isError) return { type: 'error-text', value: texts.join('\n') || 'The tool failed without a message' }
  return texts.length === parts.length ? { type: 'text', value: texts.join('\n') } : { type: 'content', value: parts }
}

/** The result that a View receives. The output of a tool that is not an MCP tool becomes its text and its structured content. */
export function toToolResult(output: unknown): CallToolResult {
  if (isRecord(output) && Array.isArray(output['content']) && matches(CallToolResultSchema, output)) return output
  const value = typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
  return { content: [text(value)], ...(isRecord(output) && { structuredContent: output }) }
}

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value })

function toPart(block: ContentBlock): ModelContentPart {
  switch (block.type) {
    case 'text':
      return text(block.text)
    case 'image':
      return { type: 'image-data', data: block.data, mediaType: block.mimeType }
    case 'audio':
      return { type: 'file-data', data: block.data, mediaType: block.mimeType }
    case 'resource':
      return text('text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`)
    default:
      return text(JSON.stringify(block))
  }
}
