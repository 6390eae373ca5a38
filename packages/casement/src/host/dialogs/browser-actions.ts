import type { BridgeHandlers } from '../bridge/bridge-types.ts'
import type { McpClientLike } from '../server/client.ts'
import { decisions } from '../late-decisions.ts'

type Download = NonNullable<BridgeHandlers['ondownloadfile']>

/** Shows a link of a View in a tab of its own, which learns nothing of the page. */
export function openLink(url: string): Record<string, never> {
  open(url, '_blank', 'noopener,noreferrer')
  return {}
}

/** Saves what a View wants to be saved, after the gate let it through. */
export async function downloadFiles(
  client: McpClientLike,
  { contents }: Parameters<Download>[0],
  { fileNames }: Parameters<Download>[1],
): Promise<{ isError?: boolean }> {
  const { saveFiles } = await decisions.load()
  return (await saveFiles(client, contents, fileNames)) ? {} : { isError: true }
}
