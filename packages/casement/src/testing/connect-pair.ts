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

/** Options of a pair. */
export interface PairOptions extends Reactions {
  readonly appInfo?: Implementation | undefined
  readonly appCapabilities?: McpUiAppCapabilities | undefined
  readonly hostInfo?: Implementation | undefined
  readonly hostCapabilities?: McpUiHostCapabilities | undefined
  readonly hostContext?: McpUiHostContext | undefined
  /** Handles the requests of the View to its server. */
  readonly server?: ServerUnderTest | undefined
  /** Further options of the bridge. */
  readonly bridge?: Omit<HostOptions, 'hostContext' | 'runtime' | 'trace'> | undefined
  /** Called with both sides before they connect, to attach handlers. */
  readonly prepare?: ((app: App, bridge: AppBridge) => void) | undefined
  /** Faults at the host's end. Set a `method`: with a lost handshake, the pair never connects. */
  readonly faults?: readonly Fault[] | undefined
  readonly seed?: string | number | undefined
}

/** A connected View and host in one program, for the matchers. */
export interface ConnectedPair extends Observed {
  /** The View's side. */
  readonly app: App
  /** The host's side. */
  readonly bridge: AppBridge
  /** Errors of both sides that no caller received. */
  readonly errors: readonly Error[]
  /** The clock of both, which is advanced manually. */
  readonly clock: TestClock
  /** Unmounts the View as a host does. Rejects if the View did not respond. */
  close(): Promise<void>
}

/** Connects a real App and a real AppBridge in memory, without a browser. */
export async function connectPair(options: PairOptions = {}): Promise<ConnectedPair> {
  const { appInfo = { name: 'app', version: '1.0.0' }, hostInfo = { name: 'host', version: '1.0.0' }, faults = [] } = options
  const clock = testClock()
  const observation = createObservation()
  const bridge = new AppBridge(options.server ? await clientOf(options.server) : null, hostInfo, options.hostCapabilities, {
    // Faults do not affect a direct port, and an open port keeps Node from exiting.
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
      await bridge.teardownResource({ reason: 'the test has ended' })
      await app.close()
      observation.see({ kind: 'stage', stage: 'closed' })
      const problem = teardownProblem(observation)
      if (problem !== undefined) throw new CasementError('TIMEOUT', problem)
    },
  })
}
