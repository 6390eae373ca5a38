import { compareAppMimeType, resolveResourceMeta } from 'casement/protocol'
import { compilePolicy, type CompiledPolicy } from 'casement/protocol/policy'
import type { ViewFacts } from './facts.ts'
import { asText, fieldsOf, listOf, type Fields } from './fields.ts'
import { scanHtml, type ScannedHtml } from './scan-html.ts'

/** The document of a view with everything that its checks look at. */
export interface ViewDocument {
  readonly uri: string
  readonly html: string
  readonly scan: ScannedHtml
  /** The scripts that run, as one text. */
  readonly script: string
  readonly policy: CompiledPolicy
  readonly permissions: Fields
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

/** The document of a view, if it has one. Plain HTML counts too: what else is wrong with it is worth knowing at once. */
export function documentOf(view: ViewFacts): ViewDocument | undefined {
  const content = contentOf(view)
  const html = content && /html/i.test(asText(content['mimeType'] ?? 'html')) ? textOf(content) : undefined
  if (html === undefined || html.trim() === '') return undefined
  const { csp, permissions } = resolveResourceMeta(content, view.listed[0])
  const scan = scanHtml(html)
  return {
    uri: view.uri,
    html,
    scan,
    script: scan.scripts
      .filter(isProgram)
      .map(({ text }) => text)
      .join('\n;\n'),
    policy: compilePolicy({ csp, permissions }),
    permissions: fieldsOf(permissions),
  }
}

const isProgram = ({ attributes }: { attributes: ReadonlyMap<string, string> }): boolean =>
  /^(|module|text\/javascript|application\/javascript)$/i.test(attributes.get('type') ?? '')
