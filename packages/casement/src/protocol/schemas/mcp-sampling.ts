import { base, resultBase } from './mcp-base.ts'
import {
  AudioContentSchema,
  ImageContentSchema,
  RoleSchema,
  TextContentSchema,
  ToolResultContentSchema,
  ToolUseContentSchema,
} from './mcp-content.ts'
import { ToolSchema } from './mcp-tools.ts'
import { integer, literal, number, oneOf, string, type SdkValue } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, byType, looseObject, object, optional, record, union } from './structures.ts'

/** Content of a model's input or output, without tools. */
export const SamplingContentSchema = byType(TextContentSchema, ImageContentSchema, AudioContentSchema)

/** Content of a model's input or output, with tools. */
export const SamplingMessageContentBlockSchema = byType(
  TextContentSchema,
  ImageContentSchema,
  AudioContentSchema,
  ToolUseContentSchema,
  ToolResultContentSchema,
)
export type SamplingMessageContentBlock = Infer<typeof SamplingMessageContentBlockSchema>

const oneOrMore = union(SamplingMessageContentBlockSchema, array(SamplingMessageContentBlockSchema))

/** One message of the conversation to complete. */
export const SamplingMessageSchema = object({ role: RoleSchema, content: oneOrMore, _meta: optional(record()) })
export type SamplingMessage = Infer<typeof SamplingMessageSchema>

/** A model name, or part of one. */
export const ModelHintSchema = object({ name: optional(string()) })
export type ModelHint = Infer<typeof ModelHintSchema>

/** Preferences for the choice of the model. The host decides. */
export const ModelPreferencesSchema = object({
  hints: optional(array(ModelHintSchema)),
  costPriority: optional(number(0, 1)),
  speedPriority: optional(number(0, 1)),
  intelligencePriority: optional(number(0, 1)),
})
export type ModelPreferences = Infer<typeof ModelPreferencesSchema>

/** Whether the model may, must or must not use a tool. */
export const ToolChoiceSchema = object({ mode: optional(oneOf('auto', 'required', 'none')) })
export type ToolChoice = Infer<typeof ToolChoiceSchema>

/** Requests a completion from the host's model. */
export const CreateMessageRequestSchema = object({
  method: literal('sampling/createMessage'),
  params: object({
    ...base,
    task: optional(object({ ttl: optional(number()) })),
    messages: array(SamplingMessageSchema),
    modelPreferences: optional(ModelPreferencesSchema),
    systemPrompt: optional(string()),
    includeContext: optional(oneOf('none', 'thisServer', 'allServers')),
    temperature: optional(number()),
    maxTokens: integer(),
    stopSequences: optional(array(string())),
    metadata: optional(record() as Schema<Record<string, SdkValue>>),
    tools: optional(array(ToolSchema)),
    toolChoice: optional(ToolChoiceSchema),
  }),
})
/** Requests a completion from the host's model. */
export type CreateMessageRequest = Infer<typeof CreateMessageRequestSchema>

const completion = { ...resultBase, model: string(), stopReason: optional(string()), role: RoleSchema }

/** The model's completion. */
export const CreateMessageResultSchema = looseObject({ ...completion, content: SamplingContentSchema })
/** The model's completion. */
export type CreateMessageResult = Infer<typeof CreateMessageResultSchema>

/** The model's completion of a request with tools. */
export const CreateMessageResultWithToolsSchema = looseObject({ ...completion, content: oneOrMore })
/** The model's completion of a request with tools. */
export type CreateMessageResultWithTools = Infer<typeof CreateMessageResultWithToolsSchema>
