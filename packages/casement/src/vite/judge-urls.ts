import { relative } from 'node:path'
import type { McpUiResourceCsp } from '../protocol/schemas/index.ts'
import type { FoundUrl, UrlUse } from './found-url.ts'

/** The outcome of the View's URLs. */
export interface Judgement {
  /** One line each: where, what, and what to do. */
  readonly problems: readonly string[]
  /** The external resources of the View; undefined if there are none. */
  readonly csp: McpUiResourceCsp | undefined
}

const LISTS = { resource: 'resourceDomains', connect: 'connectDomains', frame: 'frameDomains', base: 'baseUriDomains' } as const
const INSTEAD: Readonly<Record<UrlUse, string>> = {
  resource: 'Import the file, and use the imported URL.',
  connect: 'Call a tool of the MCP server instead.',
  frame: 'Write the full URL, and add its origin to external.',
  base: 'Remove it.',
}
const OUTSIDE = /^(?:(?:https?|wss?):)?\/\//i
const WITHIN = /^(?:data:|blob:|about:|javascript:|mailto:|#|ui:)/i

/** True for an address that leads to another origin. */
export const isOutside = (url: string): boolean => OUTSIDE.test(url)

/** True for an address that a single file can hold. */
export const isWithin = (url: string): boolean => WITHIN.test(url)

/** Reports the URLs that a View cannot load, and the origins that the others need. */
export function judgeUrls(found: readonly FoundUrl[], external: readonly string[], root: string): Judgement {
  const problems = new Set<string>()
  const needed: Record<UrlUse, Set<string>> = { resource: new Set(), connect: new Set(), frame: new Set(), base: new Set() }
  for (const { url, use, followed, file, line } of found) {
    const where = `${relative(root, file).replaceAll('\\', '/')}:${line}`
    if (isWithin(url) || (followed && !isOutside(url))) continue
    if (!isOutside(url)) {
      problems.add(`${where}: "${url}" is relative, but a View has no server to load it from. ${INSTEAD[use]}`)
      continue
    }
    const origin = originOf(url)
    const declared = origin && external.find((pattern) => covers(pattern, origin))
    if (declared) needed[use].add(declared.replace(/\/$/, ''))
    else problems.add(`${where}: "${url}" is outside the View. Import it as a file, or allow it: external: ["${origin ?? url}"].`)
  }
  const lists = Object.entries(needed).flatMap(([use, origins]) =>
    origins.size > 0 ? [[LISTS[use as UrlUse], [...origins].toSorted()]] : [],
  )
  return { problems: [...problems], csp: lists.length > 0 ? (Object.fromEntries(lists) as McpUiResourceCsp) : undefined }
}

function originOf(url: string): string | undefined {
  const full = url.startsWith('//') ? `https:${url}` : url
  return URL.canParse(full) ? `${new URL(full).protocol}//${new URL(full).host}` : undefined
}

function covers(pattern: string, origin: string): boolean {
  if (!pattern.includes('*')) return pattern.replace(/\/$/, '') === origin
  const [scheme, rest] = pattern.split('://*')
  return rest !== undefined && rest.startsWith('.') && origin.startsWith(`${scheme}://`) && origin.endsWith(rest)
}
