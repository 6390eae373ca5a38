import type { CallEntry } from '@casement/gateway/api'
import type { Studio } from '../studio.ts'

/** Opens the dialog that saves a call of the conversation, with its result as the expected one. */
export function saveCall({ saved, servers }: Studio, { server, tool, input, result }: CallEntry): void {
  const name = servers.find(server, tool)?.tool.title ?? tool
  // Metadata is about one run, and nothing that a later run repeats.
  const { _meta, ...expected } = result ?? { content: [] }
  saved.offer({ server, name, tool, input, ...(result && { expected }) })
}
