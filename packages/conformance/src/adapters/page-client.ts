import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { EXTENSION_ID, RESOURCE_MIME_TYPE, readVisibility } from 'casement/protocol'
import type { TestApp } from '../host-target/driver.ts'

/** A tool as the server lists it. */
export type ListedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number]

/** The MCP side of a host page: one connection for the View's server, one for another. */
export interface Connected {
  readonly client: Client
  readonly neighbour: Client
  readonly tools: readonly ListedTool[]
  close(): Promise<void>
}

/** The capabilities that a host of Views sends to servers. */
export const APPS = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }

/** Connects with the official client. The caller sets up the client before the first request. */
export async function connectServers(
  app: TestApp,
  { capabilities = APPS, change }: { capabilities?: object | undefined; change?: ((client: Client) => void) | undefined } = {},
): Promise<Connected> {
  const connect = async (url: string): Promise<Client> => {
    const client = new Client({ name: 'conformance-host', version: '1.0.0' }, { capabilities })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return client
  }
  const [client, neighbour] = await Promise.all([connect(app.server), connect(app.neighbour ?? app.server)])
  change?.(client)
  const { tools } = await client.listTools()
  return { client, neighbour, tools, close: async () => void (await Promise.all([client.close(), neighbour.close()])) }
}

/** The names of the tools that the model may see. */
export const forModel = (tools: readonly ListedTool[]): string[] =>
  tools.filter((tool) => readVisibility(tool).model).map(({ name }) => name)
