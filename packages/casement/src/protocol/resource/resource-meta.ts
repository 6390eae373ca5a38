import { isRecord } from '../rpc/message.ts'

/** `_meta.ui` of a resource, and the place where it was found. */
export interface ResolvedResourceMeta {
  readonly from: 'content' | 'listing' | 'none'
  /** As the server sent it. The policy compiler validates it and reports refusals. */
  readonly csp?: unknown
  /** As the server sent it. */
  readonly permissions?: unknown
  readonly domain?: string
  readonly prefersBorder?: boolean
  readonly warnings: readonly string[]
}

const NONE: readonly ['none', Record<string, unknown>] = ['none', {}]

/**
 * Finds the metadata of a UI resource: in the content item of `resources/read`, else in the entry of `resources/list`. The two
 * are never merged.
 */
export function resolveResourceMeta(content: unknown, listing?: unknown): ResolvedResourceMeta {
  const warnings: string[] = []
  const places = [
    ['content', metaOf(content, warnings)],
    ['listing', metaOf(listing, [])],
  ] as const
  for (const [from, meta] of places) {
    for (const name of ['csp', 'permissions', 'domain', 'prefersBorder'])
      if (meta[name] !== undefined) warnings.push(`_meta.${name} of the ${from} is ignored. It belongs under _meta.ui`)
  }
  const [from, meta] = places.find(([, candidate]) => candidate['ui'] !== undefined && candidate['ui'] !== null) ?? NONE
  const ui = meta['ui']
  if (ui === undefined) return { from, warnings }
  if (!isRecord(ui)) return { from, warnings: [...warnings, `_meta.ui of the ${from} is not an object and is treated as empty`] }
  return { from, ...readMembers(ui, warnings), warnings }
}

function readMembers(ui: Record<string, unknown>, warnings: string[]): Omit<ResolvedResourceMeta, 'from' | 'warnings'> {
  const { csp, permissions, domain, prefersBorder } = ui
  if (domain !== undefined && typeof domain !== 'string') warnings.push('_meta.ui.domain is not a string and is ignored')
  if (prefersBorder !== undefined && typeof prefersBorder !== 'boolean')
    warnings.push('_meta.ui.prefersBorder is not a boolean and is ignored')
  return {
    ...(csp !== undefined && { csp }),
    ...(permissions !== undefined && { permissions }),
    ...(typeof domain === 'string' && { domain }),
    ...(typeof prefersBorder === 'boolean' && { prefersBorder }),
  }
}

// An old Python SDK wrote `meta`, on content items only.
function metaOf(item: unknown, warnings: string[]): Record<string, unknown> {
  if (!isRecord(item)) return {}
  if (isRecord(item['_meta'])) return item['_meta']
  if (item['_meta'] !== undefined || !isRecord(item['meta'])) return {}
  warnings.push('the content item has meta instead of _meta; it is accepted')
  return item['meta']
}
