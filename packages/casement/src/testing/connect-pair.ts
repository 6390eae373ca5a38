import { AppBridge } from '../host/bridge/app-bridge.ts'
import type { HostOptions } from '../host/bridge/options.ts'
import { CasementError } from '../protocol/errors.ts'
import { memoryChannels } from '../protocol/channel/memory-channel.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { App } from '../view/app.ts'
import type { Fault } from './faults/faults.ts'
import { faultyChannel } from './faults/faulty-channel.ts'
import { createObservation, type Observed } from './observation.ts'
import { teardownProblem } from './render/teardown-problem.ts'
import { bridgeHandlers, scriptedConsent, scriptedHandlers, type Reactions } from './reactions.ts'
import { clientOf, type ServerUnderTest } from './server-client.ts'
import { testClock, type TestClock } from './test-clock.ts'

/** What the two sides of a pair are told. */
export interface PairOptions extends Reactions {
  readonly appInfo?: Implementation | undefined
  readonly appCapabilities?: McpUiAppCapabilities | undefined
  readonly hostInfo?: Implementation | undefined
  readonly hostCapabilities?: McpUiHostCapabilities | undefined
  readonly hostContext?: McpUiHostContext | undefined
  /** Answers what the View asks of its server. */
  readonly server?: ServerUnderTest | undefined
  /** More for the bridge. */
  readonly bridge?: Omit<HostOptions, 'hostContext' | 'runtime' | 'trace'> | undefined
  /** Sees both sides before they connect, to attach handlers. */
  readonly prepare?: ((app: App, bridge: AppBridge) => void) | undefined
  /** What goes wrong between them, as the host's end sees it. Name a `method`: a handshake that is lost is waited for without end. */
  readonly faults?: readonly Fault[] | undefined
  readonly seed?: string | number | undefined
}

/** A View and its host in one program, connected; the matchers take it. */
export interface ConnectedPair extends Observed {
  /** The View's side. */
  readonly app: App
  /** The host's side. */
  readonly bridge: AppBridge
  /** Errors that nobody waited for, of both sides. */
  readonly errors: readonly Error[]
  /** The clock of both. It stands still until it is advanced. */
  readonly clock: TestClock
  /** Takes the View away as a host does. Rejects when the View did not answer. */
  close(): Promise<void>
}

/** Connects a real App with a real AppBridge in memory: everything but the browser. */
export async function connectPair(options: PairOptions = {}): Promise<ConnectedPair> {
  const { appInfo = { name: 'app', version: '1.0.0' }, hostInfo = { name: 'host', version: '1.0.0' }, faults = [] } = options
  const clock = testClock()
  const observation = createObservation()
  const bridge = new AppBridge(options.server ? await clientOf(options.server) : null, hostInfo, options.hostCapabilities, {
    // What goes through a port of its own is out of reach for faults, and keeps Node from ending.
    directPort: false,
    gate: { consent: scriptedConsent(options.consent) },
    ...options.bridge,
    hostContext: options.hostContext ?? {},
    runtime: clock,
    trace: (entry) => observation.see({ kind: 'message', entry }),
  })
  Object.assign(bridge, bridgeHandlers(scriptedHandlers(options.handlers)))
  const app = new App(appInfo, options.appCapabilities, { autoResize: false, runtime: clock })
  const errors: Error[] = []
  app.onerror = bridge.onerror = (error) => errors.push(error)
  const [near, far] = memoryChannels()
  const onfault = (fault: Observed['faults'][number]): void => observation.see({ kind: 'fault', fault })
  const wire = faults.length > 0 ? faultyChannel(near, faults, { seed: options.seed ?? 1, runtime: clock, onfault }) : near
  const ready = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()))
  bridge.addEventListener('initialized', () => observation.see({ kind: 'stage', stage: 'ready' }))
  options.prepare?.(app, bridge)
  await bridge.connect(wire)
  await app.connect(far)
  await ready
  return Object.assign(Object.create(observation) as typeof observation, {
    app,
    bridge,
    errors,
    clock,
    async close() {
      await bridge.teardownResource({ reason: 'the test is over' })
      await app.close()
      observation.see({ kind: 'stage', stage: 'closed' })
      const problem = teardownProblem(observation)
      if (problem !== undefined) throw new CasementError('TIMEOUT', problem)
    },
  })
}
