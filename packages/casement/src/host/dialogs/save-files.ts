import { isRecord } from '../../protocol/rpc/message.ts'
import type { ClientResults, McpClientLike } from '../server/client.ts'

/** Downloads the files of a View. Returns false, and downloads none, if one of them is not available. */
export async function saveFiles(client: McpClientLike, items: readonly unknown[], names: readonly string[]): Promise<boolean> {
  const files = await Promise.all(items.map((item) => blobOf(client, item)))
  if (files.some((file) => file === undefined)) return false
  files.forEach((file, index) => file && save(file, names[index] ?? 'download'))
  return true
}

/** The bytes of one item. A link is read from the server of the View, never fetched. */
async function blobOf(client: McpClientLike, item: unknown): Promise<Blob | undefined> {
  if (!isRecord(item)) return undefined
  if (isRecord(item['resource'])) return contentBlob(item['resource'])
  if (item['type'] !== 'resource_link' || !client.readResource) return undefined
  const { contents } = (await client.readResource({ uri: String(item['uri']) })) as ClientResults['readResource']
  return isRecord(contents[0]) ? contentBlob(contents[0]) : undefined
}

// A generic type, so that the browser saves the file and never renders it in the page's origin.
function contentBlob({ text, blob }: Record<string, unknown>): Blob | undefined {
  if (typeof text === 'string') return new Blob([text], { type: 'application/octet-stream' })
  if (typeof blob !== 'string') return undefined
  const bytes = Uint8Array.from(atob(blob), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: 'application/octet-stream' })
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then; otherwise the bytes would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
