import {
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  type AnySchema,
  type ContextOf,
  type McpUiAppResourceConfig,
  type McpUiAppToolConfig,
  type McpUiReadResourceCallback,
  type McpUiReadResourceResult,
  type McpUiResourceContent,
  type ResourceRegistrar,
  type ToolCallback,
  type ToolRegistrar,
} from 'casement/server'

// `casement/server` refuses metadata that no host can use. A server that runs with the official package has to run with this one.

interface ToolMeta {
  readonly ui?: { readonly resourceUri?: unknown }
  readonly [RESOURCE_URI_META_KEY]?: unknown
}

/** Registers a tool whose result is shown in a View. The URI of the View is written under both keys, for older hosts. */
export function registerAppTool<S extends ToolRegistrar, In extends AnySchema | undefined = undefined>(
  server: S,
  name: string,
  config: McpUiAppToolConfig & { inputSchema?: In },
  callback: ToolCallback<In, ContextOf<S>>,
): ReturnType<S['registerTool']> {
  const meta: ToolMeta = config._meta ?? {}
  const { ui, [RESOURCE_URI_META_KEY]: flat } = meta
  const uri = ui?.resourceUri ?? flat
  const both = uri ? { ui: { ...ui, resourceUri: uri }, [RESOURCE_URI_META_KEY]: flat ?? uri } : {}
  const sdkServer: { registerTool(...args: unknown[]): unknown } = server // SDK 1 and 2 declare different parameters
  return sdkServer.registerTool(name, { ...config, _meta: { ...meta, ...both } }, callback) as ReturnType<S['registerTool']>
}

/** Registers the HTML of a View. Hosts look for `_meta.ui` on the contents first, so those without one get that of the config. */
export function registerAppResource<S extends ResourceRegistrar>(
  server: S,
  name: string,
  uri: string,
  config: McpUiAppResourceConfig,
  readCallback: McpUiReadResourceCallback<ContextOf<S>>,
): ReturnType<S['registerResource']> {
  const ui = config._meta?.ui ?? {}
  const withMeta = (item: McpUiResourceContent): McpUiResourceContent =>
    item._meta?.ui === undefined ? { ...item, _meta: { ...item._meta, ui } } : item
  const read = async (url: URL, extra: ContextOf<S>): Promise<McpUiReadResourceResult> => {
    const result = await readCallback(url, extra)
    return Object.keys(ui).length === 0 ? result : { ...result, contents: result.contents.map(withMeta) }
  }
  const sdkServer: { registerResource(...args: unknown[]): unknown } = server
  const described = { mimeType: RESOURCE_MIME_TYPE, ...config }
  return sdkServer.registerResource(name, uri, described, read) as ReturnType<S['registerResource']>
}
