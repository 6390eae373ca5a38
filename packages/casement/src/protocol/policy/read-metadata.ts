import type { McpUiResourceCsp, McpUiResourcePermissions } from '../schemas/index.ts'
import { coversOwnName } from './own-names.ts'
import { OPAQUE_PERMISSIONS, PERMISSION_FEATURES, type PermissionName } from './permissions.ts'
import type { ResolvedOptions } from './policy-options.ts'
import { type Refusal, refuse, type RefusalCode } from './refusal.ts'
import { parseSourceExpression, type SourceExpression, sourceKey } from './source-expression.ts'

/** A domain list of the metadata. */
export type CspList = keyof McpUiResourceCsp

/** An accepted source, and the place where it was declared. */
export interface DeclaredSource {
  readonly source: SourceExpression
  readonly where: string
}

/** The accepted sources of every list. */
export type DeclaredLists = Readonly<Record<CspList, readonly DeclaredSource[]>>

/** The accepted part of untrusted metadata. The rest is in `refused`, and duplicates are in `notes`. */
export interface ReadMetadata {
  /** Undefined if the metadata has no usable `csp` object, which selects the restrictive default. */
  readonly lists: DeclaredLists | undefined
  readonly permissions: McpUiResourcePermissions
  readonly refused: readonly Refusal[]
  readonly notes: readonly Refusal[]
}

const NO_LISTS: DeclaredLists = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }
/** The domain lists in the order of the specification. */
export const CSP_LISTS = Object.keys(NO_LISTS) as readonly CspList[]
const MAX_UNKNOWN_MEMBERS = 16

/** Reads the untrusted `csp` and `permissions` of a resource. Never throws. */
export function readMetadata(csp: unknown, permissions: unknown, options: ResolvedOptions): ReadMetadata {
  const refused: Refusal[] = []
  const notes: Refusal[] = []
  return {
    lists: readLists(csp, options, refused, notes),
    permissions: readPermissions(permissions, options, refused),
    refused,
    notes,
  }
}

function readLists(csp: unknown, options: ResolvedOptions, refused: Refusal[], notes: Refusal[]): DeclaredLists | undefined {
  if (csp === undefined) return undefined
  if (!isObject(csp)) {
    refused.push(refuse('csp', csp, 'not-an-object'))
    return undefined
  }
  refused.push(...refuseUnknown('csp', csp, CSP_LISTS))
  const lists = CSP_LISTS.map((name) => [name, readList(name, ownValue(csp, name), options, refused, notes)] as const)
  return { ...NO_LISTS, ...Object.fromEntries(lists) }
}

function readList(
  name: CspList,
  list: unknown,
  options: ResolvedOptions,
  refused: Refusal[],
  notes: Refusal[],
): DeclaredSource[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) {
    refused.push(refuse(name, list, 'not-a-list'))
    return []
  }
  const entries: readonly unknown[] = list
  const accepted = new Map<string, DeclaredSource>()
  for (const [index, entry] of entries.slice(0, options.maxEntries).entries()) {
    const where = `${name}[${index}]`
    const source = acceptSource(name, entry, options)
    if (typeof source === 'string') refused.push(refuse(where, entry, source))
    else if (accepted.has(sourceKey(source))) notes.push(refuse(where, entry, 'duplicate'))
    else accepted.set(sourceKey(source), { source, where })
  }
  if (entries.length > options.maxEntries) {
    refused.push(refuse(`${name}[${options.maxEntries}]`, entries[options.maxEntries], 'too-many'))
  }
  return [...accepted.values()]
}

function acceptSource(list: CspList, entry: unknown, { own, grant }: ResolvedOptions): SourceExpression | RefusalCode {
  const source = parseSourceExpression(entry, grant)
  if (typeof source === 'string') return source
  // Eval keywords only affect scripts, and a base is never a data: or blob: URL.
  if (source.kind === 'keyword' && source.text !== "'self'" && list !== 'resourceDomains') return 'keyword'
  if (source.kind === 'scheme' && list === 'baseUriDomains') return 'scheme-only'
  return coversOwnName(source, own) ? 'own-name' : source
}

function readPermissions(permissions: unknown, { grant, opaque }: ResolvedOptions, refused: Refusal[]): McpUiResourcePermissions {
  if (permissions === undefined) return {}
  if (!isObject(permissions)) {
    refused.push(refuse('permissions', permissions, 'not-an-object'))
    return {}
  }
  const names = Object.keys(PERMISSION_FEATURES) as PermissionName[]
  refused.push(...refuseUnknown('permissions', permissions, names))
  const requested = names.filter((name) => ownValue(permissions, name) !== undefined)
  const granted = requested.filter((name) => {
    const value = ownValue(permissions, name)
    const refuseAs = (code: RefusalCode): false => {
      refused.push(refuse(`permissions.${name}`, value, code))
      return false
    }
    if (!isObject(value)) return refuseAs('bad-permission')
    if (!grant.permissions.includes(name)) return refuseAs('permission-not-granted')
    return !opaque || OPAQUE_PERMISSIONS.includes(name) || refuseAs('opaque-origin')
  })
  return Object.fromEntries(granted.map((name) => [name, {}]))
}

function refuseUnknown(where: string, value: object, known: readonly string[]): Refusal[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  return unknown.slice(0, MAX_UNKNOWN_MEMBERS).map((key) => refuse(`${where}.${key}`, ownValue(value, key), 'unknown-member'))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Own members only: members of a polluted prototype were not declared by the resource.
function ownValue(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
