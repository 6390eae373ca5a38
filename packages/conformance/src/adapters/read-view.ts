import type { Client } from '@modelcontextprotocol/client'
import { RESOURCE_MIME_TYPE } from 'casement/protocol'

/** A document with its metadata. */
export interface ReadView {
  readonly html: string
  readonly csp?: Readonly<Record<string, string[]>>
  readonly permissions?: Readonly<Record<string, object>>
}

/** Reads a View as a host page has to that has nothing but a client: the type is checked, the listing is the fallback. */
export async function readView(client: Client, uri: string): Promise<ReadView> {
  const { contents } = await client.readResource({ uri })
  const [item] = contents
  if (item?.mimeType !== RESOURCE_MIME_TYPE)
    throw new Error(`${uri} is ${item?.mimeType ?? 'nothing'}, not ${RESOURCE_MIME_TYPE}`)
  const { resources } = await client.listResources().catch(() => ({ resources: [] }))
  const ui = item._meta?.['ui'] ?? resources.find((listed) => listed.uri === uri)?._meta?.['ui']
  const html =
    'text' in item ? item.text : new TextDecoder().decode(Uint8Array.from(atob(item.blob), (byte) => byte.charCodeAt(0)))
  return { html, ...(ui as Omit<ReadView, 'html'> | undefined) }
}
