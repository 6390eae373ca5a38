import { Client, StreamableHTTPClientTransport, type StandardSchemaV1, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import type { Fields } from '../static/fields.ts'
import type { Target } from './target.ts'

/** A connection to the server that is examined. */
export interface Session {
  readonly era: string
  readonly protocolVersion: string | undefined
  readonly info: Fields
  readonly capabilities: Fields
  /** Sends a request and returns the result as it came: what is wrong with it is ours to find. */
  request(method: string, params: Fields, timeout: number): Promise<unknown>
  close(): Promise<void>
}

// The official client would refuse what we are here to explain.
const AS_IT_CAME: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'casement', validate: (value) => ({ value }) },
}

/** Connects as a host does, in whichever era the server speaks. */
export async function openSession(target: Target, timeout: number): Promise<Session> {
  const client = await connect(target, timeout)
  return {
    era: client.getProtocolEra() ?? 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion(),
    info: { ...client.getServerVersion() },
    capabilities: { ...client.getServerCapabilities() },
    request: (method, params, limit) => client.request({ method, params: { ...params } }, AS_IT_CAME, { timeout: limit }),
    close: () => client.close(),
  }
}

async function connect(target: Target, timeout: number, prior?: { kind: 'legacy' }): Promise<Client> {
  const transport = transportTo(target)
  const client = new Client(
    { name: 'casement-doctor', version: '0.0.0' },
    {
      capabilities: { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: timeout } },
    },
  )
  let ended = false
  try {
    client.onclose = () => (ended = true)
    await client.connect(transport, { timeout, ...(prior && { prior }) })
    return client
  } catch (error) {
    const gone = ended && target.kind === 'stdio'
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
    // Some servers of the first era end when the first thing they hear is not `initialize`.
    if (gone && !prior) return connect(target, timeout, { kind: 'legacy' })
    throw error
  }
}

function transportTo(target: Target): Transport {
  if (target.kind === 'stdio') {
    const { command, args = [], env, cwd } = target
    return new StdioClientTransport({
      command,
      args: [...args],
      stderr: 'ignore',
      env: definedOnly({ ...process.env, ...env }),
      ...(cwd !== undefined && { cwd }),
    })
  }
  if (target.kind === 'in-process')
    return new StreamableHTTPClientTransport(new URL(target.url), {
      fetch: async (url, init) => target.fetch(new Request(url, init)),
    })
  return new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: { ...target.headers } } })
}

const definedOnly = (variables: Readonly<NodeJS.ProcessEnv>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined))
