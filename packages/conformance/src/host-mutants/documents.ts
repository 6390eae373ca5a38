import { RESOURCE_MIME_TYPE } from 'casement/host'
import { declaring, mislisting, misreading } from './client.ts'
import type { Mutation } from './mutation.ts'
import { onWire } from './wire.ts'

const uiOf = (uri: string): object => ({ _meta: { ui: { resourceUri: uri } } })
let calls = 0

/** Hosts that misread documents, permissions and tools. */
export const documentMutations: Readonly<Record<string, Mutation>> = {
  'decodes-bytes-as-letters': misreading(({ blob, ...item }) => (blob ? { ...item, text: atob(blob as string) } : item)),
  'shows-any-type': misreading((item) => ({ ...item, mimeType: RESOURCE_MIME_TYPE })),
  'knows-no-flat-key': mislisting(({ _meta, ...tool }) => (tool['name'] === 'show' ? tool : { ...tool, _meta })),
  'prefers-flat-key': mislisting((tool) => (tool['name'] === 'show' ? { ...tool, ...uiOf('ui://probe/other') } : tool)),
  'grants-nothing': misreading(({ _meta, ...item }) => item),
  'grants-camera': declaring((ui) => ({ ...ui, permissions: { ...(ui['permissions'] as object), camera: {} } })),
  'forgets-tool-names': onWire(() => ({
    toView: (message, pass) =>
      pass(message.method === 'tools/call' ? { ...message, params: { ...message.params, name: 'app:probe_tool' } } : message),
  })),
  'mixes-tools': {
    driver: (driver) => ({
      ...driver,
      async getConversationContext() {
        const sight = await driver.getConversationContext()
        return { ...sight, tools: [...sight.tools, 'add'] }
      },
    }),
  },
  'remembers-tools': {
    driver: (driver) => ({
      ...driver,
      callTool: (name, args) => (calls++ === 0 ? driver.callTool(name, args) : Promise.resolve({ content: [] })),
    }),
  },
}
