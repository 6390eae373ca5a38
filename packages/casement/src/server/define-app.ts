import { CasementError } from '../protocol/errors.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'
import type { ToolSet, ToolTypes } from './tool.ts'

/** Who a client says it is. */
export interface ClientInfo {
  readonly name: string
  readonly version?: string
}

/** Where the HTML of a View comes from: a file, or the text itself. */
export type ViewSource = { readonly file: string | URL } | { readonly html: string }

/** What a View asks of its host. */
export interface ViewNeeds {
  readonly title?: string
  readonly description?: string
  /** The origins it talks to and loads from. Whatever is not here is blocked. */
  readonly csp?: McpUiResourceCsp
  readonly permissions?: McpUiResourcePermissions
  /** An origin of its own, in the format of the host; `domainFor` knows some. Set it only where it is needed: a host may refuse to show a View whose domain it does not like. */
  readonly domain?: string | ((client: ClientInfo | undefined) => string | undefined | Promise<string | undefined>)
  /** True asks for a border and background, false for none. Left out, the host decides. */
  readonly prefersBorder?: boolean
}

/** One View of an app. */
export type AppView = ViewSource & ViewNeeds

/** A folder with one HTML file per View; the name of a file, without `.html`, is the name of its View. */
export type ViewFolder = { readonly folder: string | URL } & ViewNeeds

/** An app: its tools, its Views, and what they need. */
export interface AppDeclaration<Tools extends ToolSet> {
  /** Letters, digits, dots and dashes: it is part of the addresses of the Views. */
  readonly name: string
  readonly version: string
  readonly title?: string
  readonly description?: string
  /** What a model should know about the tools as a whole. */
  readonly instructions?: string
  /** The one View, or a folder of them. */
  readonly view?: AppView | ViewFolder
  /** Several Views, by name. */
  readonly views?: Readonly<Record<string, AppView>>
  readonly tools: Tools
  /** Repeats the data of each result as JSON text, for hosts that strip `structuredContent`. The model reads it too. Default false. */
  readonly mirror?: boolean
  /** Sizes in bytes above which a result is reported. Default 16 KiB for the model and 256 KiB for the View. */
  readonly budget?: { readonly model?: number; readonly view?: number }
}

/** An app that can be served or registered, and whose type `connect` takes in the View. */
export interface DefinedApp<Tools extends ToolSet = ToolSet> extends AppDeclaration<Tools> {
  /** Only there for the compiler. */
  readonly '~tools'?: ToolTypes<Tools>
}

const NAME = /^[a-z\d][a-z\d.-]*$/i

/** Declares an app, once for the server and, by its type, for the View. Nothing is read or started yet. */
export function defineApp<const Tools extends ToolSet>(declaration: AppDeclaration<Tools>): DefinedApp<Tools> {
  if (!NAME.test(declaration.name))
    throw new CasementError(
      'INVALID_ARGUMENT',
      `defineApp: name is ${JSON.stringify(declaration.name)}; use letters, digits, dots and dashes, as it is part of ui:// addresses`,
    )
  return declaration
}
