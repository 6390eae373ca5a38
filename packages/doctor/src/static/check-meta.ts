import { compilePolicy } from 'casement/protocol/policy'
import { createHash } from 'node:crypto'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, isFields, show, type Fields } from './fields.ts'
import { contentOf } from './view-document.ts'

type Report = (code: FindingCode, evidence: string) => void

const MEMBERS = ['csp', 'permissions', 'domain', 'prefersBorder']
const LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']
const OPENAI_POLICY = 'openai/widgetCSP'
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite']

/** Problems of View metadata, in both of its places. */
export function checkMeta({ views, url }: Facts): Finding[] {
  return views.flatMap((view) => {
    const found = new Map<string, Finding>()
    const report: Report = (code, evidence) => {
      // The same in both places is one fault.
      if (!found.has(code)) found.set(code, finding(code, evidence, { resourceUri: view.uri }))
    }
    const items = [contentOf(view), view.listed[0]].filter((item) => item !== undefined)
    for (const item of items) checkItem(item, url, report)
    checkOpenaiPolicy(items, report)
    return [...found.values()]
  })
}

function checkItem(item: Fields, url: string | undefined, report: Report): void {
  if (item['_meta'] === undefined && isFields(item['meta']) && item['meta']['ui'] !== undefined)
    report('meta-not-underscored', `meta: ${show(item['meta'])}`)
  const meta = fieldsOf(item['_meta'] ?? item['meta'])
  const outside = MEMBERS.filter((name) => meta[name] !== undefined)
  if (outside.length > 0) report('meta-misplaced', `_meta has ${outside.join(', ')}`)
  const ui = fieldsOf(meta['ui'])
  const unknown = Object.keys(ui).filter((name) => !MEMBERS.includes(name))
  if (unknown.length > 0) report('meta-key-unknown', `_meta.ui has ${unknown.join(', ')}`)
  const { prefersBorder } = ui
  if (prefersBorder !== undefined && typeof prefersBorder !== 'boolean')
    report('prefers-border-wrong', `prefersBorder: ${show(prefersBorder)}`)
  if (ui['csp'] !== undefined) checkCsp(ui['csp'], report)
  if (ui['permissions'] !== undefined) checkPermissions(ui['permissions'], report)
  if (ui['domain'] !== undefined) checkDomain(ui['domain'], url, report)
}

function checkOpenaiPolicy(items: readonly Fields[], report: Report): void {
  const metas = items.map((item) => fieldsOf(item['_meta']))
  const policy = fieldsOf(metas.find((meta) => isFields(meta[OPENAI_POLICY]))?.[OPENAI_POLICY])
  const declared = Object.entries(policy).find(([, list]) => Array.isArray(list) && list.length > 0)
  if (declared && metas.every(({ ui }) => fieldsOf(ui)['csp'] === undefined))
    report('csp-openai-only', `${OPENAI_POLICY} has ${declared[0]}: ${show(declared[1])}, and there is no _meta.ui.csp`)
}

function checkCsp(csp: unknown, report: Report): void {
  if (!isFields(csp)) return report('csp-not-object', `csp: ${show(csp)}`)
  const unknown = Object.keys(csp).filter((name) => !LISTS.includes(name))
  if (unknown.length > 0) report('csp-key-unknown', `csp has ${unknown.map((name) => `${name}: ${show(csp[name])}`).join(', ')}`)
  const known = Object.fromEntries(LISTS.filter((name) => csp[name] !== undefined).map((name) => [name, csp[name]]))
  const wrong = Object.entries(known).find(([, list]) => !Array.isArray(list))
  if (wrong) return report('csp-not-list', `${wrong[0]}: ${show(wrong[1])}`)
  const [refused] = compilePolicy({ csp: known }).refused
  const withPath = Object.entries(known)
    .flatMap(([name, list]) => (list as unknown[]).map((each) => ({ name, each })))
    .find(({ each }) => hasPath(each))
  if (withPath)
    report('csp-entry-path', `${withPath.name} has ${show(withPath.each)}, which permits this path alone and not its origin`)
  if (refused) report('csp-entry-refused', `${refused.where} ${show(refused.entry)}: ${refused.reason}`)
}

const hasPath = (entry: unknown): boolean => typeof entry === 'string' && /^https?:\/\/[^/]+\/[^?#]/i.test(entry)

function checkPermissions(permissions: unknown, report: Report): void {
  if (!isFields(permissions)) return report('permissions-not-object', `permissions: ${show(permissions)}`)
  const unknown = Object.keys(permissions).filter((name) => !PERMISSIONS.includes(name))
  if (unknown.length > 0) report('permission-unknown', `permissions has ${unknown.join(', ')}`)
  const wrong = PERMISSIONS.find((name) => permissions[name] !== undefined && !isFields(permissions[name]))
  if (wrong !== undefined) report('permission-value-wrong', `${wrong}: ${show(permissions[wrong])}`)
}

const CLAUDE = '.claudemcpcontent.com'
const KNOWN_HOSTS = [CLAUDE, '.oaiusercontent.com']

function checkDomain(domain: unknown, url: string | undefined, report: Report): void {
  const evidence = `domain: ${show(domain)}`
  if (typeof domain !== 'string' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)) return report('domain-not-host', evidence)
  if (!KNOWN_HOSTS.some((host) => domain.endsWith(host))) return report('domain-unknown-host', evidence)
  // During development, a server has another URL than in production.
  if (url === undefined || !domain.endsWith(CLAUDE) || isLocal(url)) return
  const expected = `${createHash('sha256').update(url).digest('hex').slice(0, 32)}${CLAUDE}`
  if (domain !== expected) report('domain-claude-mismatch', `${evidence}, for ${url} it is ${expected}`)
}

const isLocal = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)
