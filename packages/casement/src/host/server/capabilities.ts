import { subscribesByStream, type McpClientLike, type ServerCapabilitiesLike } from './client.ts'

/** A method of an MCP client that a View's request can be forwarded to. */
export type ClientMethod =
  | 'callTool'
  | 'listTools'
  | 'readResource'
  | 'listResources'
  | 'listResourceTemplates'
  | 'listPrompts'
  | 'subscribeResource'
  | 'unsubscribeResource'

/** The requests that are forwarded to the server, and the client's method for each. The part before the slash is the server capability. */
export const FORWARDED: Readonly<Record<string, ClientMethod>> = {
  'tools/call': 'callTool',
  'tools/list': 'listTools',
  'resources/read': 'readResource',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  'resources/subscribe': 'subscribeResource',
  'resources/unsubscribe': 'unsubscribeResource',
  'prompts/list': 'listPrompts',
}

/** True when the client and its server support a method. */
export function isServed(client: McpClientLike, method: string): boolean {
  const name = Object.hasOwn(FORWARDED, method) && FORWARDED[method]
  const isSubscription = method.endsWith('subscribe')
  if (!name || !(client[name] || (isSubscription && subscribesByStream(client)))) return false
  const capabilities = serverCapabilities(client)
  return !!(isSubscription ? capabilities.resources?.subscribe : capabilities[method.split('/')[0] as keyof typeof capabilities])
}

/** The server's capabilities. For a client that cannot report them, they are derived from its methods. */
export function serverCapabilities(client: McpClientLike): ServerCapabilitiesLike {
  if (client.getServerCapabilities) return client.getServerCapabilities() ?? {}
  return {
    tools: {},
    ...(client.readResource && { resources: { subscribe: !!client.subscribeResource || !!client.listen } }),
    ...(client.listPrompts && { prompts: {} }),
  }
}
