import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { showTool } from './host.ts'

const query = new URLSearchParams(location.search)
const client = new Client({ name: 'host', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(query.get('server') ?? '')))
await showTool(client, query)
