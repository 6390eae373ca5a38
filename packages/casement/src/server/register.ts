import { RESOURCE_MIME_TYPE, type RESOURCE_URI_META_KEY } from '../protocol/constants.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { CallToolResult, McpUiResourceMeta, McpUiToolMeta, Tool } from '../protocol/schemas/index.ts'
import { checkResource, toolMeta } from './metadata.ts'
import { expectResource } from './registered-resources.ts'
import type { AnySchema, RawShape, SchemaOutput } from './standard-schema.ts'

/** Whatever tools can be registered with: an `McpServer` of the official SDK, first or second generation. */
export interface ToolRegistrar {
  registerTool(name: string, config: never, callback: never): unknown
}

/** Whatever resources can be registered with. */
export interface ResourceRegistrar {
  registerResource(name: string, uri: never, config: never, callback: never): unknown
}

type LastArgument<F> = F extends (...args: infer A) => unknown ? (A extends readonly [...unknown[], infer L] ? L : never) : never

/** What a server hands its callbacks beside the arguments. The callback for resources says it too, and has no type parameters. */
export type ContextOf<S> = S extends { registerResource: infer Register } ? LastArgument<LastArgument<Register>> : unknown

/** What the callback of a tool may return. */
export type ToolAnswer = CallToolResult | Promise<CallToolResult>

/** What runs when a tool is called. Without an input schema it is told the context only. */
export type ToolCallback<In extends AnySchema | undefined = undefined, Context = unknown> = In extends AnySchema
  ? (args: SchemaOutput<In>, context: Context) => ToolAnswer
  : (context: Context) => ToolAnswer

/** The fields of an object, by the name that people know. */
export type ZodRawShape = RawShape

/** The callback of a tool whose input is described by fields. */
export type LegacyToolCallback<Args extends ZodRawShape | undefined, Context = unknown> = ToolCallback<Args, Context>

/** How a tool is described. */
export interface ToolConfig {
  title?: string
  description?: string
  inputSchema?: AnySchema
  outputSchema?: AnySchema
  annotations?: Tool['annotations']
  _meta?: Record<string, unknown>
}

/** How a tool with a View is described: `_meta.ui` says which, and who may call it. */
export interface McpUiAppToolConfig extends ToolConfig {
  _meta: { [key: string]: unknown } & ({ ui: McpUiToolMeta } | { [RESOURCE_URI_META_KEY]?: string })
}

/** How a resource is described. */
export interface ResourceMetadata {
  title?: string
  description?: string
  mimeType?: string
  _meta?: { [key: string]: unknown }
  [key: string]: unknown
}

/** How a UI resource is described. */
export interface McpUiAppResourceConfig extends ResourceMetadata {
  _meta?: { ui?: McpUiResourceMeta; [key: string]: unknown }
}

/** One item of what a resource holds. */
export interface McpUiResourceContent {
  uri: string
  mimeType?: string
  text?: string
  blob?: string
  _meta?: { ui?: McpUiResourceMeta; [key: string]: unknown }
}

/** What reading a UI resource gives. */
export interface McpUiReadResourceResult {
  contents: McpUiResourceContent[]
  _meta?: { [key: string]: unknown }
  [key: string]: unknown
}

/** Reads a UI resource. */
export type McpUiReadResourceCallback = (uri: URL, extra: never) => McpUiReadResourceResult | Promise<McpUiReadResourceResult>

/** The same, by its short name. */
export type ReadResourceCallback = McpUiReadResourceCallback

/**
 * Registers a tool whose result is shown in a View. Metadata that no host would understand is an error here, and a resource that is
 * never registered is one when the server is connected.
 */
export function registerAppTool<S extends ToolRegistrar, In extends AnySchema | undefined = undefined>(
  server: S,
  name: string,
  config: McpUiAppToolConfig & { inputSchema?: In },
  callback: ToolCallback<In, ContextOf<S>>,
): ReturnType<S['registerTool']> {
  const meta = toolMeta(name, config._meta)
  const uri = isRecord(meta['ui']) ? meta['ui']['resourceUri'] : undefined
  if (typeof uri === 'string') expectResource(server, name, uri)
  // Each generation of the SDK has types of its own here, which `never` stands for; what is handed over fits both.
  return server.registerTool(name, { ...config, _meta: meta } as never, callback as never) as ReturnType<S['registerTool']>
}

/**
 * Registers the HTML of a View. `_meta.ui` of the config stands in `resources/list`, and on each content item that has none of its
 * own, because that is where hosts look first.
 */
export function registerAppResource<S extends ResourceRegistrar>(
  server: S,
  name: string,
  uri: string,
  config: McpUiAppResourceConfig,
  readCallback: McpUiReadResourceCallback,
): ReturnType<S['registerResource']> {
  const { mimeType = RESOURCE_MIME_TYPE } = config
  checkResource(name, uri, mimeType, config._meta)
  const read = async (url: URL, extra: never): Promise<McpUiReadResourceResult> => {
    const result = await readCallback(url, extra)
    return { ...result, contents: result.contents.map((item) => completed(item, config._meta?.ui)) }
  }
  const full = { ...config, mimeType }
  // As with tools: `never` stands for the types of either generation.
  return server.registerResource(name, uri as never, full as never, read as never) as ReturnType<S['registerResource']>
}

function completed(item: McpUiResourceContent, ui: McpUiResourceMeta | undefined): McpUiResourceContent {
  const withType = { ...item, mimeType: item.mimeType ?? RESOURCE_MIME_TYPE }
  return ui && item._meta?.ui === undefined ? { ...withType, _meta: { ...item._meta, ui } } : withType
}
