/** Labels of one sample. */
export type Labels = Readonly<Record<string, string>>

/** Counts and measures, and writes the values in the Prometheus text format. */
export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void
  /** Seconds that something took. */
  time(name: string, seconds: number, labels?: Labels): void
  /** A value that is computed when the metrics are read. */
  gauge(name: string, read: () => number | readonly (readonly [Labels, number])[]): void
  toText(): string
}

const HELP: Readonly<Record<string, string>> = {
  casement_http_requests_total: 'Requests by route and status.',
  casement_http_request_seconds: 'Time to the first byte of the response.',
  casement_http_in_flight: 'Requests in flight.',
  casement_mcp_requests_total: 'Forwarded MCP requests by server, method and outcome.',
  casement_mcp_request_seconds: 'Response time of a server.',
  casement_mcp_in_flight: 'MCP requests in flight to a server.',
  casement_server_up: '1 for each connected server, 0 for any other.',
  casement_server_restarts_total: 'Reconnection attempts.',
  casement_event_listeners: 'Pages that listen for events.',
  casement_audit_waiting: 'Audit events not yet written.',
  casement_store_ready: '1 when the database is open.',
}
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30]
// Names come from servers and requests. The limit keeps a faulty client from filling the memory.
const MAX_SERIES = 1000

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

/** Makes an empty register. */
export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  const gauges = new Map<string, () => number | readonly (readonly [Labels, number])[]>()
  return {
    count(name, labels = {}, by = 1) {
      const found = seriesOf(counters, name, labels, () => 0)
      if (found) found.series.set(found.key, (found.series.get(found.key) ?? 0) + by)
    },
    time(name, seconds, labels = {}) {
      const make = (): Histogram => ({ buckets: BUCKETS.map(() => 0), sum: 0, count: 0 })
      const found = seriesOf(histograms, name, labels, make)
      const histogram = found?.series.get(found.key)
      if (!histogram) return
      BUCKETS.forEach((limit, index) => {
        if (seconds <= limit) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1
      })
      histogram.sum += seconds
      histogram.count++
    },
    gauge: (name, read) => void gauges.set(name, read),
    toText: () => [...counterLines(counters), ...gaugeLines(gauges), ...histogramLines(histograms), ''].join('\n'),
  }
}

function seriesOf<T>(
  all: Map<string, Map<string, T>>,
  name: string,
  labels: Labels,
  make: () => T,
): { series: Map<string, T>; key: string } | undefined {
  const series = all.get(name) ?? new Map<string, T>()
  all.set(name, series)
  const key = formatLabels(labels)
  if (!series.has(key)) {
    if (series.size >= MAX_SERIES) return undefined
    series.set(key, make())
  }
  return { series, key }
}

const head = (name: string, type: string): string => `# HELP ${name} ${HELP[name] ?? name}\n# TYPE ${name} ${type}`

function counterLines(counters: Map<string, Map<string, number>>): string[] {
  const lines: string[] = []
  for (const [name, series] of counters) {
    lines.push(head(name, 'counter'))
    for (const [labels, value] of series) lines.push(`${name}${wrap(labels)} ${value}`)
  }
  return lines
}

function gaugeLines(gauges: Map<string, () => number | readonly (readonly [Labels, number])[]>): string[] {
  const lines: string[] = []
  for (const [name, read] of gauges) {
    const value = read()
    lines.push(head(name, 'gauge'))
    for (const [labels, each] of typeof value === 'number' ? ([[{}, value]] as const) : value)
      lines.push(`${name}${wrap(formatLabels(labels))} ${each}`)
  }
  return lines
}

function histogramLines(histograms: Map<string, Map<string, Histogram>>): string[] {
  const lines: string[] = []
  for (const [name, series] of histograms) {
    lines.push(head(name, 'histogram'))
    for (const [labels, { buckets, sum, count }] of series) {
      BUCKETS.forEach((limit, index) => lines.push(`${name}_bucket${wrap(join(labels, `le="${limit}"`))} ${buckets[index]}`))
      lines.push(`${name}_bucket${wrap(join(labels, 'le="+Inf"'))} ${count}`)
      lines.push(`${name}_sum${wrap(labels)} ${sum}`, `${name}_count${wrap(labels)} ${count}`)
    }
  }
  return lines
}

const join = (labels: string, more: string): string => (labels ? `${labels},${more}` : more)
const wrap = (labels: string): string => (labels ? `{${labels}}` : '')

const formatLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`,
    )
    .join(',')
