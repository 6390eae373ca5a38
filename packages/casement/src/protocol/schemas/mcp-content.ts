import { named } from './mcp-base.ts'
import { boolean, literal, number, oneOf, string, text, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, byType, looseObject, object, optional, record, union, withShortcut } from './structures.ts'
import { DATE_TIME, isBase64, isDateTime } from './text-formats.ts'

const base64 = text('base64 text', isBase64, { contentEncoding: 'base64' })
const meta = optional(record())

/** Who is speaking. */
export const RoleSchema = oneOf('user', 'assistant')
export type Role = Infer<typeof RoleSchema>

/** Hints on who content is for and how much it matters. */
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

/** The contents of a resource, either way. */
export const AnyResourceContentsSchema = union(TextResourceContentsSchema, BlobResourceContentsSchema)

/** A resource in a listing. */
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

/** Text for a model or a person. */
export const TextContentSchema = object({ type: literal('text'), text: string(), annotations, _meta: meta })
export type TextContent = Infer<typeof TextContentSchema>

/** A picture, as base64. */
export const ImageContentSchema = object({ type: literal('image'), data: base64, mimeType: string(), annotations, _meta: meta })
export type ImageContent = Infer<typeof ImageContentSchema>

/** Sound, as base64. */
export const AudioContentSchema = object({ type: literal('audio'), data: base64, mimeType: string(), annotations, _meta: meta })
export type AudioContent = Infer<typeof AudioContentSchema>

/** A resource carried inside the message. */
export const EmbeddedResourceSchema = object({
  type: literal('resource'),
  resource: AnyResourceContentsSchema,
  annotations,
  _meta: meta,
})
export type EmbeddedResource = Infer<typeof EmbeddedResourceSchema>

/** A resource named by its URI. */
export const ResourceLinkSchema = object({ ...ResourceSchema.shape, type: literal('resource_link') })
export type ResourceLink = Infer<typeof ResourceLinkSchema>

/** The commonest block. Long results are long lists of it, and fixed names are read several times faster than the keys of a shape. */
export const isBareText = (block: { type?: unknown; text?: unknown; annotations?: unknown; _meta?: unknown }): boolean =>
  block.type === 'text' && typeof block.text === 'string' && block.annotations === undefined && block._meta === undefined

/** One piece of content in a tool result or a message. */
export const ContentBlockSchema = withShortcut(
  byType(TextContentSchema, ImageContentSchema, AudioContentSchema, ResourceLinkSchema, EmbeddedResourceSchema),
  isBareText,
)
export type ContentBlock = Infer<typeof ContentBlockSchema>

/** A model's wish to call a tool, in sampling. */
export const ToolUseContentSchema = object({
  type: literal('tool_use'),
  name: string(),
  id: string(),
  input: record(),
  _meta: meta,
})
export type ToolUseContent = Infer<typeof ToolUseContentSchema>

/** The outcome of such a call, told to the model. */
export const ToolResultContentSchema = object({
  type: literal('tool_result'),
  toolUseId: string(),
  content: array(ContentBlockSchema),
  structuredContent: optional(unknown()),
  isError: optional(boolean()),
  _meta: meta,
})
export type ToolResultContent = Infer<typeof ToolResultContentSchema>
