import { isRecord } from '../../protocol/rpc/message.ts'
import { metadataError } from './metadata-problem.ts'

interface Connectable {
  connect?: (...args: never[]) => unknown
  readonly server?: unknown
}

/** For each server, the resource URIs that its tools name, and one tool for each of them. */
const expectedResources = new WeakMap<object, Map<string, string>>()

/**
 * Records that a tool needs a resource, and checks that it is registered when the server connects. Tools and resources can
 * be registered in any order, so the check cannot be made earlier.
 */
export function expectResource(server: object, tool: string, uri: string): void {
  const existing = expectedResources.get(server)
  if (existing) {
    existing.set(uri, tool)
    return
  }
  const expected = new Map([[uri, tool]])
  expectedResources.set(server, expected)
  const connectable = server as Connectable
  const { connect } = connectable
  if (!connect) return
  connectable.connect = (...args) => {
    checkResources(server, expected)
    return Reflect.apply(connect, server, args)
  }
}

function checkResources(server: object, expected: ReadonlyMap<string, string>): void {
  // McpServer of SDK v1 and v2 has these private members. The resources of other servers cannot be inspected.
  const { _registeredResources: resources, _registeredResourceTemplates: templates } = server as Record<string, unknown>
  if (!isRecord(resources) || hasOwnReadHandler(server)) return
  const patterns = isRecord(templates) ? Object.values(templates) : []
  for (const [uri, tool] of expected) {
    const normalized = new URL(uri).toString()
    if (
      resources[uri] !== undefined ||
      resources[normalized] !== undefined ||
      patterns.some((template) => matches(template, normalized))
    )
      continue
    const fix = `Call registerAppResource(server, name, "${uri}", …) before connecting`
    throw metadataError(
      { code: 'TOOL_RESOURCE_MISSING', where: `tool "${tool}"`, field: '_meta.ui.resourceUri', fix },
      `is ${uri}, which is not registered`,
    )
  }
}

// A server with its own handler for resources/read does not use the lists of McpServer.
function hasOwnReadHandler(server: object): boolean {
  const { _resourceHandlersInitialized: usesMcpServer, server: inner } = server as Record<string, unknown>
  const handlers = isRecord(inner) ? inner['_requestHandlers'] : undefined
  return usesMcpServer !== true && handlers instanceof Map && handlers.has('resources/read')
}

function matches(template: unknown, uri: string): boolean {
  const { resourceTemplate } = template as { resourceTemplate?: { uriTemplate?: { match?: (uri: string) => unknown } } }
  return Boolean(resourceTemplate?.uriTemplate?.match?.(uri))
}
