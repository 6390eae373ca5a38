/**
 * The names of `@modelcontextprotocol/ext-apps`.
 * @module
 */
export { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from 'casement/protocol'
export {
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  type AppEventMap,
  type StandardSchemaV1,
} from 'casement/view'
export { App, type AppOptions } from './view-app.ts'
export type { AppToolCallback, AppToolResult, RegisteredAppTool } from './app-tools.ts'
export { EventDispatcher } from './event-dispatcher.ts'
export { ProtocolError, SdkError } from './errors.ts'
export type {
  LegacyMethodSchema,
  LegacyNotificationHandler,
  LegacyNotificationHandlerSetter,
  LegacyRequestHandler,
  LegacyRequestHandlerExtra,
  LegacyRequestHandlerSetter,
  RequestHandlerExtra,
  RequestOptions,
  StandardSchemaWithJSON,
} from './protocol-types.ts'
export { PostMessageTransport } from './post-message-transport.ts'
export * from './types.ts'
