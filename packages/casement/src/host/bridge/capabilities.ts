import { PORT_CAPABILITY } from '../../protocol/constants.ts'
import { viewToHost } from '../../protocol/methods.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import { ELICITATION_CAPABILITY } from '../model/elicitation.ts'
import { isServed, serverCapabilities } from '../server/capabilities.ts'
import type { McpClientLike, ServerCapabilitiesLike } from '../server/client.ts'
import type { BridgeEvents } from './events.ts'
import type { HostHandlers } from './host-handlers.ts'
import type { HostOptions } from './options.ts'

/** Everything that determines which methods a bridge supports. */
export interface SupportSources {
  readonly client: McpClientLike | null
  readonly handlers: HostHandlers
  readonly options: HostOptions
}

/** True when a handler, a built-in feature or the server handles a method of the View. */
export function isSupported(method: string, { client, handlers, options }: SupportSources): boolean {
  switch (method) {
    case 'ui/request-display-mode':
      return true
    case 'dev.casement/state/read':
    case 'dev.casement/state/write':
      return options.state !== false
    case 'ui/message':
    case 'ui/update-model-context':
      return options.modelContext !== undefined || handlers.get(method) !== undefined
    default:
      return handlers.get(method) !== undefined || (client !== null && isServed(client, method))
  }
}

/** The input of `hostCapabilities`. */
export interface CapabilitySources extends SupportSources {
  readonly events: BridgeEvents
  /** The capabilities that the host wrote itself. Details come from here. */
  readonly declared: McpUiHostCapabilities
  /** True when the View has offered a port and the bridge has accepted it. */
  readonly hasPort: boolean
}

type Details = (declared: McpUiHostCapabilities, server: ServerCapabilitiesLike) => object

const CONTENT = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }
const listChanged = (isAnnounced: boolean | undefined): object => (isAnnounced ? { listChanged: true } : {})

/** Capabilities with details. All others are advertised as an empty object. */
const DETAILS: Readonly<Record<string, Details>> = {
  serverTools: (_, { tools }) => listChanged(tools?.listChanged),
  serverResources: (_, { resources }) => listChanged(resources?.listChanged),
  message: ({ message }) => message ?? CONTENT,
  updateModelContext: ({ updateModelContext }) => updateModelContext ?? { ...CONTENT, structuredContent: {} },
  sampling: ({ sampling }) => sampling ?? {},
}

/**
 * The capabilities that the host advertises to a View, derived from the method table: a capability is advertised when the first
 * method that requires it is supported, and never otherwise (R-131 to R-142, 4.47).
 */
export function hostCapabilities({ declared, events, hasPort, ...sources }: CapabilitySources): McpUiHostCapabilities {
  const { client, options } = sources
  if (options.advertise === 'declared')
    return hasPort ? { ...declared, experimental: { ...declared.experimental, [PORT_CAPABILITY]: {} } } : declared
  const server = client ? serverCapabilities(client) : {}
  const experimental: Record<string, object> = { ...declared.experimental, ...options.experimental }
  const capabilities: Record<string, object> = { ...(declared.sandbox && { sandbox: declared.sandbox }) }
  const seen = new Set<string>()
  for (const entry of Object.values(viewToHost)) {
    if (entry.capability?.side !== 'host') continue
    const [name = '', extension] = entry.capability.path
    const id = entry.capability.path.join('/')
    if (seen.has(id)) continue
    seen.add(id)
    const isAvailable = 'event' in entry ? hasListener(events, entry.event) : isSupported(entry.method, sources)
    if (!isAvailable) continue
    if (extension) experimental[extension] = {}
    else capabilities[name] = DETAILS[name]?.(declared, server) ?? {}
  }
  if (options.elicitation) experimental[ELICITATION_CAPABILITY] = {}
  if (hasPort) experimental[PORT_CAPABILITY] = {}
  return { ...(Object.keys(experimental).length > 0 && { experimental }), ...capabilities }
}

const hasListener = (
  events: BridgeEvents,
  event: 'loggingmessage' | 'initialized' | 'sizechange' | 'requestteardown' | undefined,
) => event !== undefined && events.hasListeners(event)
