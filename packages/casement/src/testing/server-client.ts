import type { McpClientLike } from '../host/server/client.ts'
import type { MountOptions } from '../host/mount/options.ts'
import { RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import { CasementError, WireCode } from '../protocol/errors.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type {
  CallToolRequest,
  CallToolResult,
  McpUiResourceCsp,
  McpUiResourcePermissions,
  Tool,
} from '../protocol/schemas/index.ts'
import { readToolUi } from '../protocol/resource/tool-ui.ts'
import type { DefinedApp } from '../server/app/define-app.ts'
import type { AppClient } from './app-client.ts'
import { answerFrom, type Scripted } from './scripted.ts'

/** A scripted server: the responses of its tools, and its resources. */
export interface ScriptedServer {
  /** By name; a function is given the arguments. */
  readonly tools: Readonly<Record<string, Scripted<Record<string, unknown>, CallToolResult>>>
  /** HTML by `ui://` address. */
  readonly resources?: Readonly<Record<string, string>> | undefined
}

/** The source of tools and Views: an MCP client, an app of `defineApp`, or a scripted server. */
export type ServerUnderTest = McpClientLike | DefinedApp | ScriptedServer

/** The View to show. */
export interface Shown {
  readonly server?: ServerUnderTest | undefined
  /** The document itself, where it does not come from the server. */
  readonly html?: string | undefined
  /** The declarations of the document, with `html`. */
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  /** The tool whose View is shown: its name, or all of it. Default: the only one that has a View. */
  readonly tool?: string | MountOptions['tool'] | undefined
}

const OWN_URI = 'ui://casement-testing/view.html'

/** A client of an app, with typed results, or of any other server under test. */
export async function clientOf(server: DefinedApp): Promise<AppClient>
export async function clientOf(server: ServerUnderTest): Promise<McpClientLike>
export async function clientOf(server: ServerUnderTest): Promise<McpClientLike> {
  if ('callTool' in server) return server
  if ('version' in server) {
    // Imported here, so that a test of a View alone does not load server code.
    const { clientOfApp } = await import('./app-client.ts')
    return clientOfApp(server)
  }
  return scriptedClient(server)
}

function scriptedClient({ tools, resources = {} }: ScriptedServer): McpClientLike {
  return {
    listTools: async () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
    async callTool({ name, arguments: given = {} }: CallToolRequest['params']) {
      const scripted = Object.hasOwn(tools, name) ? tools[name] : new Error(`The script has no response for the tool ${name}`)
      try {
        return await answerFrom(scripted as Scripted<Record<string, unknown>, CallToolResult>, given)
      } catch (error) {
        // With a code it is an error response of the server, which a View may see.
        throw error instanceof Error && !('code' in error) ? Object.assign(error, { code: WireCode.InternalError }) : error
      }
    },
    async readResource({ uri }) {
      const html = Object.hasOwn(resources, uri) ? resources[uri] : undefined
      if (html === undefined) throw Object.assign(new Error(`Resource ${uri} not found`), { code: WireCode.InvalidParams })
      return { contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: html }] }
    },
  }
}

/** The client and the tool of a View. */
export interface Found {
  readonly client: McpClientLike
  readonly tool: MountOptions['tool']
  /** True when the server has the tool, so that it can be called. */
  readonly isServed: boolean
}

/** Finds the client and the tool of a View. */
export async function resolveShown({ server, html, csp, permissions, tool }: Shown): Promise<Found> {
  if (server === undefined && html === undefined) throw wrong('give it html, or a server with a tool that has a View')
  const client = await clientOf(server ?? { tools: {} })
  if (html === undefined) return { client, tool: await findTool(client, tool), isServed: true }
  const content = { uri: OWN_URI, mimeType: RESOURCE_MIME_TYPE, text: html, _meta: { ui: { csp, permissions } } }
  const name = typeof tool === 'string' ? tool : (tool?.name ?? 'view')
  const listed = (await toolsOf(client)).find((each) => each.name === name)
  const given: MountOptions['tool'] = typeof tool === 'object' ? tool : (listed ?? { name })
  const ui = isRecord(given._meta?.['ui']) ? given._meta['ui'] : {}
  return {
    client: withResource(client, content),
    tool: { ...given, _meta: { ...given._meta, ui: { ...ui, resourceUri: OWN_URI } } },
    isServed: listed !== undefined,
  }
}

async function findTool(client: McpClientLike, wanted: Shown['tool']): Promise<MountOptions['tool']> {
  if (typeof wanted === 'object') return wanted
  const tools = await toolsOf(client)
  const withView = tools.filter((tool) => readToolUi(tool).uri !== undefined)
  const found = wanted === undefined ? withView : tools.filter(({ name }) => name === wanted)
  if (found[0] && found.length === 1) return found[0]
  const names = (wanted === undefined ? withView : tools).map(({ name }) => name).join(', ') || 'none'
  throw wrong(
    wanted === undefined
      ? `tool is missing, and it is ambiguous which tool has the View (${names}); name it`
      : `the server has no tool "${wanted}"; it has ${names}`,
  )
}

async function toolsOf(client: McpClientLike): Promise<Tool[]> {
  const listed = await client.listTools?.()
  return isRecord(listed) && Array.isArray(listed['tools']) ? (listed['tools'] as Tool[]) : []
}

// An SDK client keeps what it knows in private members, so its methods are called on itself.
function withResource(client: McpClientLike, content: { readonly uri: string }): McpClientLike {
  const read = client.readResource?.bind(client)
  return new Proxy(client, {
    get(target, name) {
      if (name === 'readResource')
        return async (params: { uri: string }, options?: never) =>
          params.uri === content.uri || !read ? { contents: [content] } : read(params, options)
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member as (...args: never[]) => unknown).bind(target) : member
    },
  })
}

const wrong = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `renderApp: ${what}`)
