import { named } from './mcp-base.ts'
import { boolean, literal, number, oneOf, string, text, unknown, type SdkValue } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, byType, looseObject, object, optional, record, union, withFastPath } from './structures.ts'
import { DATE_TIME, isBase64, isDateTime } from './text-formats.ts'

const base64 = text('base64 text', isBase64, { contentEncoding: 'base64' })
const meta = optional(record())

/** The role of a message in a conversation. */
export const RoleSchema = oneOf('user', 'assistant')
export type Role = Infer<typeof RoleSchema>

/** Hints about the audience and the importance of content. */
export const AnnotationsSchema = object({
  audience: optional(array(RoleSchema)),
  priority: optional(number(0, 1)),
  lastModified: optional(text('an ISO 8601 date and time', isDateTime, { format: 'date-time', pattern: DATE_TIME.source })),
})
export type Annotations = Infer<typeof AnnotationsSchema>

const annotations = optional(AnnotationsSchema)

const resourceContents = { uri: string(), mimeType: optional(string()), _meta: meta }

/** The contents of a resource, as text. */
export const TextResourceContentsSchema = object({ ...resourceContents, text: string() })
export type TextResourceContents = Infer<typeof TextResourceContentsSchema>

/** The contents of a resource, as base64. */
export const BlobResourceContentsSchema = object({ ...resourceContents, blob: base64 })
export type BlobResourceContents = Infer<typeof BlobResourceContentsSchema>

/** The contents of a resource, as text or base64. */
export const AnyResourceContentsSchema = union(TextResourceContentsSchema, BlobResourceContentsSchema)

/** A resource that a server lists. */
export const ResourceSchema = object({
  ...named,
  uri: string(),
  description: optional(string()),
  mimeType: optional(string()),
  size: optional(number()),
  annotations,
  _meta: optional(looseObject({})),
})
export type Resource = Infer<typeof ResourceSchema>

/** Text content. */
export const TextContentSchema = object({ type: literal('text'), text: string(), annotations, _meta: meta })
/** Text content. */
export type TextContent = Infer<typeof TextContentSchema>

/** An image, as base64. */
export const ImageContentSchema = object({ type: literal('image'), data: base64, mimeType: string(), annotations, _meta: meta })
export type ImageContent = Infer<typeof ImageContentSchema>

/** Audio, as base64. */
export const AudioContentSchema = object({ type: literal('audio'), data: base64, mimeType: string(), annotations, _meta: meta })
export type AudioContent = Infer<typeof AudioContentSchema>

/** A resource that is embedded in the message. */
export const EmbeddedResourceSchema = object({
  type: literal('resource'),
  resource: AnyResourceContentsSchema,
  annotations,
  _meta: meta,
})
/** A resource that is embedded in the message. */
export type EmbeddedResource = Infer<typeof EmbeddedResourceSchema>

/** A link to a resource. */
export const ResourceLinkSchema = object({ ...ResourceSchema.shape, type: literal('resource_link') })
/** A link to a resource. */
export type ResourceLink = Infer<typeof ResourceLinkSchema>

/** True for a text block without optional members. Most blocks of long results are, and fixed names are read several times faster than a shape's keys. */
export const isPlainText = (block: { type?: unknown; text?: unknown; annotations?: unknown; _meta?: unknown }): boolean =>
  block.type === 'text' && typeof block.text === 'string' && block.annotations === undefined && block._meta === undefined

/** A content block of a tool result or a message. */
export const ContentBlockSchema = withFastPath(
  byType(TextContentSchema, ImageContentSchema, AudioContentSchema, ResourceLinkSchema, EmbeddedResourceSchema),
  isPlainText,
)
/** One block of content. */
export type ContentBlock = Infer<typeof ContentBlockSchema>

/** A tool call by the model, in sampling. */
export const ToolUseContentSchema = object({
  type: literal('tool_use'),
  name: string(),
  id: string(),
  input: record(),
  _meta: meta,
})
export type ToolUseContent = Infer<typeof ToolUseContentSchema>

/** The result of a tool call for the model, in sampling. */
export const ToolResultContentSchema = object({
  type: literal('tool_result'),
  toolUseId: string(),
  content: array(ContentBlockSchema),
  structuredContent: optional(unknown() as Schema<SdkValue>),
  isError: optional(boolean()),
  _meta: meta,
})
export type ToolResultContent = Infer<typeof ToolResultContentSchema>
