import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'

/** A policy violation by a View or its proxy, as the browser reports it. A View can neither forge nor suppress it. */
export interface SandboxReport {
  /** The origin of the View. */
  readonly view: string
  /** The hash of its HTML. Empty for a proxy, which is the same for all Views of an app. */
  readonly hash: string
  readonly hostOrigin: string
  /** An attempt of the View to navigate elsewhere is a violation by the `proxy`. */
  readonly document: 'view' | 'proxy'
  readonly kind: 'csp'
  readonly directive: string
  /** The blocked URL, or a keyword such as `inline` or `eval`. */
  readonly blocked: string
  readonly source?: string
  readonly line?: number
  readonly column?: number
  readonly sample?: string
  /** The time of arrival, in milliseconds since 1970. */
  readonly at: number
}

/** The part of a report that the browser wrote. */
export type BrowserReport = Pick<
  SandboxReport,
  'document' | 'kind' | 'directive' | 'blocked' | 'source' | 'line' | 'column' | 'sample'
>

const MAX_TEXT_CHARS = 1000

/** Parses the body of a POST to a `report-uri`. Undefined if it is not a violation. */
export function readBrowserReport(body: string): BrowserReport | undefined {
  const parsed = parseMessage(body)
  const report = isRecord(parsed) ? parsed['csp-report'] : undefined
  if (!isRecord(report)) return undefined
  const text = (name: string): string | undefined => {
    const value = report[name]
    return typeof value === 'string' && value !== '' ? withoutToken(value).slice(0, MAX_TEXT_CHARS) : undefined
  }
  const number = (name: string): number | undefined => (typeof report[name] === 'number' ? report[name] : undefined)
  const directive = text('effective-directive') ?? text('violated-directive')
  if (directive === undefined) return undefined
  const [source, sample] = [text('source-file'), text('script-sample')]
  const [line, column] = [number('line-number'), number('column-number')]
  return {
    document: /^https?:\/\/[^/]+\/proxy\//.test(text('document-uri') ?? '') ? 'proxy' : 'view',
    kind: 'csp',
    directive,
    blocked: text('blocked-uri') ?? '',
    ...(source !== undefined && { source }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(sample !== undefined && { sample }),
  }
}

// Our own URLs contain a token, which must not end up in logs.
function withoutToken(text: string): string {
  return text.replace(/\/(proxy|view|report|reports)\/[\w-]+\.[\w-]+/g, '/$1/…')
}
