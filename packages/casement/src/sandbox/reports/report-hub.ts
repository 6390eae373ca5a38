import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { SandboxReport } from './browser-report.ts'

/** Delivers reports to the subscribers of a View, including those that subscribe a moment late. */
export interface ReportHub {
  /** Delivers a report, and stores it for later subscribers. */
  publish(topic: string, report: SandboxReport): void
  /** Delivers a report to current subscribers only: if it concerns several Views, a later one must not be blamed for it. */
  publishNow(topic: string, report: SandboxReport): void
  /** Server-Sent Events: first the stored reports, then new ones. */
  subscribe(topics: readonly string[]): ReadableStream<Uint8Array>
}

const MAX_STORED_PER_TOPIC = 50
const MAX_TOPICS = 1000
const KEEP_ALIVE_MS = 25_000

/** A hub in the memory of this process. */
export function createReportHub(): ReportHub {
  const stored = new Map<string, SandboxReport[]>()
  const listeners = new Map<string, Set<(report: SandboxReport) => void>>()

  const listen = (topic: string, listener: (report: SandboxReport) => void): Unsubscribe => {
    const all = listeners.get(topic) ?? new Set()
    listeners.set(topic, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic)
    }
  }
  const hub: ReportHub = {
    publishNow(topic, report) {
      for (const listener of listeners.get(topic) ?? []) listener(report)
    },
    publish(topic, report) {
      const reports = stored.get(topic) ?? []
      stored.delete(topic)
      stored.set(topic, [...reports.slice(1 - MAX_STORED_PER_TOPIC), report])
      if (stored.size > MAX_TOPICS) for (const oldest of [...stored.keys()].slice(0, 1)) stored.delete(oldest)
      hub.publishNow(topic, report)
    },
    subscribe(topics) {
      const disposers: Unsubscribe[] = []
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder()
          const write = (text: string): void => controller.enqueue(encoder.encode(text))
          const send = (report: SandboxReport): void => write(`data: ${JSON.stringify(report)}\n\n`)
          for (const topic of topics) disposers.push(listen(topic, send))
          // Keeps the connection alive: HTTP proxies close one that is silent.
          const timer = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
          disposers.push(() => clearInterval(timer))
          write(': open\n\n')
          for (const topic of topics) for (const report of stored.get(topic) ?? []) send(report)
        },
        cancel() {
          for (const dispose of disposers) dispose()
        },
      })
    },
  }
  return hub
}
