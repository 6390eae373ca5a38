import { parseArgs } from 'node:util'
import { readTarget, runCommandLine, splitCommand, type CommandContext } from '@casement/doctor/command-line'
import { serve } from 'casement/server'
import { createAgentApp, type AgentOptions } from './agent-app.ts'

const HELP = `casement mcp: serve the tools of Casement to a coding agent, over MCP

Usage:
  casement mcp [options]                        serve over stdio
  casement mcp [options] URL                    use this server by default
  casement mcp [options] -- COMMAND [ARGS...]   start this server for each call

Options:
  --config <file>       servers by name (default: mcp.json, .mcp.json or
                        .vscode/mcp.json of the current folder)
  --port <number>       serve Streamable HTTP on 127.0.0.1 instead of stdio
  --header "<k>: <v>"   send this header to URL with every request; can be repeated
  --act                 let render, trace and doctor call tools without readOnlyHint
  --browser <path>      Chromium, Chrome or Edge to use
  -h, --help            show this help

Files are written only inside the current folder.

Example:
  casement mcp -- node server.js`

interface McpCall {
  readonly options: AgentOptions
  readonly port: number | undefined
}

/** Runs `casement mcp` until the client disconnects, and returns the exit code. */
export function runMcp(argv: readonly string[], context: CommandContext): Promise<number> {
  const run = async ({ options, port }: McpCall): Promise<number> => {
    const served = await serve(createAgentApp(options), port === undefined ? {} : { http: port })
    // Standard output belongs to the protocol.
    if (served.url !== undefined) context.err(`casement mcp: ${served.url}`)
    await served.closed
    return 0
  }
  const read = (): McpCall | undefined => readArguments(argv, context.environment)
  return runCommandLine({ name: 'casement mcp', help: HELP, read, run }, context)
}

function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): McpCall | undefined {
  const { args, command } = splitCommand(argv)
  const options = {
    config: { type: 'string' },
    port: { type: 'string' },
    header: { type: 'string', multiple: true },
    act: { type: 'boolean' },
    browser: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return undefined
  const { config, port, header: headers = [], act = false, browser } = values
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65_536))
    throw new Error(`--port must be the number of a port, not "${port}"`)
  const hasServer = positionals.length > 0 || command.length > 0
  const server = hasServer ? readTarget(positionals, command, { config, headers, environment }) : undefined
  return {
    options: { folder: process.cwd(), environment, config, server, act, browser },
    port: port === undefined ? undefined : Number(port),
  }
}
