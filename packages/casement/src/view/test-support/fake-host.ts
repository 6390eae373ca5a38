import { vi } from 'vitest'
import { handClock, type HandClock } from '../../../../../test/hand-clock.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import type { HostPeer, HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { McpUiAppCapabilities, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { App, type AppOptions } from '../app.ts'
import type { Channel } from '../../protocol/channel/channel.ts'

/** The messages at one end of a wire, in posting order. */
export interface Sent {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** A host of our own peer on the other end of an App, and everything the App sent. */
export interface FakeHost {
  app: App
  host: HostPeer
  channel: Channel
  clock: HandClock
  sent: Sent[]
  errors: Error[]
  methods: () => (string | undefined)[]
  /** Resolves when the View has said that it is there. */
  initialized: Promise<unknown>
}

/** The answer to `ui/initialize` of a host that offers nothing. */
export const welcome = (given: Partial<McpUiInitializeResult> = {}): McpUiInitializeResult => ({
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'fake-host', version: '1' },
  hostCapabilities: {},
  hostContext: {},
  ...given,
})

/** Sets an App and a host at the two ends of a wire. The host answers the handshake unless told not to. */
export function fakeHost(
  answer: Partial<McpUiInitializeResult> | 'silent' = {},
  capabilities: McpUiAppCapabilities = {},
  options: AppOptions = {},
): FakeHost {
  const clock = handClock()
  const [channel, end] = memoryChannels()
  const sent: Sent[] = []
  end.listen((message) => sent.push(message as Sent))
  const host = createPeer<HostToView, ViewToHost>(end, { runtime: clock })
  if (answer !== 'silent') host.handle('ui/initialize', () => welcome(answer))
  const initialized = new Promise((resolve) => host.on('ui/notifications/initialized', resolve))
  const errors: Error[] = []
  const app = new App({ name: 'view', version: '1.2.3' }, capabilities, { autoResize: false, runtime: clock, ...options })
  app.onerror = (error) => errors.push(error)
  return { app, host, channel, clock, sent, errors, methods: () => sent.map(({ method }) => method), initialized }
}

/** The same, connected. */
export async function connectedHost(...given: Parameters<typeof fakeHost>): Promise<FakeHost> {
  const made = fakeHost(...given)
  await made.app.connect(made.channel)
  await made.initialized
  return made
}

/** The reason of a rejected promise. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Waits until something holds. */
export const until = (holds: () => unknown): Promise<unknown> => vi.waitUntil(holds, { interval: 1 })
