import type { Undo } from '../protocol/runtime.ts'
import type { SandboxReport } from './browser-report.ts'

/** Passes reports on to whoever listens for that View, also to one who comes a moment late. */
export interface ReportHub {
  publish(topic: string, report: SandboxReport): void
  /** Server-Sent Events: first what was kept, then what comes. */
  open(topic: string): ReadableStream<Uint8Array>
}

const KEPT_PER_TOPIC = 50
const MOST_TOPICS = 1000
const KEEP_ALIVE = 25_000

/** A hub in the memory of this process. */
export function createReportHub(): ReportHub {
  const kept = new Map<string, SandboxReport[]>()
  const listening = new Map<string, Set<(report: SandboxReport) => void>>()

  return {
    publish(topic, report) {
      const reports = kept.get(topic) ?? []
      kept.delete(topic)
      kept.set(topic, [...reports.slice(1 - KEPT_PER_TOPIC), report])
      if (kept.size > MOST_TOPICS) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest)
      for (const hear of listening.get(topic) ?? []) hear(report)
    },
    open(topic) {
      let stop: Undo | undefined
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder()
          const write = (text: string): void => controller.enqueue(encoder.encode(text))
          const hear = (report: SandboxReport): void => write(`data: ${JSON.stringify(report)}\n\n`)
          const hearers = listening.get(topic) ?? new Set()
          listening.set(topic, hearers.add(hear))
          // Bytes now and then, so that proxies between do not take silence for death.
          const timer = setInterval(() => write(':\n\n'), KEEP_ALIVE)
          stop = () => {
            clearInterval(timer)
            hearers.delete(hear)
            if (hearers.size === 0 && listening.get(topic) === hearers) listening.delete(topic)
          }
          write(': open\n\n')
          for (const report of kept.get(topic) ?? []) hear(report)
        },
        cancel: () => stop?.(),
      })
    },
  }
}
