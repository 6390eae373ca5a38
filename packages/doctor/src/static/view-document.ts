import { compareAppMimeType, resolveResourceMeta } from 'casement/protocol'
import { compilePolicy, type CompiledPolicy } from 'casement/protocol/policy'
import type { ViewFacts } from './facts.ts'
import { asText, fieldsOf, listOf, type Fields } from './fields.ts'
import { scanHtml, type Element, type ScannedHtml, type Script } from './scan-html.ts'
import { parseScript, usesOf, type ParsedScript, type ScriptUses } from './script-syntax.ts'

/** The document of a View, parsed for its checks. */
export interface ViewDocument {
  readonly uri: string
  readonly html: string
  readonly scan: ScannedHtml
  /** The scripts that run, as one text. */
  readonly script: string
  /** The same, parsed, one by one, and the event handlers in attributes. */
  readonly programs: readonly ViewProgram[]
  readonly policy: CompiledPolicy
  readonly permissions: Fields
}

/** A script of a View and the features that it uses; empty if it could not be parsed. */
export interface ViewProgram extends ParsedScript {
  readonly uses: ScriptUses | undefined
}

/** The content item that hosts would take. */
export function contentOf({ read, uri }: ViewFacts): Fields | undefined {
  const contents = read.ok ? listOf(read.value['contents']) : []
  return (
    contents.find((item) => item['uri'] === uri && compareAppMimeType(item['mimeType']) !== 'other') ??
    contents.find((item) => compareAppMimeType(item['mimeType']) !== 'other') ??
    contents[0]
  )
}

/** The text of a content item; undefined when it has none that can be read. */
export function textOf({ text, blob }: Fields): string | undefined {
  if (typeof text === 'string') return text
  if (typeof blob !== 'string' || !/^[a-z0-9+/\s]*={0,2}\s*$/i.test(blob)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(blob, 'base64'))
  } catch {
    return undefined
  }
}

const documents = new WeakMap<ViewFacts, ViewDocument>()

/** The document of a view, if it has one. Plain HTML counts too: what else is wrong with it is worth knowing at once. */
export function documentOf(view: ViewFacts): ViewDocument | undefined {
  const known = documents.get(view)
  if (known) return known
  const read = readDocument(view)
  if (read) documents.set(view, read)
  return read
}

function readDocument(view: ViewFacts): ViewDocument | undefined {
  const content = contentOf(view)
  const html = content && /html/i.test(asText(content['mimeType'] ?? 'html')) ? textOf(content) : undefined
  if (html === undefined || html.trim() === '') return undefined
  const { csp, permissions } = resolveResourceMeta(content, view.listed[0])
  const scan = scanHtml(html)
  const scripts = scan.scripts.filter(isProgram)
  return {
    uri: view.uri,
    html,
    scan,
    script: scripts.map(({ text }) => text).join('\n;\n'),
    programs: [...scripts.map(programOf), ...scan.elements.flatMap(handlersOf)],
    policy: compilePolicy({ csp, permissions }),
    permissions: fieldsOf(permissions),
  }
}

const isProgram = ({ attributes }: Element): boolean =>
  /^(|module|text\/javascript|application\/javascript)$/i.test(attributes.get('type') ?? '')

function programOf({ text, textOffset, attributes }: Script): ViewProgram {
  const kind = attributes.get('type')?.toLowerCase() === 'module' ? 'module' : 'script'
  return withUses(parseScript(text, textOffset, kind))
}

/** The code in attributes such as `onclick`. */
const handlersOf = ({ attributes, offset }: Element): ViewProgram[] =>
  [...attributes]
    .filter(([name, text]) => /^on[a-z]+$/.test(name) && text !== '')
    .map(([, text]) => withUses(parseScript(text, offset, 'handler')))

function withUses(script: ParsedScript): ViewProgram {
  try {
    return { ...script, uses: script.tree && usesOf(script.tree) }
  } catch (error) {
    // Nested deeper than calls can be.
    if (!(error instanceof RangeError)) throw error
    return { ...script, uses: undefined }
  }
}
