/** Names that differ from the official declarations, and the reason. */
export interface ApiException {
  /** The official package that it is about. Default: both. */
  readonly of?: '@modelcontextprotocol/ext-apps' | 'ext-apps-v1'
  readonly reason: string
  readonly names: readonly string[]
}

const V2 = '@modelcontextprotocol/ext-apps'
const V1 = 'ext-apps-v1'

export const exceptions: readonly ApiException[] = [
  {
    reason: 'The official McpUiStyles requires all 70 variables, each of which may be undefined. Here they may be left out.',
    names: [
      'McpUiStyles',
      'McpUiHostStyles',
      'McpUiHostStylesSchema',
      'McpUiHostContext',
      'McpUiHostContextSchema',
      'McpUiHostContextChangedNotification',
      'McpUiHostContextChangedNotificationSchema',
      'McpUiInitializeResult',
      'AppNotification',
      'AppEventMap',
      'App.addEventListener',
      'App.removeEventListener',
      'App.getHostContext',
      'App.onhostcontextchanged',
      'HostOptions',
    ],
  },
  {
    reason: 'zod infers Record<string, never> for an empty object, although the interface has {}. Here it is the interface.',
    names: [
      'McpUiSupportedContentBlockModalitiesSchema',
      'McpUiSandboxResourceReadyNotificationSchema',
      'McpUiHostCapabilitiesSchema',
      'McpUiInitializeResultSchema',
      'McpUiResourcePermissionsSchema',
      'McpUiResourceMetaSchema',
      'McpUiResourceTeardownRequestSchema',
    ],
  },
  {
    reason: 'Handlers receive the extra of both SDK versions, so a handler that is read from here asks for more than one passes.',
    names: ['RegisteredAppTool', 'App.registerTool'],
  },
  {
    reason: 'It names a type of zod. Here any Standard Schema fits, among them those of zod.',
    names: ['ToolConfig', 'McpUiAppToolConfig'],
  },
  { of: V2, reason: 'It names a type of zod. Here any Standard Schema fits.', names: ['LegacyMethodSchema', 'ZodRawShape'] },
  {
    of: V2,
    reason: 'The members of a generic class cannot be compared without its type argument; event-dispatcher.test.ts uses them.',
    names: ['setHandler', 'getHandler', 'addEventListener', 'removeEventListener', 'dispatch'].map(
      (name) => `EventDispatcher.${name}`,
    ),
  },
  {
    reason: 'It takes or returns an App, which has private members in both packages; App itself is compared member by member.',
    names: ['useApp', 'UseAppOptions', 'AppState', 'useHostStyles', 'useHostStyleVariables', 'useHostFonts'],
  },
  { reason: 'The bridge of Casement has one more event, sandboxnote.', names: ['AppBridgeEventMap'] },
  {
    reason: 'The server is typed by structure instead of as the McpServer of one SDK, so both versions fit.',
    names: [
      'registerAppTool',
      'registerAppResource',
      'McpUiAppResourceConfig',
      'McpUiReadResourceResult',
      'McpUiReadResourceCallback',
      'ReadResourceCallback',
    ],
  },
  {
    of: V1,
    reason: 'The base class of 1.x. Neither App nor AppBridge has a Protocol of the SDK as its base here.',
    names: ['.', './app-with-deps', './react', './react-with-deps'].map((path) => `${path} ProtocolWithEvents`),
  },
]
