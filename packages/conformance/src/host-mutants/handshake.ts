import type { Mutation } from './mutation.ts'
import { introducing, surrounding } from './wire.ts'

const oddContext: Readonly<Record<string, unknown>> = {
  theme: 'system',
  displayMode: 'sidebar',
  availableDisplayModes: ['inline', 'sidebar'],
  platform: 'browser',
  locale: 'German (Switzerland)',
  timeZone: 'Bern time',
  deviceCapabilities: { touch: 'no' },
  safeAreaInsets: { top: 0 },
  containerDimensions: { height: 1, maxHeight: 2 },
  styles: { variables: { '--spacing-small': '1px' } },
  toolInfo: { tool: { name: 'another', inputSchema: { type: 'object' } } },
}

/** Hosts that introduce themselves wrongly. */
export const handshakeMutations: Readonly<Record<string, Mutation>> = {
  'no-host-capabilities': introducing((result) => delete result['hostCapabilities']),
  'no-host-info': introducing((result) => delete result['hostInfo']),
  'another-version': introducing((result) => (result['protocolVersion'] = '2025-06-18')),
  'no-host-context': introducing((result) => delete result['hostContext']),
  'hides-server': introducing((result) => delete (result['hostCapabilities'] as { serverTools?: unknown }).serverTools),
  'capability-as-boolean': introducing((result) => Object.assign(result['hostCapabilities'] as object, { openLinks: true })),
  ...Object.fromEntries(Object.entries(oddContext).map(([name, value]) => [`odd-${name}`, surrounding({ [name]: value })])),
}
