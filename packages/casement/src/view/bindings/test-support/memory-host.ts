import { memoryChannels } from '../../../protocol/channel/memory-channel.ts'
import type { Channel } from '../../../protocol/channel/channel.ts'
import { WireCode, CasementError } from '../../../protocol/errors.ts'
import type { HostToView, ViewToHost } from '../../../protocol/methods.ts'
import { createPeer, type Peer } from '../../../protocol/rpc/peer.ts'
import type { McpUiHostContext } from '../../../protocol/schemas/index.ts'

/** A host at the other end of a wire inside the page, and what it heard. */
export interface MemoryHost {
  /** For the option `open` of an App. */
  open(): Channel
  readonly peer: Peer<HostToView, ViewToHost>
  /** The methods of what the View said, in order. */
  readonly heard: string[]
  /** The stored state of the View. */
  readonly entries: Record<string, { version: number; value: unknown }>
}

/** A host that keeps state, and shakes hands unless told to refuse. */
export function memoryHost(hostContext: McpUiHostContext = {}, { refuses = false } = {}): MemoryHost {
  const [view, end] = memoryChannels()
  const heard: string[] = []
  const entries: MemoryHost['entries'] = {}
  const peer = createPeer<HostToView, ViewToHost>(end, { fallback: () => ({}) })
  peer.handle('ui/initialize', ({ protocolVersion }) => {
    heard.push('ui/initialize')
    if (refuses) throw new CasementError('REJECTED', 'not today', { wire: { code: WireCode.InvalidParams } })
    const hostCapabilities = { experimental: { 'dev.casement/state': {} } }
    return { protocolVersion, hostInfo: { name: 'memory', version: '1' }, hostCapabilities, hostContext }
  })
  peer.on('ui/notifications/initialized', () => void heard.push('initialized'))
  peer.on('ui/notifications/size-changed', () => void heard.push('size'))
  peer.handle('dev.casement/state/read', () => ({ entries }))
  peer.handle('dev.casement/state/write', ({ key, entry }) => {
    if (entry) entries[key] = entry
    else delete entries[key]
    return {}
  })
  // As strict as between windows: what the platform cannot clone cannot be sent.
  const strict: Channel = { ...view, post: (message, transfer = []) => view.post(structuredClone(message, { transfer })) }
  return { open: () => strict, peer, heard, entries }
}

/** Resets the page, so that its next App connects again. */
export function forgetPageSession(): void {
  delete (globalThis as { [slot: symbol]: unknown })[Symbol.for('casement.view')]
}
