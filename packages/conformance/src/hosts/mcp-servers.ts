import type { Sightings } from './recorder.ts'

/** One of the MCP servers behind a host, as far as a host uses it. */
export interface PageServer {
  listTools(): Promise<{ tools: object[] }>
  callTool(params: { name: string; arguments?: unknown }): Promise<object>
  readResource(params: { uri: string }): Promise<object>
  listResources(): Promise<{ resources: object[] }>
  getServerCapabilities(): object
}

/** The resource of a View. */
export interface PageResource {
  readonly html: string
  readonly csp?: unknown
  readonly permissions?: unknown
  readonly domain?: unknown
  readonly mimeType?: string
}

/**
 * Makes a server that lives in the host page and writes down what is asked of it. It is sent to the browser as text, so it uses
 * nothing from outside itself.
 */
export function makeServer(name: string, resource: PageResource, secret: string, seen: Sightings): PageServer {
  const { html, mimeType = 'text/html;profile=mcp-app', ...ui } = resource
  const uri = `ui://${name}/view`
  const inputSchema = { type: 'object' }
  return {
    getServerCapabilities: () => ({ tools: {}, resources: {} }),
    async listTools() {
      return {
        tools: [
          { name: 'show', inputSchema, _meta: { ui: { resourceUri: uri } } },
          { name: 'app_tool', inputSchema, _meta: { ui: { visibility: ['app'] } } },
          { name: 'model_tool', description: secret, inputSchema, _meta: { ui: { visibility: ['model'] } } },
          { name: 'transfer', description: secret, inputSchema, _meta: { ui: { visibility: ['app'] } } },
          { name: 'nobody_tool', description: secret, inputSchema, _meta: { ui: { visibility: [] } } },
        ],
      }
    },
    async callTool(params) {
      seen.calls.push(`${name}/${params.name}`)
      return { content: [{ type: 'text', text: 'done' }] }
    },
    async readResource(params) {
      seen.reads.push(params.uri)
      const text = params.uri === uri ? html : secret
      return { contents: [{ uri: params.uri, mimeType: params.uri === uri ? mimeType : 'text/plain', text, _meta: { ui } }] }
    },
    async listResources() {
      return { resources: [{ uri, name: 'view' }] }
    },
  }
}
