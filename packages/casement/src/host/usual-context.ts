import type { McpUiHostContext } from '../protocol/schemas/index.ts'
import { findMisfit } from '../protocol/short-shape.ts'
import { USUAL_CONTEXT } from './opening-shapes.ts'

type Field = [key: string, value: unknown]

const isUsualField = ([key, value]: Field): boolean => {
  const shape = USUAL_CONTEXT[`${key}?`]
  return !shape || !findMisfit(shape, value, key)
}

const fieldsOf = (context: McpUiHostContext): Field[] => Object.entries(context).filter(([, value]) => value !== undefined)

/** The fields that every View can read as they are. The others take a closer look: `outgoingContext` has it. */
export const usualFields = (context: McpUiHostContext): McpUiHostContext =>
  Object.fromEntries(fieldsOf(context).filter(isUsualField))

/** True where these are all there are. */
export const isUsualContext = (context: McpUiHostContext): boolean => fieldsOf(context).every(isUsualField)

/** The top-level fields of the second context that differ from the first. */
export function changedFields(before: McpUiHostContext, now: McpUiHostContext): McpUiHostContext {
  const changed = Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed)
}
