import { app, call, host, note } from './method-table.ts'
import {
  McpUiInitializedNotificationSchema,
  McpUiRequestTeardownNotificationSchema,
  McpUiSizeChangedNotificationSchema,
} from './schemas/apps-view-notes.ts'
import {
  CancelledNotificationSchema,
  LoggingMessageNotificationSchema,
  PingRequestSchema,
  ProgressNotificationSchema,
  ToolListChangedNotificationSchema,
} from './schemas/mcp-notes.ts'
import { EmptyResultSchema } from './schemas/mcp-base.ts'

/** What either side may say at any time. */
export const bothWays = {
  ping: call(PingRequestSchema, EmptyResultSchema, 'stable'),
  'notifications/cancelled': note(CancelledNotificationSchema, 'package'),
  'notifications/progress': note(ProgressNotificationSchema, 'package'),
} as const

/** What a View tells its host without asking for anything. */
export const viewNotes = {
  'ui/notifications/initialized': note(McpUiInitializedNotificationSchema, 'stable'),
  'ui/notifications/size-changed': note(McpUiSizeChangedNotificationSchema, 'stable'),
  'ui/notifications/request-teardown': note(McpUiRequestTeardownNotificationSchema, 'draft'),
  'notifications/message': note(LoggingMessageNotificationSchema, 'stable', host('logging')),
  'notifications/tools/list_changed': note(ToolListChangedNotificationSchema, 'draft', app('tools', 'listChanged')),
} as const
