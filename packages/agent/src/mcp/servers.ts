import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Target } from '@casement/doctor'
import { readTarget } from '@casement/doctor/command-line'

/** The servers that tools can reach. */
export interface ServerOptions {
  /** The working folder. */
  readonly folder: string
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** A configuration file with `mcpServers`. Default: one of the usual names in the working folder. */
  readonly config?: string | undefined
  /** The server of calls that name none. */
  readonly server?: Target | undefined
}

const CONFIG_FILES = ['mcp.json', '.mcp.json', '.vscode/mcp.json']

/**
 * Finds a server by its name in the configuration file or its URL. Commands come only from the command line and from that file, so
 * that a read-only tool cannot start just any program. Throws an error that says what is wrong.
 */
export function findServer(name: string | undefined, { folder, environment, config, server }: ServerOptions): Target {
  if (name === undefined && server) return server
  const file =
    config === undefined
      ? CONFIG_FILES.map((each) => join(folder, each)).find((each) => existsSync(each))
      : resolve(folder, config)
  if (name === undefined && file === undefined)
    throw new Error(
      `No server is given. Pass its URL in "server", or write it to ${CONFIG_FILES[0]} in the working folder and pass its name.`,
    )
  return readTarget(name === undefined ? [] : [name], [], { config: file, headers: [], environment })
}
