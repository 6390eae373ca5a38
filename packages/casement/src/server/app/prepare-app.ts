import { REUSE_CAPABILITY } from '../../protocol/constants.ts'
import { RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import type { McpUiResourceMeta } from '../../protocol/schemas/index.ts'
import { sha256Hex } from '../../protocol/sha256.ts'
import type { ClientInfo, DefinedApp, ViewNeeds } from './define-app.ts'
import { metadataError } from '../register/metadata-problem.ts'
import { checkResource, toolMeta } from '../register/metadata.ts'
import type { McpUiReadResourceResult } from '../register/register.ts'
import { asSchema, type StandardSchema } from './standard-schema.ts'
import type { DefinedTool } from './tool.ts'
import { readViews, type ReadView } from './read-views.ts'
import type { ViewFiles } from './view-files.ts'

/** A tool with its schemas and metadata. */
export interface PreparedTool {
  readonly name: string
  readonly tool: DefinedTool
  readonly input: StandardSchema | undefined
  readonly output: StandardSchema | undefined
  readonly meta: Record<string, unknown> | undefined
}

/** A View with its URI and metadata. */
export interface PreparedView {
  readonly name: string
  /** Contains a hash of the content, so that hosts never show an outdated View from their cache. */
  readonly uri: string
  /** Without a hash. This URI, and those with an old hash, return the current View. */
  readonly stableUri: string
  readonly title: string | undefined
  readonly description: string | undefined
  /** The `_meta.ui` in `resources/list`. */
  readonly ui: McpUiResourceMeta
  /** Computes the origin of the View, if it depends on the client. */
  readonly domain: ((client: ClientInfo | undefined) => string | undefined | Promise<string | undefined>) | undefined
  /** True in development: the file is read again for every request and must not be cached. */
  readonly isLive: boolean
  matches(uri: string): boolean
  read(uri: string, client: ClientInfo | undefined): Promise<McpUiReadResourceResult>
}

/** An app with the HTML of its Views and valid metadata. */
export interface PreparedApp {
  readonly app: DefinedApp
  readonly tools: readonly PreparedTool[]
  readonly views: readonly PreparedView[]
}

/** Reads the Views of an app and validates its metadata. Throws if something is invalid. Without `files`, all Views must be `{ html }`. */
export async function prepareApp(app: DefinedApp, files?: ViewFiles): Promise<PreparedApp> {
  const views = await Promise.all((await readViews(app, files)).map((view) => prepareView(app, view)))
  const tools = Object.entries(app.tools).map(([name, tool]) => prepareTool(app, name, tool, views))
  return { app, tools, views }
}

async function prepareView(app: DefinedApp, view: ReadView): Promise<PreparedView> {
  const { name, html, needs, reread } = view
  const { domain, title, description } = needs
  const ui = uiOf(needs)
  // Hosts cache the metadata with the content, so the URI changes with either. In development the content changes under one URI.
  const hash = (await sha256Hex(JSON.stringify([html, ui]))).slice(0, 12)
  const stem = `ui://${app.name}/${encodeURIComponent(name)}`
  const uri = reread ? `${stem}.html` : `${stem}.${hash}.html`
  checkResource(`${app.name}/${name}`, uri, RESOURCE_MIME_TYPE, { ui })
  const anyVersion = new RegExp(`^${escapeRegExp(stem)}(\\.[\\da-f]{12})?\\.html$`, 'i')
  return {
    name,
    uri,
    stableUri: `${stem}.html`,
    title,
    description,
    ui,
    domain: typeof domain === 'function' ? domain : undefined,
    matches: (requested) => anyVersion.test(requested),
    isLive: reread !== undefined,
    read: async (requested, client) => {
      const current = reread ? await reread() : view
      const currentUi = uiOf(current.needs)
      const clientDomain = typeof domain === 'function' ? await domain(client) : undefined
      const meta = clientDomain === undefined ? currentUi : { ...currentUi, domain: clientDomain }
      return { contents: [{ uri: requested, mimeType: RESOURCE_MIME_TYPE, text: current.html, _meta: { ui: meta } }] }
    },
  }
}

const uiOf = ({ csp, permissions, domain, prefersBorder }: ViewNeeds): McpUiResourceMeta => ({
  ...(csp && { csp }),
  ...(permissions && { permissions }),
  ...(typeof domain === 'string' && { domain }),
  ...(prefersBorder !== undefined && { prefersBorder }),
})

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

function prepareTool(app: DefinedApp, name: string, tool: DefinedTool, views: readonly PreparedView[]): PreparedTool {
  const view = findView(app, name, tool, views)
  const { visibility, input, output, viewReuse } = tool
  const ui = { ...(view && { resourceUri: view.uri }), ...(visibility && { visibility: [...visibility] }) }
  return {
    name,
    tool,
    input: input && asSchema(input),
    output: output && asSchema(output),
    meta: Object.keys(ui).length > 0 ? { ...toolMeta(name, { ui }), ...(viewReuse && { [REUSE_CAPABILITY]: true }) } : undefined,
  }
}

function findView(app: DefinedApp, name: string, tool: DefinedTool, views: readonly PreparedView[]): PreparedView | undefined {
  const { view: viewName, visibility } = tool
  if (viewName === false) return undefined
  if (viewName === undefined) return views.length === 1 && (!visibility || visibility.includes('model')) ? views[0] : undefined
  const found = views.find((view) => view.name === viewName)
  if (found) return found
  const fix = `Write one of ${views.map((view) => JSON.stringify(view.name)).join(', ') || '(it has none)'}, or false`
  throw metadataError(
    { code: 'TOOL_VIEW_UNKNOWN', where: `tool "${name}"`, field: 'view', fix },
    `is "${viewName}", but ${app.name} has no such View`,
  )
}
