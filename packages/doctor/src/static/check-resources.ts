import { compareAppMimeType } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { isAccessProblem } from './check-access.ts'
import type { Facts, ViewFacts } from './facts.ts'
import { asText, fieldsOf, listOf, show, type Fields } from './fields.ts'
import { nearest } from './nearest.ts'
import { contentOf, textOf } from './view-document.ts'

type Report = (code: FindingCode, evidence: string) => void

const LARGEST = 1_000_000

/** Problems of the results of resources/read and resources/list. */
export function checkResources({ views, resources }: Facts): Finding[] {
  return views.flatMap((view) => {
    const found: Finding[] = []
    const report: Report = (code, evidence) => found.push(finding(code, evidence, { resourceUri: view.uri }))
    checkRead(view, resources.ok ? resources.value.map((each) => asText(each['uri'])) : [], report)
    checkListing(view, report)
    const { older, read } = view
    if (read.ok && older && !older.read.ok) report('resource-old-uri-lost', `${older.uri}: ${older.read.message}`)
    return found
  })
}

const FAILURES = {
  unsupported: 'resources-unsupported',
  'not-found': 'resource-not-found',
  timeout: 'resource-timeout',
  endless: 'resource-failed',
  failed: 'resource-failed',
  unauthorised: 'resource-failed',
  'session-lost': 'resource-failed',
} as const

function checkRead(view: ViewFacts, listed: readonly string[], report: Report): void {
  const { read, uri } = view
  if (isAccessProblem(read)) return
  const meant = read.ok || read.problem === 'timeout' || listed.includes(uri) ? undefined : nearest(uri, listed)
  if (!read.ok && meant !== undefined)
    return report('resource-uri-near-miss', `the tool names ${uri}, the server lists ${meant}: ${read.message}`)
  const hint = !read.ok && /ENOENT|no such file/i.test(read.message) ? ': the file is missing, so build the View first' : ''
  if (!read.ok) return report(FAILURES[read.problem], `${read.message}${hint}`)
  const contents = listOf(read.value['contents'])
  const content = contentOf(view)
  if (!content) return report('resource-empty', `contents: ${show(read.value['contents'])}`)
  if (contents.length > 1)
    report('resource-several', `${contents.length} items: ${contents.map((item) => show(item['uri'])).join(', ')}`)
  if (content['uri'] !== uri) report('resource-uri-differs', `asked for ${show(uri)}, got ${show(content['uri'])}`)
  checkMime(content['mimeType'], report)
  checkText(content, report)
}

function checkMime(mimeType: unknown, report: Report): void {
  const compared = compareAppMimeType(mimeType)
  const evidence = `mimeType: ${show(mimeType)}`
  if (mimeType === undefined || mimeType === '') report('resource-mime-missing', evidence)
  else if (compared === 'equal') report('resource-mime-spelling', evidence)
  else if (compared === 'other')
    report(/^text\/(html|uri-list)/i.test(asText(mimeType)) ? 'resource-mime-legacy' : 'resource-not-html', evidence)
}

function checkText(content: Fields, report: Report): void {
  const { text, blob } = content
  if (typeof text !== 'string' && typeof blob !== 'string')
    return report('resource-no-content', `the item has ${Object.keys(content).join(', ')}`)
  const html = textOf(content)
  if (html === undefined) return report('resource-blob-invalid', `blob: ${show(String(blob).slice(0, 40))}`)
  if (html.trim() === '') return report('resource-html-empty', `${html.length} characters`)
  if (html.length > LARGEST) report('resource-large', `${(html.length / 1_000_000).toFixed(1)} million characters`)
}

function checkListing(view: ViewFacts, report: Report): void {
  const [entry, second] = view.listed
  if (!entry) return
  if (second) report('listing-duplicate', `${view.listed.length} entries`)
  if (!entry['name']) report('listing-name-missing', show(entry))
  const { mimeType } = entry
  if (mimeType !== undefined && compareAppMimeType(mimeType) !== 'exact')
    report('listing-mime-wrong', `mimeType: ${show(mimeType)}`)
  const listed = fieldsOf(fieldsOf(entry['_meta'])['ui'])['csp']
  const content = contentOf(view)
  if (listed === undefined || !content) return
  const ui = fieldsOf(content['_meta'])['ui']
  const read = fieldsOf(ui)['csp']
  if (ui === undefined) report('listing-csp-only', `resources/list: ${show(listed)}`)
  else if (read === undefined) report('listing-csp-hidden', `resources/list: ${show(listed)}, resources/read: ${show(ui)}`)
  else if (show(read) !== show(listed))
    report('listing-csp-differs', `resources/list: ${show(listed)}, resources/read: ${show(read)}`)
}
