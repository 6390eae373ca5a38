import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** One of the example servers that the makers of MCP Apps publish. */
export interface PublishedServer {
  readonly client: Client
  close(): Promise<void>
}

/** Starts the program of an installed package, unchanged, and connects to it over stdio with the official client. */
export async function startPublishedServer(
  name: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<PublishedServer> {
  // The entry that the package exports lies beside its program.
  const program = fileURLToPath(new URL('index.js', import.meta.resolve(`@modelcontextprotocol/server-${name}`)))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, '--stdio', ...args],
    env,
    stderr: 'pipe',
  })
  const client = new Client({ name: 'published-servers', version: '1.0.0' })
  await client.connect(transport)
  return { client, close: () => client.close() }
}
