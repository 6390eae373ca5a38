import { offerPorts } from '../../protocol/channel/port-offer.ts'
import { parentChannel } from './parent-channel.ts'
import type { WireChannel } from './wire.ts'

/**
 * A channel to the parent window that also finds a direct port past a relay that is not Casement's, if the host is. For the option
 * `open` of an App.
 */
export const openPastRelay = (): WireChannel => offerPorts(parentChannel(), parent)
