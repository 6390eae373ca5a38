import { EXTENSION_ID, RESOURCE_MIME_TYPE, type RESOURCE_URI_META_KEY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult, McpUiResourceMeta, McpUiToolMeta, Tool } from '../../protocol/schemas/index.ts'
import type { AnySchema, RawShape, SchemaOutput } from '../app/standard-schema.ts'
import { checkResource, toolMeta } from './metadata.ts'
import { expectResource } from './registered-resources.ts'

/** A server that tools can be registered with: an `McpServer` of the official SDK, v1 or v2. */
export interface ToolRegistrar {
  registerTool(name: string, config: never, callback: never): unknown
}

/** A server that resources can be registered with. */
export interface ResourceRegistrar {
  registerResource(name: string, uri: never, config: never, callback: never): unknown
}

/**
 * An `McpServer` as this library calls it. SDK v1 and v2 declare different parameter types, which is why the registrars above have
 * `never` there. TypeScript compares the parameters of methods in both directions, so a registrar is assignable to this.
 */
export interface SdkServer {
  registerTool(name: string, config: ToolConfig, callback: SdkCallback): unknown
  registerResource(name: string, uri: string | object, config: ResourceMetadata, callback: SdkCallback): unknown
}

type SdkCallback = (...args: never[]) => unknown

type LastArgument<F> = F extends (...args: infer A) => unknown ? (A extends readonly [...unknown[], infer L] ? L : never) : never

/** The context that a server passes to its callbacks, read from the type of its resource callback. */
export type ContextOf<S> = S extends { registerResource: infer Register } ? LastArgument<LastArgument<Register>> : unknown

/** The return type of a tool callback. */
export type ToolAnswer = CallToolResult | Promise<CallToolResult>

/** The callback of a tool. Without an input schema its only parameter is the context. */
export type ToolCallback<In extends AnySchema | undefined = undefined, Context = unknown> = In extends AnySchema
  ? (args: SchemaOutput<In>, context: Context) => ToolAnswer
  : (context: Context) => ToolAnswer

/** The fields of an object, each with a schema. The name is that of the official SDK. */
export type ZodRawShape = RawShape

/** The callback of a tool whose input schema is a raw shape. */
export type LegacyToolCallback<Args extends ZodRawShape | undefined, Context = unknown> = ToolCallback<Args, Context>

/** The description of a tool. */
export interface ToolConfig {
  title?: string
  description?: string
  inputSchema?: AnySchema
  outputSchema?: AnySchema
  annotations?: Tool['annotations']
  _meta?: Record<string, unknown>
}

/** The description of a tool with a View. `_meta.ui` names the View, and who may call the tool. */
export interface McpUiAppToolConfig extends ToolConfig {
  _meta: { [key: string]: unknown } & ({ ui: McpUiToolMeta } | { [RESOURCE_URI_META_KEY]?: string })
}

/** The description of a resource. */
export interface ResourceMetadata {
  title?: string
  description?: string
  mimeType?: string
  _meta?: { [key: string]: unknown }
  [key: string]: unknown
}

/** The description of a UI resource. */
export interface McpUiAppResourceConfig extends ResourceMetadata {
  _meta?: { ui?: McpUiResourceMeta; [key: string]: unknown }
}

/** One content item of a resource. */
export interface McpUiResourceContent {
  uri: string
  mimeType?: string
  text?: string
  blob?: string
  _meta?: { ui?: McpUiResourceMeta; [key: string]: unknown }
}

/** The result of reading a UI resource. */
export interface McpUiReadResourceResult {
  contents: McpUiResourceContent[]
  _meta?: { [key: string]: unknown }
  [key: string]: unknown
}

/** Reads a UI resource. */
export type McpUiReadResourceCallback<Context = never> = (
  uri: URL,
  extra: Context,
) => McpUiReadResourceResult | Promise<McpUiReadResourceResult>

/** An alias of `McpUiReadResourceCallback`. */
export type ReadResourceCallback<Context = never> = McpUiReadResourceCallback<Context>

/**
 * Registers a tool whose result is shown in a View. Throws if a host could not use the metadata; a resource that is missing is
 * reported when the server connects.
 */
export function registerAppTool<S extends ToolRegistrar, In extends AnySchema | undefined = undefined>(
  server: S,
  name: string,
  config: McpUiAppToolConfig & { inputSchema?: In },
  callback: ToolCallback<In, ContextOf<S>>,
): ReturnType<S['registerTool']> {
  return registerViewTool(server, name, config, callback) as ReturnType<S['registerTool']>
}

/** `registerAppTool` without the types of a particular server. */
export function registerViewTool(server: ToolRegistrar, name: string, config: ToolConfig, callback: SdkCallback): unknown {
  const meta = toolMeta(name, config._meta ?? {})
  const uri = isRecord(meta['ui']) ? meta['ui']['resourceUri'] : undefined
  if (typeof uri === 'string') expectResource(server, name, uri)
  announceExtension(server)
  const sdkServer: Pick<SdkServer, 'registerTool'> = server
  return sdkServer.registerTool(name, { ...config, _meta: meta }, callback)
}

/** Declares the Apps extension, which some clients check for. A server that cannot declare it, or is connected, stays as it is. */
function announceExtension(server: ToolRegistrar): void {
  const { server: inner } = server as { server?: { registerCapabilities?: (capabilities: object) => void } }
  try {
    inner?.registerCapabilities?.({ extensions: { [EXTENSION_ID]: {} } })
  } catch {
    // The capabilities of a connected server are fixed.
  }
}

/**
 * Registers the HTML of a View. Hosts look for `_meta.ui` on the content first, so each content item without one gets that of the
 * config, which `resources/list` also has.
 */
export function registerAppResource<S extends ResourceRegistrar>(
  server: S,
  name: string,
  uri: string,
  config: McpUiAppResourceConfig,
  readCallback: McpUiReadResourceCallback<ContextOf<S>>,
): ReturnType<S['registerResource']> {
  const { mimeType = RESOURCE_MIME_TYPE } = config
  checkResource(name, uri, mimeType, config._meta)
  const read = async (url: URL, extra: ContextOf<S>): Promise<McpUiReadResourceResult> => {
    const result = await readCallback(url, extra)
    return { ...result, contents: result.contents.map((item) => withDefaults(item, config._meta?.ui)) }
  }
  const sdkServer: Pick<SdkServer, 'registerResource'> = server
  return sdkServer.registerResource(name, uri, { ...config, mimeType }, read) as ReturnType<S['registerResource']>
}

function withDefaults(item: McpUiResourceContent, ui: McpUiResourceMeta | undefined): McpUiResourceContent {
  const withType = { ...item, mimeType: item.mimeType ?? RESOURCE_MIME_TYPE }
  return ui && item._meta?.ui === undefined ? { ...withType, _meta: { ...item._meta, ui } } : withType
}
