import type { SavedCall } from '@casement/gateway/api'
import { diffValues, type Difference } from 'casement/testing/trace'
import type { CallToolResult } from 'casement/protocol/schemas'

/** Whether a result is the expected one, and where it is not. */
export type ResultCheck =
  | { readonly status: 'passed' }
  | { readonly status: 'failed'; readonly reason: string; readonly differences: readonly Difference[] }

/**
 * Compares a result with the expected one by structure: it must have every field of the expected result, and may have more. Lists must
 * have the same length. `isError` must always be the same; without an expectation, that is all.
 */
export function checkResult({ expected }: Pick<SavedCall, 'expected'>, result: CallToolResult): ResultCheck {
  const isError = result.isError === true
  if (isError !== (expected?.['isError'] === true))
    return {
      status: 'failed',
      reason: isError ? `The tool reported an error: ${textOf(result)}` : 'The tool reported no error.',
      differences: [],
    }
  if (!expected) return { status: 'passed' }
  const { isError: _compared, ...wanted } = expected
  const differences = diffValues(wanted, result).filter(({ kind, path }) => kind !== 'added' || isInList(wanted, path))
  const [first] = differences
  if (!first) return { status: 'passed' }
  return { status: 'failed', reason: `The result differs at ${first.path || 'its top level'}.`, differences }
}

/** Whether a JSON Pointer names an item of a list. */
function isInList(value: unknown, path: string): boolean {
  let parent = value
  for (const name of path.split('/').slice(1, -1))
    parent = (parent as Readonly<Record<string, unknown>>)[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  return Array.isArray(parent)
}

const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ') || 'without a text'
