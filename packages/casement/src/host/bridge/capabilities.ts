import { PORT_CAPABILITY, STATE_CAPABILITY } from '../../protocol/constants.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import type { ServerCapabilitiesLike } from '../server/client.ts'
import { ELICITATION_CAPABILITY } from '../model/elicitation.ts'

/** What there is on the host's side when a View asks what it can do. */
export interface Offered {
  /** What the host wrote itself. Details come from here; what nothing serves is left out. */
  readonly given: McpUiHostCapabilities
  readonly server: ServerCapabilitiesLike
  /** True when a method of the View would be answered. */
  readonly answers: (method: string) => boolean
  /** True when somebody hears the View's log. */
  readonly logs: boolean
  /** True when Views may ask the user in the name of the server. */
  readonly elicits: boolean
  /** True when the View has offered a port and it was taken. */
  readonly port: boolean
}

const BLOCKS = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }

const listChanged = (declared: boolean | undefined): { listChanged?: boolean } => (declared ? { listChanged: true } : {})

/** What the host can do for a View: nothing that has no handler and no server behind it (R-131 to R-142, 4.47). */
export function hostCapabilities({ given, server, answers, logs, port, elicits }: Offered): McpUiHostCapabilities {
  const experimental = {
    ...given.experimental,
    ...(answers('dev.casement/state/read') && { [STATE_CAPABILITY]: {} }),
    ...(elicits && { [ELICITATION_CAPABILITY]: {} }),
    ...(port && { [PORT_CAPABILITY]: {} }),
  }
  return {
    ...(Object.keys(experimental).length > 0 && { experimental }),
    ...(answers('ui/open-link') && { openLinks: {} }),
    ...(answers('ui/download-file') && { downloadFile: {} }),
    ...(answers('tools/call') && { serverTools: listChanged(server.tools?.listChanged) }),
    ...(answers('resources/read') && { serverResources: listChanged(server.resources?.listChanged) }),
    ...(logs && { logging: {} }),
    ...(given.sandbox && { sandbox: given.sandbox }),
    ...(answers('ui/message') && { message: given.message ?? BLOCKS }),
    ...(answers('ui/update-model-context') && {
      updateModelContext: given.updateModelContext ?? { ...BLOCKS, structuredContent: {} },
    }),
    ...(answers('sampling/createMessage') && { sampling: given.sampling ?? {} }),
  }
}
