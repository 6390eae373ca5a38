import { named } from './mcp-names.ts'
import { boolean, literal, oneOf, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional, record } from './structures.ts'

/** Any JSON value. */
export type JSONValue = string | number | boolean | null | { [key: string]: JSONValue } | JSONValue[]

/** What a tool says of its own effects. Hints, never a promise. */
export const ToolAnnotationsSchema = object({
  title: optional(string()),
  readOnlyHint: optional(boolean()),
  destructiveHint: optional(boolean()),
  idempotentHint: optional(boolean()),
  openWorldHint: optional(boolean()),
})
export type ToolAnnotations = Infer<typeof ToolAnnotationsSchema>

/** How a tool may be run. */
export const ToolExecutionSchema = object({ taskSupport: optional(oneOf('required', 'optional', 'forbidden')) })
export type ToolExecution = Infer<typeof ToolExecutionSchema>

/** A tool in a listing. */
export const ToolSchema = object({
  ...named,
  description: optional(string()),
  inputSchema: looseObject({
    type: literal('object'),
    // Only the outside is checked: a JSON Schema can be as deep as its author likes.
    properties: optional(record() as Schema<Record<string, JSONValue>>),
    required: optional(array(string())),
  }),
  outputSchema: optional(looseObject({ $schema: optional(string()) })),
  annotations: optional(ToolAnnotationsSchema),
  execution: optional(ToolExecutionSchema),
  _meta: optional(record()),
})
export type Tool = Infer<typeof ToolSchema>
