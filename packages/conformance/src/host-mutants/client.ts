import type { Client } from '@modelcontextprotocol/client'
import type { Mutation } from './mutation.ts'
import type { Fields } from './wire.ts'

type Read = Awaited<ReturnType<Client['readResource']>>
type Listed = Awaited<ReturnType<Client['listTools']>>

/** A host that reads resources in another way. */
export const reading = (
  instead: (uri: string, read: (uri: string) => Promise<Read>, client: Client) => Promise<Read>,
): Mutation => ({
  change(client) {
    const read = client.readResource.bind(client)
    client.readResource = ({ uri }) => instead(uri, (other) => read({ uri: other }), client)
  },
})

/** A host that misinterprets the document or its metadata. */
export const misreading = (change: (item: Fields) => Fields): Mutation =>
  reading(async (uri, read) => {
    const { contents, ...rest } = await read(uri)
    return { ...rest, contents: contents.map((item) => change({ ...item })) } as unknown as Read
  })

/** A host that adds to the metadata of the document. */
export const declaring = (change: (ui: Fields, origin: (name: string) => string) => Fields): Mutation =>
  misreading((item) => {
    const meta = (item['_meta'] ?? {}) as { ui?: Fields }
    const html = String(item['text'])
    // The document names the outside that it will be tried with.
    const port = /data-outside="(\d+)"/.exec(html)?.[1] ?? '0'
    return { ...item, _meta: { ui: change({ ...meta.ui }, (name) => `http://${name}.localhost:${port}`) } }
  })

/** A host that confuses tools. */
export const mislisting = (change: (tool: Fields) => Fields): Mutation => ({
  change(client) {
    const list = client.listTools.bind(client)
    client.listTools = async (...args) => {
      const { tools, ...rest } = await list(...args)
      return { ...rest, tools: tools.map((tool) => change({ ...tool })) } as unknown as Listed
    }
  },
})
