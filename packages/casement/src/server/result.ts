import type { CallToolResult } from '../protocol/schemas/index.ts'

/** Text, or blocks of content. */
export type ModelContent = string | CallToolResult['content']

/** Who gets to see what of a tool's result. */
export interface ResultParts<View, Private> {
  /** What the model reads, and what people without Views see: `content`. Left out, it is made from `view`. */
  readonly model?: ModelContent
  /** The data of the View: `structuredContent`. Some hosts show it to the model too, so nothing secret. */
  readonly view?: View
  /** What only the View is to get: `_meta`. */
  readonly private?: Private
}

/** A tool's result that knows what it holds for the View. */
export interface AppResult<View = unknown, Private = unknown> extends CallToolResult {
  structuredContent?: View
  _meta?: Private & Record<string, unknown>
}

/** Makes a tool's result by who is to see what. */
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
