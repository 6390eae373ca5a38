import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'

/** Describes a report of the View or of the browser in one line. */
export function describeReport(report: Readonly<Record<string, unknown>>): string {
  const { kind, level, directive, blocked, message, tag, source, line } = report as Record<string, string | undefined>
  const where = source ? ` (${source}${line ? `:${line}` : ''})` : ''
  if (directive) return `blocked by ${directive}: ${blocked}${where}`
  if (kind === 'resource') return `<${tag}> did not load: ${blocked}`
  if (kind === 'console') return `console.${level}: ${message}`
  return `${kind}: ${message}${where}`
}

const CONNECT_TIMEOUT_MS = 5000

/**
 * Reads the browser's own reports about a View from the sandbox. A View can neither forge nor suppress them. The server keeps the stream
 * open, so reading ends `ms` after the first bytes.
 */
export async function readBrowserReports(url: string, ms = 500): Promise<Record<string, unknown>[]> {
  const reports: Record<string, unknown>[] = []
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  let timer = setTimeout(abort, CONNECT_TIMEOUT_MS)
  let hasStarted = false
  try {
    const response = await fetch(url, { signal: controller.signal, credentials: 'omit' })
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
    let text = ''
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) break
      if (!hasStarted) {
        hasStarted = true
        clearTimeout(timer)
        timer = setTimeout(abort, ms)
      }
      const events = (text + chunk.value).split('\n\n')
      text = events.pop() ?? ''
      reports.push(...events.map((event) => parseMessage(event.replace(/^data: /, ''))).filter(isRecord))
    }
  } catch {
    // After a timeout or a failed request, the reports so far are returned.
  } finally {
    clearTimeout(timer)
  }
  return reports
}
