import type { BridgeHandlers } from '../bridge/options.ts'
import { loadChunk } from '../lazy.ts'
import type { McpClientLike } from '../server/client.ts'

/** The default handlers for links and downloads, after the gate has admitted them. */
export const browserActions = (client: McpClientLike): Pick<BridgeHandlers, 'onopenlink' | 'ondownloadfile'> => ({
  onopenlink({ url }) {
    // The new tab learns nothing about this page.
    open(url, '_blank', 'noopener,noreferrer')
    return {}
  },
  async ondownloadfile({ contents }, { fileNames }) {
    const { saveFiles } = await loadChunk()
    return (await saveFiles(client, contents, fileNames)) ? {} : { isError: true }
  },
})
