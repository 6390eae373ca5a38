/** Where a name of another package is in Casement, or what to do where it is not. */
export type Place = { readonly entry: string; readonly name?: string } | { readonly fix: string }

interface KnownModule {
  /** The entries of Casement that have its names, with the names. The first that matches has it. */
  readonly entries: readonly (readonly [entry: string, names: RegExp])[]
  /** Names that are called something else. */
  readonly renamed?: Readonly<Record<string, { readonly entry: string; readonly name: string }>>
  /** Advice for names that Casement does not have. */
  readonly advice?: Readonly<Record<string, string>>
}

const SCHEMAS = ['casement/protocol/schemas', /^McpUi(?!.*Schema$)/] as const
const PROTOCOL = ['casement/protocol', /^(LATEST_PROTOCOL_VERSION|RESOURCE_MIME_TYPE|RESOURCE_URI_META_KEY)$/] as const
const VIEW_NAMES =
  /^(App|AppOptions|AppEventMap|AppToolCallback|AppToolResult|RegisteredAppTool|StandardSchemaV1|PostMessageTransport|applyDocumentTheme|applyHostFonts|applyHostStyleVariables|getDocumentTheme)$/
const HOOKS =
  /^(useApp|UseAppOptions|AppState|useAutoResize|useDocumentTheme|useHostFonts|useHostStyleVariables|useHostStyles|App|AppOptions|PostMessageTransport|applyDocumentTheme|applyHostFonts|applyHostStyleVariables|getDocumentTheme)$/
const HOST_NAMES =
  /^(AppBridge|AppBridgeEventMap|HostOptions|PostMessageTransport|RESOURCE_MIME_TYPE|RESOURCE_URI_META_KEY|SUPPORTED_PROTOCOL_VERSIONS|buildAllowAttribute|getToolUiResourceUri|isToolVisibilityAppOnly|isToolVisibilityModelOnly)$/
const SERVER_NAMES =
  /^(registerAppTool|registerAppResource|getUiCapability|EXTENSION_ID|RESOURCE_MIME_TYPE|RESOURCE_URI_META_KEY|ResourceMetadata|ToolCallback|ZodRawShape|LegacyToolCallback|ToolConfig|McpUiAppToolConfig|McpUiAppResourceConfig|McpUiReadResourceResult|McpUiReadResourceCallback|ReadResourceCallback)$/
const UI_SERVER_NAMES =
  /^(createUIResource|uiActionResult(ToolCall|Prompt|Link|Intent|Notification)|UIResource|UIActionResult|AdaptersConfig|AppsSdkAdapterOptions|RESOURCE_MIME_TYPE|wrapHtmlWithAdapters|getAdapterMimeType|InternalMessageType|ReservedUrlParams)$/

const METHODS: Readonly<Record<string, string>> = {
  DOWNLOAD_FILE_METHOD: 'ui/download-file',
  HOST_CONTEXT_CHANGED_METHOD: 'ui/notifications/host-context-changed',
  INITIALIZED_METHOD: 'ui/notifications/initialized',
  INITIALIZE_METHOD: 'ui/initialize',
  MESSAGE_METHOD: 'ui/message',
  OPEN_LINK_METHOD: 'ui/open-link',
  REQUEST_DISPLAY_MODE_METHOD: 'ui/request-display-mode',
  REQUEST_TEARDOWN_METHOD: 'ui/notifications/request-teardown',
  RESOURCE_TEARDOWN_METHOD: 'ui/resource-teardown',
  SANDBOX_PROXY_READY_METHOD: 'ui/notifications/sandbox-proxy-ready',
  SANDBOX_RESOURCE_READY_METHOD: 'ui/notifications/sandbox-resource-ready',
  SIZE_CHANGED_METHOD: 'ui/notifications/size-changed',
  TOOL_CANCELLED_METHOD: 'ui/notifications/tool-cancelled',
  TOOL_INPUT_METHOD: 'ui/notifications/tool-input',
  TOOL_INPUT_PARTIAL_METHOD: 'ui/notifications/tool-input-partial',
  TOOL_RESULT_METHOD: 'ui/notifications/tool-result',
}

const SCHEMA_ADVICE =
  'Use validate(schema, value) with the schema of the same name in casement/protocol/schemas, which has no parse or safeParse'
const GENERIC = 'Use the events and methods of App or AppBridge; their types come with them'
const EXT_APPS_ADVICE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(METHODS).map(([name, method]) => [name, `Write the name of the method: '${method}'`])),
  EventDispatcher: 'App and AppBridge have addEventListener; extend neither',
  ProtocolWithEvents: 'App and AppBridge have addEventListener; extend neither',
  AppRequest: GENERIC,
  AppNotification: GENERIC,
  AppResult: GENERIC,
  StandardSchemaWithJSON: 'Take StandardSchemaV1 of casement/view, or the type of your schema library',
  ...Object.fromEntries(
    [
      'MethodSchema',
      'NotificationHandler',
      'NotificationHandlerSetter',
      'RequestHandler',
      'RequestHandlerExtra',
      'RequestHandlerSetter',
    ].map((name) => [
      `Legacy${name}`,
      'Set the handler for the one message (ontoolinput, onmessage, …) instead of one by schema',
    ]),
  ),
}

const RENDERER =
  'Show it with <McpApp client tool result sandbox handlers={uiActionHandlers(onUIAction)} /> of casement/host/react; uiActionHandlers is in casement/legacy'
const APPS_RENDERER = 'Show it with <McpApp client tool input result sandbox /> of casement/host/react'
const LIBRARY = 'Remove it: remote DOM is drawn inside of the View, with elements of its own'
const ACTION = 'Take UIActionResult of casement/legacy and its type field'
const ADAPTER =
  'createUIResource puts the script in: adapters: { mcpApps: { enabled: true } }; wrapHtmlWithAdapters does it for a text'

