import { CasementError } from '../../protocol/errors.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../../protocol/schemas/index.ts'
import type { ToolSet, ToolTypes } from './tool.ts'

/** The name and version that a client sends. */
export interface ClientInfo {
  readonly name: string
  readonly version?: string
}

/** The HTML of a View: a file, or the text itself. */
export type ViewSource = { readonly file: string | URL } | { readonly html: string }

/** The metadata of a View, and its requirements to the host. */
export interface ViewNeeds {
  readonly title?: string
  readonly description?: string
  /** The origins that the View connects to and loads from. All others are blocked. */
  readonly csp?: McpUiResourceCsp
  readonly permissions?: McpUiResourcePermissions
  /** A dedicated origin, in the format of the host; see `domainFor`. Set it only if needed: a host may reject Views with a domain that it does not accept. */
  readonly domain?: string | ((client: ClientInfo | undefined) => string | undefined | Promise<string | undefined>)
  /** Whether the host should draw a border and background. Default: the host decides. */
  readonly prefersBorder?: boolean
}

/** One View of an app. */
export type AppView = ViewSource & ViewNeeds

/** A folder with one HTML file per View. The file name without `.html` is the name of the View. */
export type ViewFolder = { readonly folder: string | URL } & ViewNeeds

/** The declaration of an app: its tools and Views. */
export interface AppDeclaration<Tools extends ToolSet> {
  /** Letters, digits, dots and dashes, because it is part of the Views' URIs. */
  readonly name: string
  readonly version: string
  readonly title?: string
  readonly description?: string
  /** Instructions for the model about all tools. */
  readonly instructions?: string
  /** The only View, or a folder of Views. */
  readonly view?: AppView | ViewFolder
  /** Several Views, by name. */
  readonly views?: Readonly<Record<string, AppView>>
  readonly tools: Tools
  /** Repeats `structuredContent` as JSON text, for hosts that remove it. The model reads the text too. Default false. */
  readonly mirror?: boolean
  /** The sizes above which a result causes a warning, in characters. Default 16 Ki for the model and 256 Ki for the View. */
  readonly budget?: { readonly model?: number; readonly view?: number }
}

/** An app to serve or register. Pass its type to `connect` in the View. */
export interface DefinedApp<Tools extends ToolSet = ToolSet> extends AppDeclaration<Tools> {
  /** For the compiler only; undefined at run time. */
  readonly '~tools'?: ToolTypes<Tools>
}

const NAME = /^[a-z\d][a-z\d.-]*$/i

/** Declares an app, for the server and, through its type, for the View. Files are read when the app is served or registered. */
export function defineApp<const Tools extends ToolSet>(declaration: AppDeclaration<Tools>): DefinedApp<Tools> {
  if (!NAME.test(declaration.name))
    throw new CasementError(
      'INVALID_ARGUMENT',
      `defineApp: name is ${JSON.stringify(declaration.name)}; use letters, digits, dots and dashes, because it is part of ui:// URIs`,
    )
  return declaration
}
