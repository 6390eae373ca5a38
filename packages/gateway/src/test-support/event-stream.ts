import { request } from 'node:http'
import type { GatewayEvent } from '../api.ts'

/** The events of one page. */
export interface EventStream {
  readonly events: readonly GatewayEvent[]
  /** Settles when the gateway ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens the event stream of a user. Resolves when the gateway has sent its headers. */
export function openEvents(port: number, headers: Readonly<Record<string, string>>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const events: GatewayEvent[] = []
    const asked = request({ host: '127.0.0.1', port, path: '/api/events', agent: false, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream was refused with ${response.statusCode}.`))
      let rest = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as GatewayEvent)
      })
      const ended = new Promise<void>((end) => response.once('close', () => end()))
      resolve({ events, ended, close: () => asked.destroy() })
    })
    asked.on('error', reject)
    asked.end()
  })
}
