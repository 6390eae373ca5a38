import type { Unsubscribe } from '../protocol/runtime.ts'
import type { SandboxReport } from './browser-report.ts'

/** Passes reports on to whoever listens for that View, also to one who comes a moment late. */
export interface ReportHub {
  publish(topic: string, report: SandboxReport): void
  /** Only to whoever listens now: what concerns several Views must not be taken for the fault of a later one. */
  tell(topic: string, report: SandboxReport): void
  /** Server-Sent Events: first what was kept, then what comes. */
  open(topics: readonly string[]): ReadableStream<Uint8Array>
}

const KEPT_PER_TOPIC = 50
const MOST_TOPICS = 1000
const KEEP_ALIVE = 25_000

/** A hub in the memory of this process. */
export function createReportHub(): ReportHub {
  const kept = new Map<string, SandboxReport[]>()
  const listening = new Map<string, Set<(report: SandboxReport) => void>>()

  const listen = (topic: string, hear: (report: SandboxReport) => void): Unsubscribe => {
    const hearers = listening.get(topic) ?? new Set()
    listening.set(topic, hearers.add(hear))
    return () => {
      hearers.delete(hear)
      if (hearers.size === 0 && listening.get(topic) === hearers) listening.delete(topic)
    }
  }
  const hub: ReportHub = {
    tell(topic, report) {
      for (const hear of listening.get(topic) ?? []) hear(report)
    },
    publish(topic, report) {
      const reports = kept.get(topic) ?? []
      kept.delete(topic)
      kept.set(topic, [...reports.slice(1 - KEPT_PER_TOPIC), report])
      if (kept.size > MOST_TOPICS) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest)
      hub.tell(topic, report)
    },
    open(topics) {
      const undo: Unsubscribe[] = []
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder()
          const write = (text: string): void => controller.enqueue(encoder.encode(text))
          const hear = (report: SandboxReport): void => write(`data: ${JSON.stringify(report)}\n\n`)
          for (const topic of topics) undo.push(listen(topic, hear))
          // Bytes now and then, so that proxies between do not take silence for death.
          const timer = setInterval(() => write(':\n\n'), KEEP_ALIVE)
          undo.push(() => clearInterval(timer))
          write(': open\n\n')
          for (const topic of topics) for (const report of kept.get(topic) ?? []) hear(report)
        },
        cancel() {
          for (const stop of undo) stop()
        },
      })
    },
  }
  return hub
}
