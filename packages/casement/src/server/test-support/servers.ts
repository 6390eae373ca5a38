import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as FirstTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Client as SecondClient, InMemoryTransport as SecondTransport } from '@modelcontextprotocol/client'
import { McpServer as SecondServer } from '@modelcontextprotocol/server'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'

const INFO = { name: 'test', version: '1.0.0' }

/** The part of both clients that the tests use. */
export interface TestClient {
  listTools(): Promise<{ tools: { name: string; inputSchema?: unknown; _meta?: Record<string, unknown> | undefined }[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Record<string, unknown>>
  listResources(): Promise<{ resources: Record<string, unknown>[] }>
  readResource(params: { uri: string }): Promise<{ contents: Record<string, unknown>[] }>
  close(): Promise<void>
}

/** One generation of the official SDK. */
export interface Generation {
  readonly name: string
  readonly create: () => FirstServer | SecondServer
  /** Connects a client that shows Views, or one that does not. */
  readonly connect: (server: FirstServer | SecondServer, apps?: boolean) => Promise<TestClient>
}

const capabilities = (apps: boolean) => (apps ? { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } } : {})

/** Both of them: whatever takes an `McpServer` has to work with either. */
export const generations: readonly Generation[] = [
  {
    name: 'SDK v1',
    create: () => new FirstServer(INFO),
    connect: async (server, apps = true) => {
      const [near, far] = FirstTransport.createLinkedPair()
      const client = new FirstClient(INFO, { capabilities: capabilities(apps) })
      await Promise.all([(server as FirstServer).connect(far), client.connect(near)])
      return client
    },
  },
  {
    name: 'SDK v2',
    create: () => new SecondServer(INFO),
    connect: async (server, apps = true) => {
      const [near, far] = SecondTransport.createLinkedPair()
      const client = new SecondClient(INFO, { capabilities: capabilities(apps) })
      await Promise.all([(server as SecondServer).connect(far), client.connect(near)])
      return client
    },
  },
]
