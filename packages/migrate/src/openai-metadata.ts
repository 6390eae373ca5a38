import ts from 'typescript'
import type { Edit } from './edits.ts'
import { noteAt, type Findings, type Note } from './notes.ts'
import { nameOf, propertyOf, removal } from './object-literals.ts'
import { literalEdit } from './rewrite-imports.ts'

const CSP_NAMES: Readonly<Record<string, string>> = {
  connect_domains: 'connectDomains',
  resource_domains: 'resourceDomains',
  frame_domains: 'frameDomains',
  base_uri_domains: 'baseUriDomains',
}
const TAKEN = ['outputTemplate', 'widgetAccessible', 'visibility', 'widgetCSP', 'widgetDomain', 'widgetPrefersBorder'] as const
type Taken = (typeof TAKEN)[number]
type Properties = Partial<Record<Taken, ts.PropertyAssignment>>

/** Turns the `openai/*` keys of tools and resources into `_meta.ui`, and the media type into that of MCP Apps (R-326). */
export function rewriteOpenAiMetadata(source: ts.SourceFile): Findings {
  const edits: Edit[] = []
  const notes: Note[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text === 'text/html+skybridge')
      edits.push(literalEdit(source, node, 'text/html;profile=mcp-app'))
    // The file already contains the new metadata.
    if (ts.isObjectLiteralExpression(node) && !propertyOf(node, 'ui')) rewriteObject(source, node, edits, notes)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { edits, notes }
}

function rewriteObject(source: ts.SourceFile, object: ts.ObjectLiteralExpression, edits: Edit[], notes: Note[]): void {
  const found: Properties = {}
  for (const key of TAKEN) {
    const property = propertyOf(object, `openai/${key}`)
    if (property) found[key] = property
  }
  const text = (key: Taken): string | undefined => found[key]?.initializer.getText(source)
  const visibility = visibilityOf(source, found, notes)
  const csp = cspOf(source, found.widgetCSP, notes)
  const fields = [
    ['resourceUri', text('outputTemplate')],
    ['visibility', visibility],
    ['csp', csp],
    ['domain', text('widgetDomain')],
    ['prefersBorder', text('widgetPrefersBorder')],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const gone = TAKEN.flatMap((key) => {
    const isLeft = (key === 'widgetCSP' && !csp) || (/^(widgetAccessible|visibility)$/.test(key) && !visibility)
    const property = found[key]
    return property && !isLeft ? [property] : []
  }).toSorted((a, b) => a.pos - b.pos)
  const [first, ...others] = gone
  if (!first || fields.length === 0) return
  edits.push({ start: first.getStart(source), end: first.getEnd(), text: `ui: { ${fields.join(', ')} }` })
  edits.push(...others.map((property) => removal(source, property)))
}

function visibilityOf(source: ts.SourceFile, { widgetAccessible, visibility }: Properties, notes: Note[]): string | undefined {
  if (!widgetAccessible && !visibility) return undefined
  const app = widgetAccessible?.initializer.getText(source) ?? 'false'
  const model =
    visibility && ts.isStringLiteralLike(visibility.initializer) ? visibility.initializer.text : visibility ? undefined : 'public'
  if (!/^(true|false)$/.test(app) || model === undefined) {
    const place = widgetAccessible ?? visibility
    const fix = "Write ui.visibility: 'model' where openai/visibility is not private, 'app' where openai/widgetAccessible is true"
    if (place) notes.push(noteAt(source, place.getStart(source), 'visibility that is worked out', fix))
    return undefined
  }
  return `[${[...(model === 'private' ? [] : ["'model'"]), ...(app === 'true' ? ["'app'"] : [])].join(', ')}]`
}

function cspOf(source: ts.SourceFile, property: ts.PropertyAssignment | undefined, notes: Note[]): string | undefined {
  if (!property) return undefined
  const value = property.initializer
  const parts = ts.isObjectLiteralExpression(value)
    ? value.properties.map((part) => {
        const ours = ts.isPropertyAssignment(part) ? CSP_NAMES[nameOf(part) ?? ''] : undefined
        return ours && ts.isPropertyAssignment(part) ? `${ours}: ${part.initializer.getText(source)}` : undefined
      })
    : [undefined]
  if (!parts.includes(undefined)) return `{ ${parts.join(', ')} }`
  const names = Object.entries(CSP_NAMES).map(([theirs, ours]) => `${theirs} is ${ours}`)
  notes.push(
    noteAt(
      source,
      property.getStart(source),
      'openai/widgetCSP that is made elsewhere',
      `Write it as ui.csp: ${names.join(', ')}`,
    ),
  )
  return undefined
}
