import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { readVisibility } from '../../protocol/resource/visibility.ts'
import type { Tool } from '../../protocol/schemas/index.ts'
import type { McpClientLike } from '../server/client.ts'
import { modelToolName } from './tool-names.ts'

const MAX_PAGES = 100

/** Lists the tools of a server that the model may see, by their names for the model. */
export async function listModelTools(client: McpClientLike, prefix: string | undefined): Promise<ReadonlyMap<string, Tool>> {
  const tools = new Map<string, Tool>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await client.listTools?.(cursor === undefined ? undefined : { cursor })
    if (!isRecord(result) || !Array.isArray(result['tools']))
      throw new CasementError('REMOTE', 'Could not list the tools of the server: the response has no tools')
    for (const tool of result['tools'] as Tool[])
      if (readVisibility(tool).model) tools.set(modelToolName(tool.name, prefix), tool)
    cursor = typeof result['nextCursor'] === 'string' ? result['nextCursor'] : undefined
    if (cursor === undefined) return tools
  }
  throw new CasementError('REMOTE', `Could not list the tools of the server: the list has more than ${MAX_PAGES} pages`)
}
