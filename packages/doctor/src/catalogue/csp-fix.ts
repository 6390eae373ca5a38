import type { FindingCode } from './catalogue.ts'
import type { FindingEntry } from './finding-entry.ts'

const LISTS: Partial<Record<FindingCode, string>> = {
  'html-external-blocked': 'resourceDomains',
  'html-frame-blocked': 'frameDomains',
  'html-base-blocked': 'baseUriDomains',
  'css-url-blocked': 'resourceDomains',
  'script-connect-blocked': 'connectDomains',
  'script-import-blocked': 'resourceDomains',
}

const BY_DIRECTIVE: readonly (readonly [directive: RegExp, list: string])[] = [
  [/\bconnect-src\b/, 'connectDomains'],
  [/\b(?:script|style|img|font|media)-src(?:-elem|-attr)?\b/, 'resourceDomains'],
  [/\bframe-src\b/, 'frameDomains'],
  [/\bbase-uri\b/, 'baseUriDomains'],
]

/** The list of csp that an origin is missing in, and the origin, where the evidence of a finding names both. */
export function cspEntry(code: FindingCode, evidence: string): { readonly list: string; readonly origin: string } | undefined {
  const list = code === 'view-blocked' ? BY_DIRECTIVE.find(([directive]) => directive.test(evidence))?.[1] : LISTS[code]
  const address = /\b(?:https?|wss?):\/\/[^\s"'`)<>]+/.exec(evidence)?.[0]
  if (list === undefined || address === undefined || !URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return { list, origin: `${protocol}//${host}` }
}

/** The line to paste for an origin that the policy blocks: which list, with the origin of the evidence. */
export function cspFix(code: FindingCode, evidence: string): Pick<FindingEntry, 'fix' | 'sample'> | undefined {
  const entry = cspEntry(code, evidence)
  if (!entry) return undefined
  const { list, origin } = entry
  return {
    fix: `Add ${origin} to ${list} in _meta.ui.csp of the resource’s content item, or inline the file into the document.`,
    sample: `_meta: { ui: { csp: { ${list}: ['${origin}'] } } }`,
  }
}
