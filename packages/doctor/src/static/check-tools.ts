import { readToolUi, RESOURCE_URI_META_KEY } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, isFields, show, type Fields } from './fields.ts'

type Report = (code: FindingCode, evidence: string) => void

/** Problems of tool metadata. */
export function checkTools({ tools }: Facts): Finding[] {
  const list = tools.ok ? tools.value : []
  const names = list.map((tool) => tool['name'])
  return list.flatMap((tool, index) => {
    const found: Finding[] = []
    const name = String(tool['name'])
    const report: Report = (code, evidence) => found.push(finding(code, evidence, { tool: name }))
    checkUri(tool, report)
    checkVisibility(tool, report)
    checkMisplaced(fieldsOf(fieldsOf(tool['_meta'])['ui']), report)
    if (!/^[\w.-]{1,64}$/.test(name)) report('tool-name-invalid', `name: ${show(tool['name'])}`)
    if (names.indexOf(tool['name']) !== index) report('tool-name-duplicate', `name: ${show(tool['name'])}`)
    const { uri } = readToolUi(tool)
    if (uri !== undefined && !list.some((other) => readToolUi(other).uri === uri && isForModel(other)))
      report('tool-app-only', `_meta.ui.visibility: ${show(visibilityOf(tool))}`)
    if (uri !== undefined && !tool['description']) report('tool-description-missing', `description: ${show(tool['description'])}`)
    return found
  })
}

const visibilityOf = (tool: Fields): unknown => fieldsOf(fieldsOf(tool['_meta'])['ui'])['visibility']

/** A visibility that is malformed or empty has a finding of its own. */
function isForModel(tool: Fields): boolean {
  const visibility = visibilityOf(tool)
  return !Array.isArray(visibility) || visibility.length === 0 || visibility.some((each) => each !== 'app')
}

function checkUri(tool: Fields, report: Report): void {
  const meta = fieldsOf(tool['_meta'])
  const nested = fieldsOf(meta['ui'])['resourceUri']
  const flat = meta[RESOURCE_URI_META_KEY]
  const uri = nested ?? flat
  if (uri === undefined) return checkLostUri(tool, meta, report)
  const key = nested === undefined ? `_meta["${RESOURCE_URI_META_KEY}"]` : '_meta.ui.resourceUri'
  const evidence = `${key}: ${show(uri)}`
  if (typeof uri !== 'string') return report('tool-uri-not-text', evidence)
  if (!uri.startsWith('ui://')) return report('tool-uri-scheme', evidence)
  if (/[{}]/.test(uri)) report('tool-uri-template', evidence)
  else if (/\s/.test(uri) || uri === 'ui://' || !URL.canParse(uri)) report('tool-uri-malformed', evidence)
  const template = meta['openai/outputTemplate']
  if (template !== undefined && template !== uri)
    report('tool-template-differs', `${evidence}, but _meta["openai/outputTemplate"] differs: ${show(template)}`)
  if (nested === undefined) report('tool-uri-flat-only', evidence)
  else if (flat === undefined) report('tool-uri-nested-only', evidence)
  else if (flat !== nested) report('tool-uris-differ', `${evidence}, _meta["${RESOURCE_URI_META_KEY}"]: ${show(flat)}`)
}

function checkLostUri(tool: Fields, meta: Fields, report: Report): void {
  const places: readonly (readonly [string, unknown])[] = [
    ['_meta.resourceUri', meta['resourceUri']],
    ['_meta["ui.resourceUri"]', meta['ui.resourceUri']],
    ['_meta.ui.uri', fieldsOf(meta['ui'])['uri']],
    ['ui.resourceUri', fieldsOf(tool['ui'])['resourceUri']],
    ['resourceUri', tool['resourceUri']],
    ['meta.ui.resourceUri', fieldsOf(fieldsOf(tool['meta'])['ui'])['resourceUri']],
    ['annotations.ui.resourceUri', fieldsOf(fieldsOf(tool['annotations'])['ui'])['resourceUri']],
  ]
  const lost = places.find(([, value]) => value !== undefined) ?? strayUri(tool, '')
  if (lost) return report('tool-uri-misplaced', `${lost[0]}: ${show(lost[1])}`)
  const template = meta['openai/outputTemplate']
  if (template !== undefined) report('tool-openai-only', `_meta["openai/outputTemplate"]: ${show(template)}`)
}

// Their contents are not metadata for hosts.
const NO_METADATA = new Set(['name', 'title', 'description', 'inputSchema', 'outputSchema', 'icons'])

/** A `ui://` address under a name that no host reads, such as `resource_uri`. */
function strayUri(fields: Fields, parent: string): readonly [string, unknown] | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if ((parent === '' && NO_METADATA.has(name)) || name.startsWith('openai/')) continue
    const path = /^[\w$]+$/.test(name) ? `${parent === '' ? '' : `${parent}.`}${name}` : `${parent}[${show(name)}]`
    if (typeof value === 'string' && value.startsWith('ui://')) return [path, value]
    const inner = isFields(value) ? strayUri(value, path) : undefined
    if (inner) return inner
  }
  return undefined
}

function checkVisibility(tool: Fields, report: Report): void {
  const meta = fieldsOf(tool['_meta'])
  const misplaced = meta['visibility'] ?? tool['visibility'] ?? meta['ui/visibility']
  if (misplaced !== undefined) report('tool-visibility-misplaced', `visibility: ${show(misplaced)}`)
  const visibility = fieldsOf(meta['ui'])['visibility']
  if (visibility === undefined) return
  const evidence = `_meta.ui.visibility: ${show(visibility)}`
  if (!Array.isArray(visibility)) report('tool-visibility-malformed', evidence)
  else if (visibility.length === 0) report('tool-visibility-empty', evidence)
  else if (!visibility.every((each) => each === 'model' || each === 'app')) report('tool-visibility-unknown', evidence)
}

function checkMisplaced(ui: Fields, report: Report): void {
  if (ui['csp'] !== undefined) report('tool-csp-misplaced', `_meta.ui.csp: ${show(ui['csp'])}`)
  if (ui['permissions'] !== undefined) report('tool-permissions-misplaced', `_meta.ui.permissions: ${show(ui['permissions'])}`)
  const others = ['domain', 'prefersBorder'].filter((name) => ui[name] !== undefined)
  if (others.length > 0) report('tool-view-meta-misplaced', `_meta.ui has ${others.join(' and ')}`)
}
