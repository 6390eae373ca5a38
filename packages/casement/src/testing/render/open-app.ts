import type { McpClientLike } from '../../host/server/client.ts'
import type { ConsentOptions } from '../../host/gate/consent.ts'
import type { BridgeHandlers } from '../../host/bridge/options.ts'
import type { AppBridge } from '../../host/bridge/app-bridge.ts'
import { mountApp, type MountedApp } from '../../host/mount/mount-app.ts'
import type { MountOptions } from '../../host/mount/options.ts'
import type { ToolData } from '../../host/model/tool-data.ts'
import type { SandboxProvider } from '../../host/frame/sandbox-provider.ts'
import { CasementError } from '../../protocol/errors.ts'
import { channelOf } from '../../protocol/channel/transport-channel.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { platform } from '../../protocol/runtime.ts'
import type { InjectedFault } from '../faults/faults.ts'
import { faultyChannel } from '../faults/faulty-channel.ts'
import type { Sighting } from '../observation.ts'
import { applyProfile } from '../profiles/apply-profile.ts'
import { profileOf } from '../profiles/profiles.ts'
import { testClock, type TestClock } from '../test-clock.ts'
import type { RenderFacts } from './render-options.ts'

/** A View to open in a page, with its client and tool. */
export interface Opening extends RenderFacts, ToolData {
  readonly client: McpClientLike
  readonly tool: MountOptions['tool']
  readonly sandbox: SandboxProvider
  readonly consent: ConsentOptions
  readonly handlers: Partial<BridgeHandlers>
  /** Identifies it in the page and from outside. */
  readonly id: string
  readonly see: (sighting: Sighting) => void
}

/** An app in a page. */
export interface OpenedApp {
  readonly mounted: MountedApp
  advance(ms: number): void
  callAppTool(name: string, args: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

// The same in every browser, so that two runs have equal messages.
const SURROUNDINGS = {
  theme: 'light',
  locale: 'en-US',
  timeZone: 'UTC',
  deviceCapabilities: { touch: false, hover: true },
} as const

/** The default width of a View in pixels. */
export const DEFAULT_WIDTH = 600

// Generous, because a busy machine is no fault of the View.
const PATIENT = { fetching: 60_000, minting: 60_000, proxy: 60_000 }

const TEARDOWN_MS = 8000

/** Shows a View in a page as a host does, behind the real sandbox, and reports its observations. */
export function openApp(opening: Opening): OpenedApp {
  const { id, see, client, tool, profile = 'strict', width = DEFAULT_WIDTH, faults = [], teardownTimeout = TEARDOWN_MS } = opening
  const clock = opening.clock === 'manual' ? testClock() : undefined
  const container = document.createElement('div')
  container.dataset['casementApp'] = id
  container.style.width = `${width}px`
  document.body.append(container)
  const { input, partial, result, deadlines, sandbox, handlers } = opening
  const options = applyProfile(profileOf(profile), {
    client,
    tool,
    sandbox,
    input,
    partial,
    result,
    deadlines: { ...PATIENT, ...deadlines },
    hostInfo: { name: 'casement-testing', version: '1.0.0' },
    hostContext: { ...SURROUNDINGS, ...opening.hostContext },
    policies: { consent: opening.consent },
    handlers,
    pool: false,
    liveSet: false,
    watch: false,
    runtime: clock,
    bridge: {
      teardownTimeout,
      ...(clock && { runtime: clock }),
      trace(entry) {
        if (!isOfSandbox(entry.message)) see({ kind: 'message', entry })
      },
    },
  })
  const mounted = mountApp(container, faults.length > 0 ? withFaults(options, opening, clock) : options)
  mounted.events.on('stage', (stage) => {
    if (stage !== 'failed') see({ kind: 'stage', stage })
  })
  mounted.events.on('diagnosis', (diagnosis) => see({ kind: 'stage', stage: 'failed', diagnosis }))
  mounted.events.on('report', (report) => see({ kind: 'report', report }))
  return {
    mounted,
    advance(ms) {
      if (!clock) throw new CasementError('INVALID_ARGUMENT', "advance: render the app with clock: 'manual'")
      clock.advance(ms)
    },
    async callAppTool(name, args) {
      const bridge = mounted.bridge
      const found = (await bridge?.appTools.list())?.find(({ ownName }) => ownName === name)
      if (!bridge || !found) throw new CasementError('INVALID_ARGUMENT', `callAppTool: the View offers no tool "${name}"`)
      return bridge.appTools.call(found.name, args)
    },
    async close() {
      // With a manual clock, a missing response would never time out.
      const stop = clock && platform.after(teardownTimeout, () => clock.advance(teardownTimeout))
      await mounted.dispose('the test has ended')
      stop?.()
      container.remove()
    },
  }
}

const SANDBOX = /^(?:ui\/notifications\/sandbox-|dev\.casement\/sandbox\/)/

/** True for the messages of the proxy, which come from neither View nor host. */
const isOfSandbox = (message: unknown): boolean =>
  isRecord(message) && typeof message['method'] === 'string' && SANDBOX.test(message['method'])

/** Disables direct ports, because faults only affect the channel. */
function withFaults(options: MountOptions, { faults = [], seed = 1, see }: Opening, clock: TestClock | undefined): MountOptions {
  const onfault = (fault: InjectedFault): void => see({ kind: 'fault', fault })
  const prepare = (bridge: AppBridge): void => {
    const connect = bridge.connect.bind(bridge)
    bridge.connect = (transport) => {
      const channel = channelOf(transport)
      return connect(faultyChannel(channel, faults, { seed, onfault, ...(clock && { runtime: clock }) }))
    }
  }
  return { ...options, prepare, bridge: { ...options.bridge, directPort: false } }
}
