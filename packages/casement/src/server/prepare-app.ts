import { RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import type { McpUiResourceMeta } from '../protocol/schemas/index.ts'
import { sha256Hex } from '../protocol/sha256.ts'
import type { ClientInfo, DefinedApp } from './define-app.ts'
import { metadataError } from './metadata-problem.ts'
import { checkResource, toolMeta } from './metadata.ts'
import type { McpUiReadResourceResult } from './register.ts'
import { asSchema, type StandardSchema } from './standard-schema.ts'
import type { DefinedTool } from './tool.ts'
import { readViews, type ReadView } from './view-sources.ts'

/** A tool that is ready to be registered and run. */
export interface PreparedTool {
  readonly name: string
  readonly tool: DefinedTool
  readonly input: StandardSchema | undefined
  readonly output: StandardSchema | undefined
  readonly meta: Record<string, unknown> | undefined
}

/** A View that is ready to be registered and read. */
export interface PreparedView {
  readonly name: string
  /** With a hash of the content, so that no host shows an old one from its cache. */
  readonly uri: string
  /** Without it. This one, and every hash there ever was, leads to the View as it is now. */
  readonly stableUri: string
  readonly title: string | undefined
  readonly description: string | undefined
  /** What stands in `resources/list`. */
  readonly ui: McpUiResourceMeta
  /** The origin it has with a client, where that depends on the client. */
  readonly domain: ((client: ClientInfo | undefined) => string | undefined | Promise<string | undefined>) | undefined
  matches(uri: string): boolean
  read(uri: string, client: ClientInfo | undefined): Promise<McpUiReadResourceResult>
}

/** An app whose Views have been read and whose metadata has been checked. */
export interface PreparedApp {
  readonly app: DefinedApp
  readonly tools: readonly PreparedTool[]
  readonly views: readonly PreparedView[]
}

/** Reads and checks everything an app needs to answer. Throws what is wrong with it. */
export async function prepareApp(app: DefinedApp): Promise<PreparedApp> {
  const views = await Promise.all((await readViews(app)).map((view) => prepareView(app, view)))
  const tools = Object.entries(app.tools).map(([name, tool]) => prepareTool(app, name, tool, views))
  return { app, tools, views }
}

async function prepareView(app: DefinedApp, { name, html, needs }: ReadView): Promise<PreparedView> {
  const { csp, permissions, domain, prefersBorder, title, description } = needs
  const ui: McpUiResourceMeta = {
    ...(csp && { csp }),
    ...(permissions && { permissions }),
    ...(typeof domain === 'string' && { domain }),
    ...(prefersBorder !== undefined && { prefersBorder }),
  }
  // Hosts keep the metadata with the content, so a change of either makes another address.
  const hash = (await sha256Hex(JSON.stringify([html, ui]))).slice(0, 12)
  const stem = `ui://${app.name}/${encodeURIComponent(name)}`
  const uri = `${stem}.${hash}.html`
  checkResource(`${app.name}/${name}`, uri, RESOURCE_MIME_TYPE, { ui })
  const old = new RegExp(`^${escaped(stem)}(\\.[\\da-f]{12})?\\.html$`, 'i')
  return {
    name,
    uri,
    stableUri: `${stem}.html`,
    title,
    description,
    ui,
    domain: typeof domain === 'function' ? domain : undefined,
    matches: (asked) => old.test(asked),
    read: async (asked, client) => {
      const own = typeof domain === 'function' ? await domain(client) : undefined
      const meta = own === undefined ? ui : { ...ui, domain: own }
      return { contents: [{ uri: asked, mimeType: RESOURCE_MIME_TYPE, text: html, _meta: { ui: meta } }] }
    },
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

function prepareTool(app: DefinedApp, name: string, tool: DefinedTool, views: readonly PreparedView[]): PreparedTool {
  const view = viewOf(app, name, tool, views)
  const { visibility, input, output } = tool
  const ui = { ...(view && { resourceUri: view.uri }), ...(visibility && { visibility: [...visibility] }) }
  return {
    name,
    tool,
    input: input && asSchema(input),
    output: output && asSchema(output),
    meta: Object.keys(ui).length > 0 ? toolMeta(name, { ui }) : undefined,
  }
}

function viewOf(app: DefinedApp, name: string, tool: DefinedTool, views: readonly PreparedView[]): PreparedView | undefined {
  const { view: wanted, visibility } = tool
  if (wanted === false) return undefined
  if (wanted === undefined) return views.length === 1 && (!visibility || visibility.includes('model')) ? views[0] : undefined
  const found = views.find((view) => view.name === wanted)
  if (found) return found
  const fix = `Write one of ${views.map((view) => JSON.stringify(view.name)).join(', ') || '(it has none)'}, or false`
  throw metadataError(
    { code: 'TOOL_VIEW_UNKNOWN', where: `tool "${name}"`, field: 'view', fix },
    `is "${wanted}", and ${app.name} has no such View`,
  )
}