const view = { entries: [['casement/view', VIEW_NAMES], PROTOCOL, SCHEMAS], advice: EXT_APPS_ADVICE } as const
const react = { entries: [['casement/view/react', HOOKS], ...view.entries], advice: EXT_APPS_ADVICE } as const

const MODULES: Readonly<Record<string, KnownModule>> = {
  '@modelcontextprotocol/ext-apps': view,
  '@modelcontextprotocol/ext-apps/app-with-deps': view,
  '@modelcontextprotocol/ext-apps/react': react,
  '@modelcontextprotocol/ext-apps/react-with-deps': react,
  '@modelcontextprotocol/ext-apps/app-bridge': {
    entries: [['casement/host', HOST_NAMES], PROTOCOL, SCHEMAS],
    advice: EXT_APPS_ADVICE,
  },
  '@modelcontextprotocol/ext-apps/server': { entries: [['casement/server', SERVER_NAMES], SCHEMAS] },
  '@mcp-ui/server': {
    entries: [['casement/legacy/server', UI_SERVER_NAMES], PROTOCOL],
    renamed: { CreateUIResourceOptions: { entry: 'casement/legacy/server', name: 'UIResourceOptions' } },
    advice: {
      postUIActionResult: 'In a View, call app.callServerTool, app.sendMessage or app.openLink of casement/view',
      sendExperimentalRequest: 'There is nothing like it; ask the host by a tool, or by a handler of your own',
      ResourceContentPayload: 'Take UIResourceOptions["content"] of casement/legacy/server',
      getAppsSdkAdapterScript: ADAPTER,
      getMcpAppsAdapterScript: ADAPTER,
      ...Object.fromEntries(
        [
          'AppsSdkAdapterConfig',
          'AppsSdkBridge',
          'AppsSdkRenderData',
          'AppsSdkMCPUIMessage',
          'McpAppsAdapterConfig',
          'McpAppsMCPUIMessage',
        ].map((name) => [name, ADAPTER]),
      ),
    },
  },
  '@mcp-ui/client': {
    entries: [
      ['casement/legacy', /^(getUIResourceMetadata|isUIResource|UIResourceMetadata|UIActionResult|UIActionType)$/],
      ['casement/host', /^(AppBridge|PostMessageTransport)$/],
      ['casement/protocol/schemas', /^(McpUiHostContext|McpUiHostCapabilities|Implementation)$/],
    ],
    renamed: { UI_EXTENSION_NAME: { entry: 'casement/protocol', name: 'EXTENSION_ID' } },
    advice: {
      UIResourceRenderer: RENDERER,
      AppRenderer: APPS_RENDERER,
      AppRendererProps: APPS_RENDERER,
      AppRendererHandle: APPS_RENDERER,
      AppFrame: APPS_RENDERER,
      AppFrameProps: APPS_RENDERER,
      AppInfo: APPS_RENDERER,
      SandboxConfig: 'Give McpApp or mountApp a sandbox: mintingSandbox(…) or staticSandbox(…) of casement/host',
      RequestHandlerExtra: 'Handlers of mountApp get the params, and a signal',
      JSONRPCRequest: 'Handlers of mountApp get the params of their own method',
      UI_EXTENSION_CONFIG: 'Write { mimeTypes: [RESOURCE_MIME_TYPE] } with RESOURCE_MIME_TYPE of casement/protocol',
      UI_EXTENSION_CAPABILITIES:
        'Write { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } } with both of casement/protocol',
      ClientCapabilitiesWithExtensions: 'The client of SDK v2 has extensions in its capabilities',
      getResourceMetadata: 'Read resource._meta; getUIResourceMetadata of casement/legacy has the keys of MCP-UI',
      ResourceContentType: 'Take the kind of readLegacyContent of casement/legacy',
      ALL_RESOURCE_CONTENT_TYPES: 'Take the kind of readLegacyContent of casement/legacy',
      ...Object.fromEntries(
        ['ComponentLibrary', 'ComponentLibraryElement', 'RemoteElementConfiguration', 'basicComponentLibrary'].map((name) => [
          name,
          LIBRARY,
        ]),
      ),
      ...Object.fromEntries(['Card', 'Button', 'Text', 'Stack', 'Image'].map((name) => [`remote${name}Definition`, LIBRARY])),
      ...Object.fromEntries(
        ['Intent', 'Link', 'Notification', 'Prompt', 'ToolCall'].map((name) => [`UIActionResult${name}`, ACTION]),
      ),
    },
  },
}

/** Modules whose text only has to be replaced. */
export const PLAIN_MODULES: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/ext-apps/schema.json': 'casement/protocol/schema.json',
}

/** The packages that an app no longer needs. */
export const OLD_PACKAGES: readonly string[] = ['@modelcontextprotocol/ext-apps', '@mcp-ui/server', '@mcp-ui/client']

/** True for a module of a package that an app no longer needs. */
export const isOldModule = (specifier: string): boolean =>
  OLD_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`))

/** True for a module that is known by its names. */
export const isKnownModule = (specifier: string): boolean => specifier in MODULES

/** Where a name of a known module is in Casement. */
export function placeOf(specifier: string, name: string): Place {
  const module = MODULES[specifier]
  const renamed = module?.renamed?.[name]
  if (renamed) return renamed
  const entry = module?.entries.find(([, names]) => names.test(name))?.[0]
  if (entry !== undefined) return { entry }
  if (/^McpUi.*Schema$/.test(name)) return { fix: SCHEMA_ADVICE }
  return { fix: module?.advice?.[name] ?? `Casement has no ${name}; see docs/migrate.md` }
}
