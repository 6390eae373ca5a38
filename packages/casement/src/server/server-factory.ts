import type { McpServer } from '@modelcontextprotocol/server'
import { EXTENSION_ID } from '../protocol/constants.ts'
import type { Warn } from './app/run-tool.ts'
import { metadataError } from './register/metadata-problem.ts'
import type { PreparedApp } from './app/prepare-app.ts'
import { registerPrepared } from './register/register-prepared.ts'
import { loadSdk } from './sdk.ts'
import type { ServerInfo } from './serve-context.ts'

/** Returns a factory for the SDK, which needs a new server for each request or connection. The apps are prepared only once. */
export async function createServerFactory(apps: readonly PreparedApp[], info: ServerInfo, warn?: Warn): Promise<() => McpServer> {
  checkToolNames(apps)
  const { McpServer: Server } = await loadSdk()
  const instructions = apps.flatMap(({ app }) => app.instructions ?? []).join('\n\n')
  const capabilities = {
    tools: { listChanged: true },
    resources: { listChanged: true },
    // Optional in the specification, but some clients check for it.
    extensions: { [EXTENSION_ID]: {} },
  }
  return () => {
    const server = new Server(info, { capabilities, ...(instructions !== '' && { instructions }) })
    for (const app of apps) registerPrepared(server, app, warn)
    return server
  }
}

function checkToolNames(apps: readonly PreparedApp[]): void {
  const owners = new Map<string, string>()
  for (const { app, tools } of apps) {
    for (const { name } of tools) {
      const owner = owners.get(name)
      owners.set(name, app.name)
      if (owner === undefined) continue
      const fix = 'Give one of them another name'
      throw metadataError(
        { code: 'TOOL_DUPLICATE', where: `tool "${name}"`, field: 'name', fix },
        `is used by ${owner} and by ${app.name}`,
      )
    }
  }
}
