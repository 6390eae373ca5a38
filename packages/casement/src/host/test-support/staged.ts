import { vi } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import type { Channel } from '../../protocol/channel/channel.ts'
import { handClock, type HandClock } from '../../../../../test/hand-clock.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import type { HostOptions } from '../bridge/options.ts'
import type { McpClientLike } from '../server/client.ts'
import type { AuditEvent } from '../gate/audit.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'

/** A message as it stands on the wire. */
export interface Wired {
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** A bridge, and its View in our hands. */
export interface Staged {
  bridge: AppBridge
  view: Channel
  clock: HandClock
  audit: AuditEvent[]
  reports: string[]
  errors: Error[]
  /** The messages that the bridge sent. */
  sent: Wired[]
  /** The methods of it that ask for no answer, in order. */
  notes: () => string[]
  post: (message: object) => void
  /** Posts a request and waits for what is answered. */
  ask: (method: string, params?: object) => Promise<Wired>
  /** Both halves of the handshake. */
  shake: (introduction?: object) => Promise<Wired>
}

/** The View's own description. */
export const INTRODUCTION = { appInfo: { name: 'test-app', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }

/** The identity of this host. */
export const HOST = { name: 'test-host', version: '1' }

/** Lets everything on its way in memory arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Puts a bridge on one end of a wire, in a page that has shown a View before. */
export async function stage(
  options: HostOptions & { client?: McpClientLike; capabilities?: McpUiHostCapabilities } = {},
  prepare: (bridge: AppBridge) => void = () => {},
): Promise<Staged> {
  const { client = null, capabilities, ...rest } = options
  const clock = handClock()
  const audit: AuditEvent[] = []
  const reports: string[] = []
  const errors: Error[] = []
  const sent: Wired[] = []
  let lastId = 0
  const bridge = new AppBridge(client, HOST, capabilities, {
    runtime: clock,
    // Most tests are about a handler, and ask it without a handshake.
    earlyRequests: 'handle',
    audit: (event) => audit.push(event),
    onreport: ({ reason, why }) => reports.push(`${reason}: ${why}`),
    ...rest,
  })
  bridge.onerror = (error) => errors.push(error)
  prepare(bridge)
  const [near, view] = memoryChannels()
  view.listen((message) => sent.push(message as Wired))
  await bridge.connect(near)
  const post = (message: object): void => view.post({ jsonrpc: '2.0', ...message })
  const ask = async (method: string, params: object = {}): Promise<Wired> => {
    const id = ++lastId
    post({ id, method, params })
    await vi.waitUntil(() => sent.some((message) => message.id === id && !message.method), { interval: 1 })
    return sent.findLast((message) => message.id === id && !message.method) as Wired
  }
  return {
    bridge,
    view,
    clock,
    audit,
    reports,
    errors,
    sent,
    post,
    ask,
    notes: () => sent.flatMap(({ id, method }) => (id === undefined && method ? [method] : [])),
    async shake(introduction = INTRODUCTION) {
      const answer = await ask('ui/initialize', introduction)
      post({ method: 'ui/notifications/initialized', params: {} })
      await settled()
      return answer
    },
  }
}
