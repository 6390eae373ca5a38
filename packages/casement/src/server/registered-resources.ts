import { isRecord } from '../protocol/rpc/message.ts'
import { metadataError } from './metadata-problem.ts'

interface Connectable {
  connect?: (...args: never[]) => unknown
  readonly server?: unknown
}

/** The tools of each server that show a resource, by the address of the resource. */
const wanted = new WeakMap<object, Map<string, string>>()

/**
 * Remembers that a tool shows a resource, and looks whether there is one when the server is connected: the order in which
 * tools and resources are registered is free, so only then is it known.
 */
export function expectResource(server: object, tool: string, uri: string): void {
  const known = wanted.get(server)
  if (known) {
    known.set(uri, tool)
    return
  }
  const expected = new Map([[uri, tool]])
  wanted.set(server, expected)
  const connectable = server as Connectable
  const { connect } = connectable
  if (!connect) return
  connectable.connect = (...args) => {
    checkResources(server, expected)
    return Reflect.apply(connect, server, args)
  }
}

function checkResources(server: object, expected: ReadonlyMap<string, string>): void {
  // Both generations of McpServer keep them there. Whatever else takes tools may know resources that cannot be seen.
  const { _registeredResources: resources, _registeredResourceTemplates: templates } = server as Record<string, unknown>
  if (!isRecord(resources) || servesByItself(server)) return
  const patterns = isRecord(templates) ? Object.values(templates) : []
  for (const [uri, tool] of expected) {
    const address = new URL(uri).toString()
    if (
      resources[uri] !== undefined ||
      resources[address] !== undefined ||
      patterns.some((template) => matches(template, address))
    )
      continue
    const fix = `Call registerAppResource(server, name, "${uri}", …) before connecting`
    throw metadataError(
      { code: 'TOOL_RESOURCE_MISSING', where: `tool "${tool}"`, field: '_meta.ui.resourceUri', fix },
      `is ${uri}, which nobody registered`,
    )
  }
}

// Somebody who answers resources/read by a handler of their own never fills the lists of McpServer.
function servesByItself(server: object): boolean {
  const { _resourceHandlersInitialized: byMcpServer, server: inner } = server as Record<string, unknown>
  const handlers = isRecord(inner) ? inner['_requestHandlers'] : undefined
  return byMcpServer !== true && handlers instanceof Map && handlers.has('resources/read')
}

function matches(template: unknown, uri: string): boolean {
  const { resourceTemplate } = template as { resourceTemplate?: { uriTemplate?: { match?: (uri: string) => unknown } } }
  return Boolean(resourceTemplate?.uriTemplate?.match?.(uri))
}
