import type { CallEntry } from '@casement/gateway/api'
import { findToolLabel } from '../api/tool-label.ts'
import type { Studio } from '../studio.ts'

/** Opens the dialog that saves a call of the conversation, with its result as the expected one. */
export function saveCall(studio: Studio, { server, tool, input, result }: CallEntry): void {
  // Metadata is about one run, and nothing that a later run repeats.
  const { _meta, ...expected } = result ?? { content: [] }
  studio.saved.offer({ server, name: findToolLabel(studio, server, tool).title, tool, input, ...(result && { expected }) })
}
