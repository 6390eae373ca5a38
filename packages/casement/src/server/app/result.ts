import type { CallToolResult } from '../../protocol/schemas/index.ts'

/** Text, or content blocks. */
export type ModelContent = string | CallToolResult['content']

/** The parts of a tool result, by audience. */
export interface ResultParts<View, Private> {
  /** For the model, and for clients without Views: becomes `content`. Default: derived from `view`. */
  readonly model?: ModelContent
  /** For the View: becomes `structuredContent`. Some hosts also pass it to the model, so it must not contain secrets. */
  readonly view?: View
  /** For the View only: becomes `_meta`. */
  readonly private?: Private
}

/** A tool result with the type of its data for the View. */
export interface AppResult<View = unknown, Private = unknown> extends CallToolResult {
  structuredContent?: View
  _meta?: Private & Record<string, unknown>
}

/** Creates a tool result from its parts. */
export function result<View = undefined, Private extends Record<string, unknown> = Record<string, never>>(
  parts: ResultParts<View, Private>,
): AppResult<View, Private> {
  const { model = [], view, private: meta } = parts
  return {
    content: typeof model === 'string' ? [{ type: 'text', text: model }] : model,
    ...(view !== undefined && { structuredContent: view }),
    ...(meta !== undefined && { _meta: meta }),
  }
}
