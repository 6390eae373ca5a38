import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { showTool } from './host.ts'

const query = new URLSearchParams(location.search)
const client = new Client({ name: 'host', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(query.get('server') ?? '')))
// The host is typed for SDK 2. The client methods that it uses are the same in SDK 1.
await showTool(client as never, query)
