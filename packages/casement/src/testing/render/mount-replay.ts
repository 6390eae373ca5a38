import { mountApp, type MountedApp } from '../../host/mount/mount-app.ts'
import type { SandboxProvider } from '../../host/frame/sandbox-provider.ts'
import { RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { CasementError } from '../../protocol/errors.ts'
import { channelOf } from '../../protocol/channel/transport-channel.ts'
import { readMessage } from '../../protocol/rpc/message.ts'
import { hearingOneHandshake, withOneHandshake } from '../one-handshake.ts'
import { createReplay, type Replay } from '../trace/replay.ts'
import type { Trace } from '../trace/trace.ts'
import { splitChannel } from './split-channel.ts'

/** A recorded View on the page, with the recording as its host. */
export interface MountedReplay {
  readonly mounted: MountedApp
  /** Defined once the View has a frame. */
  readonly replay: Promise<Replay>
  /** The number of messages of the handshake, before which nothing is visible. */
  readonly handshake: number
}

const URI = 'ui://recording/view.html'
// Actions of the user have to be repeated by a user, who may take long.
const AN_HOUR = 3_600_000

/**
 * Shows the View of a recording in a real sandbox, and plays the recording up to the handshake. `patience` is the timeout for messages of
 * the View, in milliseconds. Default an hour.
 */
export function mountReplay(
  container: HTMLElement,
  recording: Trace,
  sandbox: SandboxProvider,
  { patience = AN_HOUR }: { readonly patience?: number } = {},
): MountedReplay {
  const trace = withOneHandshake(recording)
  const { view } = trace.header
  if (!view?.resource)
    throw new CasementError(
      'INVALID_ARGUMENT',
      'This recording has no document of a View, so there is nothing to show; it can still be compared',
    )
  const { html, csp, permissions } = view.resource
  const handshake = handshakeLength(trace)
  const content = { uri: URI, mimeType: RESOURCE_MIME_TYPE, text: html, _meta: { ui: { csp, permissions } } }
  let take: (replay: Replay) => void
  const replay = new Promise<Replay>((resolve) => (take = resolve))
  const mounted = mountApp(container, {
    client: {
      // No request of a recording reaches a server.
      callTool: () => Promise.reject(new CasementError('UNSUPPORTED', 'Tools cannot be called in a recording')),
      readResource: async () => ({ contents: [content] }),
    },
    tool: { ...view.tool, _meta: { ui: { resourceUri: URI } } },
    sandbox,
    app: `recording of ${view.app}`,
    liveSet: false,
    watch: false,
    deadlines: { fetching: AN_HOUR, minting: AN_HOUR, proxy: AN_HOUR, initialize: AN_HOUR, initialized: AN_HOUR },
    bridge: { directPort: false, compat: true, state: false },
    prepare(bridge) {
      const connect = bridge.connect.bind(bridge)
      bridge.connect = async (transport) => {
        const { forReplay, forBridge } = splitChannel(channelOf(transport))
        const made = createReplay(trace, hearingOneHandshake(forReplay), { patience })
        await connect(forBridge)
        made.play({ speed: Infinity, until: handshake })
        take(made)
      }
    },
  })
  return { mounted, replay, handshake }
}

/** The number of messages until the View has sent `ui/notifications/initialized`. */
function handshakeLength({ records }: Trace): number {
  const spoken = records.filter(
    (record) => record.kind === 'message' && record.hop === 'view-host' && record.refused === undefined,
  )
  const index = spoken.findIndex((record) => {
    const message = record.kind === 'message' ? readMessage(record.message) : undefined
    return message?.kind === 'note' && message.method === 'ui/notifications/initialized'
  })
  return index + 1
}
