import { isRecord } from '../../protocol/rpc/message.ts'
import { McpUiResourceCspSchema, type McpUiResourceCsp } from '../../protocol/schemas/index.ts'
import { matches } from '../../protocol/schemas/schema.ts'

/** The name of the `<meta>` element in which `casement/vite` stores the origins that a View loads from. */
export const POLICY_META = 'casement-csp'

const FIRST_IN_HEAD = new RegExp(`<head\\b[^>]*>\\s*<meta name="${POLICY_META}" content="([^"]*)">`, 'i')

/** Merges the policy that an app declares for a View with the one that the build detected. Undefined if there is none. */
export function withBuiltPolicy(html: string, declared: McpUiResourceCsp | undefined): McpUiResourceCsp | undefined {
  const built = readPolicy(html)
  if (!built) return declared
  const names = new Set([...Object.keys(declared ?? {}), ...Object.keys(built)]) as Set<keyof McpUiResourceCsp>
  return Object.fromEntries([...names].map((name) => [name, [...new Set([...(declared?.[name] ?? []), ...(built[name] ?? [])])]]))
}

function readPolicy(html: string): McpUiResourceCsp | undefined {
  const text = FIRST_IN_HEAD.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  if (text === undefined) return undefined
  try {
    const policy: unknown = JSON.parse(text)
    return isRecord(policy) && matches(McpUiResourceCspSchema, policy) ? policy : undefined
  } catch {
    // A page may have an unrelated `<meta>` of this name.
    return undefined
  }
}
