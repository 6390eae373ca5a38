import type { McpClientLike, ServerCapabilitiesLike } from './client.ts'

/** A method of a client that answers a View. */
export type ServedBy =
  | 'callTool'
  | 'listTools'
  | 'readResource'
  | 'listResources'
  | 'listResourceTemplates'
  | 'listPrompts'
  | 'subscribeResource'
  | 'unsubscribeResource'

/** What a View may ask of the server, and the method of the client that does it. The capability that it takes is named first. */
export const SERVED: Readonly<Record<string, ServedBy>> = {
  'tools/call': 'callTool',
  'tools/list': 'listTools',
  'resources/read': 'readResource',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  'resources/subscribe': 'subscribeResource',
  'resources/unsubscribe': 'unsubscribeResource',
  'prompts/list': 'listPrompts',
}

/** True when a client and its server answer a method. */
export function isServed(client: McpClientLike, method: string): boolean {
  const name = Object.hasOwn(SERVED, method) && SERVED[method]
  if (!name || !client[name]) return false
  const offered = offers(client)
  return !!(method.endsWith('subscribe') ? offered.resources?.subscribe : offered[method.split('/')[0] as keyof typeof offered])
}

/** What the server has. A client that cannot say is taken at its methods. */
export function offers(client: McpClientLike): ServerCapabilitiesLike {
  if (client.getServerCapabilities) return client.getServerCapabilities() ?? {}
  return {
    tools: {},
    ...(client.readResource && { resources: { subscribe: !!client.subscribeResource } }),
    ...(client.listPrompts && { prompts: {} }),
  }
}
