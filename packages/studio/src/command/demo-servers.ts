import type { BuiltInServer } from '@casement/gateway'
import { EXTENSION_ID, registerApp, type DefinedApp } from 'casement/server'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const PACKED = { folder: fileURLToPath(new URL('../examples', import.meta.url)), module: 'app.js' }
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const BUILT = { folder: join(ROOT, 'examples'), module: 'dist/app.js' }

/** In the repository those that were built last; elsewhere those that were packed with this package. */
const place = (): typeof PACKED => (existsSync(join(ROOT, 'packages/studio/src')) ? BUILT : PACKED)

/** The examples as MCP servers in this process, by name. One that does not load is skipped and reported. */
export async function demoServers(failed: (name: string, error: unknown) => void): Promise<Record<string, BuiltInServer>> {
  const { folder, module } = place()
  if (!existsSync(folder)) return {}
  const names = (await readdir(folder)).toSorted().filter((name) => existsSync(join(folder, name, module)))
  const loaded = await Promise.all(
    names.map(async (name) => {
      try {
        const { app } = (await import(pathToFileURL(join(folder, name, module)).href)) as { app: DefinedApp }
        return [[name, await serveInProcess(app)] as const]
      } catch (error) {
        failed(name, error)
        return []
      }
    }),
  )
  return Object.fromEntries(loaded.flat())
}

/** Serves an app to the gateway of the same process. */
export async function serveInProcess(app: DefinedApp): Promise<BuiltInServer> {
  // Loaded here, so that a Studio without examples does not pay for it.
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server')
  const { name, version, title, instructions } = app
  const info = { name, version, ...(title !== undefined && { title }) }
  const capabilities = {
    tools: { listChanged: true },
    resources: { listChanged: true },
    extensions: { [EXTENSION_ID]: {} },
  }
  return createMcpHandler(async () => {
    const server = new McpServer(info, { capabilities, ...(instructions !== undefined && { instructions }) })
    await registerApp(server, app)
    return server
  })
}
