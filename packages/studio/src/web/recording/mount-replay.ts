import { mountApp, type MountedApp, type SandboxProvider } from 'casement/host'
import { channelFromTransport, CasementError, readMessage, RESOURCE_MIME_TYPE } from 'casement/protocol'
import { createReplay, type Replay, type Trace } from 'casement/testing/trace'
import { splitChannel } from './split-channel.ts'

/** A recorded View on the page, with the recording as its host. */
export interface MountedReplay {
  readonly mounted: MountedApp
  /** There once the View's frame is. */
  readonly replay: Promise<Replay>
  /** How many messages the handshake takes; before that there is nothing to see. */
  readonly handshake: number
}

const URI = 'ui://recording/view.html'
// What a person did then has to be done again by one, who takes the time it takes.
const AN_HOUR = 3_600_000

/** Shows the View of a recording, in a real sandbox, and plays the recording to it as far as the handshake. */
export function mountReplay(container: HTMLElement, trace: Trace, sandbox: SandboxProvider): MountedReplay {
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
      // Nothing of a recording reaches a server.
      callTool: () => Promise.reject(new CasementError('UNSUPPORTED', 'A recording calls no tools')),
      readResource: async () => ({ contents: [content] }),
    },
    tool: { ...view.tool, _meta: { ui: { resourceUri: URI } } },
    sandbox,
    app: `recording of ${view.app}`,
    liveSet: false,
    watch: false,
    deadlines: { initialize: AN_HOUR, initialized: AN_HOUR },
    bridge: { directPort: false, compat: true, state: false },
    prepare(bridge) {
      const connect = bridge.connect.bind(bridge)
      bridge.connect = async (transport) => {
        const { forReplay, forBridge } = splitChannel('listen' in transport ? transport : channelFromTransport(transport))
        const made = createReplay(trace, forReplay, { patience: AN_HOUR })
        await connect(forBridge)
        made.play({ speed: Infinity, until: handshake })
        take(made)
      }
    },
  })
  return { mounted, replay, handshake }
}

/** How many messages between View and host pass until the View has said that it is ready. */
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
