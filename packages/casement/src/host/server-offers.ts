import type { McpClientLike, ServerCapabilitiesLike } from './client-like.ts'

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

/** What a View may ask of the server: which capability it takes, and the method of the client that does it. */
export const SERVED: Readonly<Record<string, readonly [keyof ServerCapabilitiesLike, ServedBy]>> = {
  'tools/call': ['tools', 'callTool'],
  'tools/list': ['tools', 'listTools'],
  'resources/read': ['resources', 'readResource'],
  'resources/list': ['resources', 'listResources'],
  'resources/templates/list': ['resources', 'listResourceTemplates'],
  'resources/subscribe': ['resources', 'subscribeResource'],
  'resources/unsubscribe': ['resources', 'unsubscribeResource'],
  'prompts/list': ['prompts', 'listPrompts'],
}

/** True when a client and its server answer a method. */
export function isServed(client: McpClientLike, method: string): boolean {
  const [needs, name] = (Object.hasOwn(SERVED, method) && SERVED[method]) || []
  if (!needs || !name || !client[name]) return false
  const offered = offers(client)
  return !!(method.endsWith('subscribe') ? offered.resources?.subscribe : offered[needs])
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
