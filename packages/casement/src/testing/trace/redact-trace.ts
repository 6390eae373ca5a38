import { isRecord } from '../../protocol/rpc/message.ts'
import type { Trace } from './trace.ts'

/** Redactions in addition to secrets with common names and formats. */
export interface RedactOptions {
  /** Further members, by name, at any depth. */
  readonly members?: readonly string[]
  /** Further texts, such as a name or a key. */
  readonly texts?: readonly string[]
  /** Also removes the document of the View. */
  readonly html?: boolean
}

const REDACTED = '[redacted]'
const SECRET_NAMES =
  /^(authorization|proxy-authorization|cookie|set-cookie|password|passwd|secret|client_?secret|api[-_]?key|x-api-key|private_?key|(access|refresh|id|auth|session|bearer)[-_]?token|token)$/i
const SECRET_SHAPES = /\bBearer\s+[\w.~+/-]+=*|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:sk|pk|ghp|gho|xox[abp])[-_][\w-]{16,}/g

/** A copy without secrets. Its header lists the redacted members. */
export function redactTrace(trace: Trace, { members = [], texts = [], html = false }: RedactOptions = {}): Trace {
  const named = new Set(members.map((name) => name.toLowerCase()))
  const secrets = texts.filter((text) => text !== '')
  const redacted = new Set(trace.header.redacted)
  const isSecret = (key: string): boolean => SECRET_NAMES.test(key) || named.has(key.toLowerCase())

  const cleanText = (text: string): string => {
    let clean = text.replace(SECRET_SHAPES, REDACTED)
    for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED)
    if (clean !== text) redacted.add('(in texts)')
    return clean
  }
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value)
    if (Array.isArray(value)) return value.map(clean)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        // A schema can have a parameter named "token"; only a value is a secret.
        const isRedacted = isSecret(key) && (typeof member === 'string' || typeof member === 'number')
        if (isRedacted) redacted.add(key)
        return [key, isRedacted ? REDACTED : clean(member)]
      }),
    )
  }

  const records = trace.records.map((record) => clean(record)) as Trace['records']
  const header = withoutHtml(clean(trace.header) as Trace['header'], html, redacted)
  return { header: redacted.size > 0 ? { ...header, redacted: [...redacted] } : header, records }
}

function withoutHtml(header: Trace['header'], html: boolean, redacted: Set<string>): Trace['header'] {
  if (!html || !header.view?.resource) return header
  redacted.add('html')
  const { resource: _, ...view } = header.view
  return { ...header, view }
}
