import type { ClientRequestOptions, McpClientLike, ServerCapabilitiesLike } from 'casement/host'
import {
  createPeer,
  EXTENSION_ID,
  RESOURCE_MIME_TYPE,
  readTask,
  TASK_KEY,
  type RequestDef,
  type NotificationDef,
  type Peer,
} from 'casement/protocol'
import { httpChannel, WIRE_VERSION, type HttpChannelOptions } from './http-channel.ts'

/** A server as the page uses it. */
export type McpClient = Required<
  Pick<
    McpClientLike,
    | 'getServerCapabilities'
    | 'callTool'
    | 'listTools'
    | 'readResource'
    | 'listResources'
    | 'listResourceTemplates'
    | 'listPrompts'
    | 'getToolTask'
    | 'cancelToolTask'
  >
> & { close(): void }

type Asks = RequestDef<object, unknown>

interface ToServer {
  initialize: RequestDef<object, { capabilities?: ServerCapabilitiesLike }>
  'notifications/initialized': NotificationDef<undefined>
  'tools/call': Asks
  'tools/list': Asks
  'resources/read': Asks
  'resources/list': Asks
  'resources/templates/list': Asks
  'prompts/list': Asks
  'tasks/get': Asks
  'tasks/cancel': Asks
}

interface FromServer {
  'notifications/message': NotificationDef<unknown>
}

/**
 * Connects to a server at the gateway, which is Streamable HTTP of one version and a handful of methods: the official client has
 * both generations, OAuth and validators, and takes 80 KB.
 */
export async function openMcpClient(options: HttpChannelOptions): Promise<McpClient> {
  const peer: Peer<ToServer, FromServer> = createPeer(httpChannel(options))
  const { capabilities } = await peer.request('initialize', {
    protocolVersion: WIRE_VERSION,
    capabilities: { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } },
    clientInfo: { name: 'casement-studio', version: '0.0.0' },
  })
  peer.notify('notifications/initialized', undefined)
  const asking =
    (method: keyof Pick<ToServer, Exclude<keyof ToServer, 'initialize' | 'notifications/initialized'>>) =>
    (params: object = {}, given?: ClientRequestOptions): Promise<unknown> =>
      peer.request(method, params, given)
  return {
    getServerCapabilities: () => capabilities,
    callTool: async (params, given?: never) => toResult(await asking('tools/call')(params, given)),
    listTools: asking('tools/list'),
    readResource: asking('resources/read'),
    listResources: asking('resources/list'),
    listResourceTemplates: asking('resources/templates/list'),
    listPrompts: asking('prompts/list'),
    getToolTask: asking('tasks/get'),
    cancelToolTask: asking('tasks/cancel'),
    close: () => peer.close(),
  }
}

/** A call that became a task has an empty result with the task in its `_meta`, as for every client that accepts tasks. */
function toResult(result: unknown): unknown {
  const task = readTask(result)
  return task ? { content: [], _meta: { [TASK_KEY]: task } } : result
}
