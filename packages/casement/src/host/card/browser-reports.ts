import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'

/** One line about a report: of the View's own tap, or of the browser. */
export function describeReport(report: Readonly<Record<string, unknown>>): string {
  const { kind, level, directive, blocked, message, tag, source, line } = report as Record<string, string | undefined>
  const where = source ? ` (${source}${line ? `:${line}` : ''})` : ''
  if (directive) return `blocked by ${directive}: ${blocked}${where}`
  if (kind === 'resource') return `<${tag}> did not load: ${blocked}`
  if (kind === 'console') return `console.${level}: ${message}`
  return `${kind}: ${message}${where}`
}

// How long a server on the other side of the world may take to begin.
const CONNECT_MS = 5000

/**
 * What the browser itself reported about a View, read from the sandbox: a View can neither forge nor silence it. The stream stays
 * open on the server, so from its first bytes on it is read for a moment only.
 */
export async function readBrowserReports(url: string, ms = 500): Promise<Record<string, unknown>[]> {
  const reports: Record<string, unknown>[] = []
  const reading = new AbortController()
  const stop = (): void => reading.abort()
  let timer = setTimeout(stop, CONNECT_MS)
  let hasBegun = false
  try {
    const response = await fetch(url, { signal: reading.signal, credentials: 'omit' })
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
    let text = ''
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) break
      if (!hasBegun) {
        hasBegun = true
        clearTimeout(timer)
        timer = setTimeout(stop, ms)
      }
      const events = (text + piece.value).split('\n\n')
      text = events.pop() ?? ''
      reports.push(...events.map((event) => parseMessage(event.replace(/^data: /, ''))).filter(isRecord))
    }
  } catch {
    // The time is up, or there are none to be had: either way these are all.
  } finally {
    clearTimeout(timer)
  }
  return reports
}
