/**
 * A direct port past a relay that does not know Casement. Such a relay passes on messages but no ports, so the View posts the port
 * itself, to the window above the relay, and names it in `ui/initialize`. The host accepts it only from a frame inside the relay's
 * window and only with the name that arrived through the relay, and its response names it as well. A window that receives an offer
 * and is not the host gets no such response to the View, which then closes the port.
 */
import { PORT_CAPABILITY } from '../constants.ts'
import { isRecord, parseMessage } from '../rpc/message.ts'
import type { Channel } from './channel.ts'
import type { MessageInlet, PostTarget, WindowMessage } from './window-channel.ts'

/** The message that carries a port. Its recipient may be any page, so it contains nothing but the name of the offer. */
const OFFER_METHOD = 'dev.casement/port-offer'
// A View that retries its handshake makes an offer each time.
const MAX_OFFERS = 8

/** A channel with any return value of `listen`. */
type ChannelWith<Listen> = Omit<Channel, 'listen'> & { readonly listen: Listen }

/** A channel of a View that can offer a port past the relay. */
export type OfferingChannel<Listen = Channel['listen']> = ChannelWith<Listen> & {
  /** The port that the host has accepted, by the value of its port capability. */
  acceptedPort(capability: unknown): MessagePort | undefined
}

type Members = Record<string, unknown>
const membersOf = (value: unknown): Members => (isRecord(value) ? value : {})
const nameOf = (capability: unknown): unknown => membersOf(capability)['offer']

/** Changes the port capability in the capabilities of either side. */
const withCapability = (capabilities: unknown, value: object): Members => ({
  ...membersOf(capabilities),
  experimental: { ...membersOf(membersOf(capabilities)['experimental']), [PORT_CAPABILITY]: value },
})
const capabilityOf = (capabilities: unknown): unknown => membersOf(membersOf(capabilities)['experimental'])[PORT_CAPABILITY]

/** In a View: offers a port to the window above the parent with each `ui/initialize`. */
export function offerPorts<Listen>(channel: ChannelWith<Listen>, parent: PostTarget): OfferingChannel<Listen> {
  const { parent: above } = parent as { parent?: PostTarget }
  const offers = new Map<string, MessagePort>()
  return {
    closed: channel.closed,
    listen: channel.listen,
    close: (reason) => channel.close(reason),
    post(message, transfer) {
      const { method, params } = membersOf(message)
      if (method !== 'ui/initialize' || !transfer?.length || !above || above === parent) return channel.post(message, transfer)
      const name = crypto.getRandomValues(new Uint32Array(4)).join('-')
      const { port1, port2 } = new MessageChannel()
      offers.set(name, port1)
      above.postMessage({ jsonrpc: '2.0', method: OFFER_METHOD, params: { name } }, /* opaque: not known */ '*', [port2])
      const { appCapabilities } = membersOf(params)
      const offered = { ...membersOf(params), appCapabilities: withCapability(appCapabilities, { offer: name }) }
      channel.post({ ...membersOf(message), params: offered }, transfer)
    },
    acceptedPort(capability) {
      const accepted = offers.get(String(nameOf(capability)))
      for (const port of offers.values()) if (port !== accepted) port.close()
      offers.clear()
      return accepted
    },
  }
}

/** In a host: adds an offered port to the `ui/initialize` that names it, as if the relay had passed it on. */
export function acceptPorts(channel: Channel, relay: unknown, self: MessageInlet): Channel {
  const offers = new Map<unknown, MessagePort>()
  /** The names of accepted offers by the ids of their requests. */
  const accepted = new Map<unknown, string>()

  const onmessage = ({ source, data, ports }: WindowMessage): void => {
    const port = ports?.[0]
    if (!port || !isFrameOf(source, relay) || membersOf(data)['method'] !== OFFER_METHOD) return
    if (offers.size >= MAX_OFFERS) return port.close()
    offers.set(membersOf(membersOf(data)['params'])['name'], port)
  }
  self.addEventListener('message', onmessage)
  channel.closed.addEventListener('abort', () => {
    self.removeEventListener('message', onmessage)
    for (const port of offers.values()) port.close()
  })

  const portFor = (raw: unknown): MessagePort | undefined => {
    // Almost every message ends here, without a walk.
    if (offers.size === 0) return undefined
    const { id, method, params } = membersOf(parseMessage(raw))
    if (method !== 'ui/initialize') return undefined
    const name = nameOf(capabilityOf(membersOf(params)['appCapabilities']))
    const port = offers.get(name)
    if (port) accepted.set(id, String(name))
    offers.delete(name)
    return port
  }

  return {
    closed: channel.closed,
    close: (reason) => channel.close(reason),
    listen: (receive) =>
      channel.listen((raw, ports) => {
        const port = ports?.length ? undefined : portFor(raw)
        receive(raw, port ? [port] : ports)
      }),
    post(message, transfer) {
      const { id, result } = membersOf(message)
      const name = accepted.get(id)
      if (name === undefined || !isRecord(result)) return channel.post(message, transfer)
      accepted.delete(id)
      const { hostCapabilities } = result
      const hasPort = capabilityOf(hostCapabilities) !== undefined
      const named = hasPort ? { hostCapabilities: withCapability(hostCapabilities, { offer: name }) } : {}
      channel.post({ ...membersOf(message), result: { ...result, ...named } }, transfer)
    },
  }
}

/** True for a window directly inside another. A window from another origin has this property too. */
function isFrameOf(source: unknown, outer: unknown): boolean {
  const { parent } = (source ?? {}) as { parent?: unknown }
  return source !== outer && parent !== undefined && parent === outer
}
