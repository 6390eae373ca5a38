import { isRecord } from '../../protocol/rpc/message.ts'
import type { ClientResults, McpClientLike } from '../server/client.ts'

/** Saves what a View wants to be downloaded, all of it or nothing. False when some of it cannot be had. */
export async function saveFiles(client: McpClientLike, items: readonly unknown[], names: readonly string[]): Promise<boolean> {
  const files = await Promise.all(items.map((item) => blobOf(client, item)))
  if (files.some((file) => file === undefined)) return false
  files.forEach((file, index) => file && save(file, names[index] ?? 'download'))
  return true
}

/** The bytes of one item. A link is read from the server the View came from, never fetched from elsewhere. */
async function blobOf(client: McpClientLike, item: unknown): Promise<Blob | undefined> {
  if (!isRecord(item)) return undefined
  if (isRecord(item['resource'])) return contentBlob(item['resource'])
  if (item['type'] !== 'resource_link' || !client.readResource) return undefined
  const { contents } = (await client.readResource({ uri: String(item['uri']) })) as ClientResults['readResource']
  return isRecord(contents[0]) ? contentBlob(contents[0]) : undefined
}

// Never a type that a browser would run if the saved file were opened from the page: it is saved, not shown.
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
  // The browser has taken hold of the bytes by then; without it they would stay for as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
