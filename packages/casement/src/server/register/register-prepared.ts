import { isRecord } from '../../protocol/rpc/message.ts'
import type { ClientInfo, DefinedApp } from '../app/define-app.ts'
import type { PreparedApp, PreparedView } from '../app/prepare-app.ts'
import { runTool, type Warn } from '../app/run-tool.ts'
import { isSchema, schemaOfShape, type AnySchema } from '../app/standard-schema.ts'
import type { ToolContext } from '../app/tool.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY } from '../request-meta.ts'
import { showsApps, type HasExtensions } from '../ui-capability.ts'
import { serveTasks } from '../tasks/serve-tasks.ts'
import { registerAppResource, registerViewTool, type ResourceRegistrar, type SdkServer, type ToolRegistrar } from './register.ts'

/** An `McpServer` of the official SDK, v1 or v2. */
export interface AppRegistrar extends ToolRegistrar, ResourceRegistrar {
  readonly server?: unknown
}

/** Registers a prepared app, which `serve` does for every server that it creates. */
export function registerPrepared(server: AppRegistrar, prepared: PreparedApp, warn?: Warn): void {
  const { app, tools, views } = prepared
  const sdkServer: SdkServer = server
  for (const view of views) registerView(server, app, view)
  for (const preparedTool of tools) {
    const { name, tool, meta } = preparedTool
    const { title, description, annotations, input, output } = tool
    const config = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(annotations && { annotations }),
      ...(output && { outputSchema: toSdkSchema(output) }),
      ...(input && { inputSchema: toSdkSchema(input) }),
    }
    const callback = (...args: unknown[]): unknown => {
      const [toolInput, context] = input ? args : [{}, args[0]]
      return runTool(app, preparedTool, toolInput, toToolContext(server, context), warn)
    }
    if (meta) registerViewTool(server, name, { ...config, _meta: meta }, callback)
    else sdkServer.registerTool(name, config, callback)
  }
  serveTasks(server.server, prepared, warn)
}

// SDK v1 accepts raw shapes of zod only, so these are passed on unchanged.
function toSdkSchema(schema: AnySchema): AnySchema {
  const isSupported = isSchema(schema) || Object.values(schema).every((field) => field['~standard'].vendor === 'zod')
  return isSupported ? schema : schemaOfShape(schema)
}

// The URI changes with the content. Whether shared caches may store a View is not known here, so only the client may.
const CACHE_FOREVER = { ttlMs: 365 * 24 * 60 * 60 * 1000, cacheScope: 'private' }

// SDK v1, which still has the method `resource`, would list the cache hint as metadata.
const supportsCacheHints = (server: AppRegistrar): boolean => !('resource' in server)

function registerView(server: AppRegistrar, app: DefinedApp, view: PreparedView): void {
  const { name, uri, stableUri, title, description, ui } = view
  const metadata = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const fullName = `${app.name}/${name}`
  const read = (url: URL, context: unknown) => view.read(String(url), getClientInfo(server, context))
  const cacheHint = supportsCacheHints(server) && !view.isLive && { cacheHint: CACHE_FOREVER }
  registerAppResource(server, fullName, uri, { ...metadata, _meta: { ui }, ...cacheHint }, read)
  // URIs with an old hash stay readable, but are not listed. The SDK uses these members of its ResourceTemplate only.
  const template = {
    uriTemplate: {
      match: (requested: string) => (view.matches(requested) ? {} : null),
      toString: () => stableUri.replace(/\.html$/, '{+version}.html'),
      variableNames: [],
    },
    listCallback: undefined,
    completeCallback: () => undefined,
  }
  const sdkServer: SdkServer = server
  const readOld = (url: URL, _variables: unknown, context: unknown) => read(url, context)
  sdkServer.registerResource(`${fullName} (any version)`, template, metadata, readOld)
}

/** The part of the callback context of SDK v2 that is used. */
interface SdkV2Context {
  readonly mcpReq: {
    readonly signal: AbortSignal
    readonly _meta?: { readonly progressToken?: string | number }
    readonly envelope?: Record<string, unknown>
    readonly notify: (notification: unknown) => Promise<void>
  }
  readonly http?: { readonly authInfo?: unknown }
}

/** The part of the callback context of SDK v1 that is used. */
interface SdkV1Context {
  readonly signal: AbortSignal
  readonly authInfo?: unknown
  readonly _meta?: { readonly progressToken?: string | number }
  readonly sendNotification: (notification: unknown) => Promise<void>
}

const isSdkV2Context = (context: unknown): context is SdkV2Context => isRecord(context) && isRecord(context['mcpReq'])

function toToolContext(server: AppRegistrar, context: unknown): ToolContext {
  const apps = showsApps(getCapabilities(server, context))
  if (isSdkV2Context(context)) {
    const { signal, _meta, notify } = context.mcpReq
    return { signal, apps, auth: context.http?.authInfo, progress: createProgress(_meta?.progressToken, notify) }
  }
  const { signal, authInfo, _meta, sendNotification } = context as SdkV1Context
  return { signal, apps, auth: authInfo, progress: createProgress(_meta?.progressToken, sendNotification) }
}

function createProgress(
  progressToken: string | number | undefined,
  send: (notification: unknown) => Promise<void>,
): ToolContext['progress'] {
  return async (progress, total, message) => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }
    await send({ method: 'notifications/progress', params })
  }
}

interface HasClient {
  getClientCapabilities?(): HasExtensions | undefined
  getClientVersion?(): ClientInfo | undefined
}

// Since 2026-07-28 each request carries the client's capabilities and identity. Before, the handshake of the session did.
function getCapabilities({ server }: AppRegistrar, context: unknown): HasExtensions | undefined {
  const sent = isSdkV2Context(context) ? context.mcpReq.envelope?.[CLIENT_CAPABILITIES_KEY] : undefined
  return isRecord(sent) ? sent : (server as HasClient | undefined)?.getClientCapabilities?.()
}

function getClientInfo({ server }: AppRegistrar, context: unknown): ClientInfo | undefined {
  const sent = isSdkV2Context(context) ? context.mcpReq.envelope?.[CLIENT_INFO_KEY] : undefined
  return isClientInfo(sent) ? sent : (server as HasClient | undefined)?.getClientVersion?.()
}

const isClientInfo = (value: unknown): value is ClientInfo => isRecord(value) && typeof value['name'] === 'string'
