import type { BridgeHandlers } from '../bridge/bridge-types.ts'
import type { McpClientLike } from '../server/client.ts'
import { care } from '../late-care.ts'

/** What a page does with links and downloads of a View by itself, after the gate let them through. */
export const defaultHandlers = (client: McpClientLike): Pick<BridgeHandlers, 'onopenlink' | 'ondownloadfile'> => ({
  onopenlink: async ({ url }) => (await care.load()).openLink(url),
  ondownloadfile: async (params, extra) => (await care.load()).downloadFiles(client, params, extra),
})
