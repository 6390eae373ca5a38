import { isRecord } from '../../protocol/rpc/message.ts'

/** One locator step or action: a method of Playwright's locators, and its arguments. */
export type Step = readonly [name: string, ...args: unknown[]]

const PATTERN = '$casement-pattern'

/** An argument in a form that survives JSON. */
export function packArgument(argument: unknown): unknown {
  if (argument instanceof RegExp) return { [PATTERN]: [argument.source, argument.flags] }
  if (!isRecord(argument)) return argument
  return Object.fromEntries(Object.entries(argument).map(([key, member]) => [key, packArgument(member)]))
}

/** The argument again. */
export function reviveArgument(packed: unknown): unknown {
  if (!isRecord(packed)) return packed
  const pattern = packed[PATTERN]
  if (Array.isArray(pattern)) return new RegExp(String(pattern[0]), String(pattern[1]))
  return Object.fromEntries(Object.entries(packed).map(([key, member]) => [key, reviveArgument(member)]))
}
