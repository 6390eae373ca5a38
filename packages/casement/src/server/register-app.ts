import { isRecord } from '../protocol/rpc/message.ts'
import { runTool, type Warn } from './answer.ts'
import type { ClientInfo, DefinedApp } from './define-app.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY } from './envelope.ts'
import { prepareApp, type PreparedApp, type PreparedView } from './prepare-app.ts'
import { registerAppResource, registerAppTool, type ResourceRegistrar, type ToolRegistrar } from './register.ts'
import { isSchema, schemaOfShape, type AnySchema } from './standard-schema.ts'
import type { ToolContext } from './tool.ts'
import { showsApps } from './ui-capability.ts'

/** An `McpServer` of the official SDK, first or second generation. */
export interface AppRegistrar extends ToolRegistrar, ResourceRegistrar {
  readonly server?: unknown
}

/** What registering an app may be told. */
export interface RegisterAppOptions {
  /** Hears of results that are too large. */
  readonly onwarning?: Warn
}

/** Registers an app with an `McpServer` that you serve yourself. */
export async function registerApp(server: AppRegistrar, app: DefinedApp, options: RegisterAppOptions = {}): Promise<void> {
  registerPrepared(server, await prepareApp(app), options.onwarning)
}

/** The same for an app that is prepared, as often as a server is made. */
export function registerPrepared(server: AppRegistrar, prepared: PreparedApp, warn?: Warn): void {
  const { app, tools, views } = prepared
  for (const view of views) registerView(server, app, view)
  for (const each of tools) {
    const { name, tool, meta } = each
    const { title, description, annotations, input, output } = tool
    const config = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(annotations && { annotations }),
      ...(output && { outputSchema: registrable(output) }),
      ...(input && { inputSchema: registrable(input) }),
    }
    const run = (...args: unknown[]): unknown => {
      const [given, context] = input ? args : [{}, args[0]]
      return runTool(app, each, given, contextOf(server, context), warn)
    }
    // `never` stands for the types of either generation of the SDK, as in register.ts.
    if (meta) registerAppTool(server, name, { ...config, _meta: meta } as never, run as never)
    else server.registerTool(name, config as never, run as never)
  }
}

// The first generation of the SDK only takes what zod made, so that is handed on as it is.
function registrable(schema: AnySchema): AnySchema {
  const asIs = isSchema(schema) || Object.values(schema).every((field) => field['~standard'].vendor === 'zod')
  return asIs ? schema : schemaOfShape(schema)
}

// Another content has another address. Who may keep it is for the server's owner to say, so only the client that asked may.
const FOREVER = { ttlMs: 365 * 24 * 60 * 60 * 1000, cacheScope: 'private' }

// The first generation, which still has `resource`, would print the hint in its listings.
const keepsHints = (server: AppRegistrar): boolean => !('resource' in server)

function registerView(server: AppRegistrar, app: DefinedApp, view: PreparedView): void {
  const { name, uri, stableUri, title, description, ui } = view
  const about = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const full = `${app.name}/${name}`
  const read = (url: URL, context: unknown) => view.read(String(url), clientOf(server, context))
  registerAppResource(
    server,
    full,
    uri,
    { ...about, _meta: { ui }, ...(keepsHints(server) && { cacheHint: FOREVER }) },
    read as never,
  )
  // Old addresses stay readable and are not listed. Both generations of the SDK only ask a template for this much.
  const template = {
    uriTemplate: {
      match: (asked: string) => (view.matches(asked) ? {} : null),
      toString: () => stableUri.replace(/\.html$/, '{+version}.html'),
      variableNames: [],
    },
    listCallback: undefined,
    completeCallback: () => undefined,
  }
  const readOld = (url: URL, _variables: unknown, context: unknown) => view.read(String(url), clientOf(server, context))
  server.registerResource(`${full} (any version)`, template as never, about as never, readOld as never)
}

interface SecondGeneration {
  readonly mcpReq: {
    readonly signal: AbortSignal
    readonly _meta?: { readonly progressToken?: string | number }
    readonly envelope?: Record<string, unknown>
    readonly notify: (notification: unknown) => Promise<void>
  }
  readonly http?: { readonly authInfo?: unknown }
}

interface FirstGeneration {
  readonly signal: AbortSignal
  readonly authInfo?: unknown
  readonly _meta?: { readonly progressToken?: string | number }
  readonly sendNotification: (notification: unknown) => Promise<void>
}

const isSecond = (context: unknown): context is SecondGeneration => isRecord(context) && isRecord(context['mcpReq'])

/** What a tool is told, from what either generation of the SDK tells. */
function contextOf(server: AppRegistrar, context: unknown): ToolContext {
  const apps = showsApps(capabilitiesOf(server, context))
  if (isSecond(context)) {
    const { signal, _meta, notify } = context.mcpReq
    return { signal, apps, auth: context.http?.authInfo, progress: progressBy(_meta?.progressToken, notify) }
  }
  const { signal, authInfo, _meta, sendNotification } = context as FirstGeneration
  return { signal, apps, auth: authInfo, progress: progressBy(_meta?.progressToken, sendNotification) }
}

const progressBy =
  (progressToken: string | number | undefined, send: (notification: unknown) => Promise<void>): ToolContext['progress'] =>
  async (progress, total, message) => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }
    await send({ method: 'notifications/progress', params })
  }

interface KnowsClient {
  getClientCapabilities?(): { extensions?: unknown } | undefined
  getClientVersion?(): ClientInfo | undefined
}

// Since 2026-07-28 each request says it, and nothing may be remembered; before, the handshake of the session did.
function capabilitiesOf({ server }: AppRegistrar, context: unknown): { extensions?: unknown } | undefined {
  const said = isSecond(context) ? context.mcpReq.envelope?.[CLIENT_CAPABILITIES_KEY] : undefined
  return isRecord(said) ? said : (server as KnowsClient | undefined)?.getClientCapabilities?.()
}

function clientOf({ server }: AppRegistrar, context: unknown): ClientInfo | undefined {
  const said = isSecond(context) ? context.mcpReq.envelope?.[CLIENT_INFO_KEY] : undefined
  return isRecord(said) ? (said as unknown as ClientInfo) : (server as KnowsClient | undefined)?.getClientVersion?.()
}
