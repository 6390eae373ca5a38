import type { CallToolResult, Tool } from 'casement/protocol/schemas'
import type { StandardSchemaV1 } from 'casement/view'
import type { OutputOf, RequestHandlerExtra } from './protocol-types.ts'

/** The result of a tool's callback. */
export type AppToolResult<Out extends StandardSchemaV1 | undefined = undefined> = Out extends StandardSchemaV1
  ? (CallToolResult & { structuredContent: OutputOf<Out>; isError?: false }) | (CallToolResult & { isError: true })
  : CallToolResult

/** The callback of a tool. Without an input schema it receives `extra` only. */
export type AppToolCallback<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
> = In extends StandardSchemaV1
  ? (args: OutputOf<In>, extra: RequestHandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: RequestHandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>

/** The description of a tool for the host. */
export interface AppToolConfig<In extends StandardSchemaV1 | undefined, Out extends StandardSchemaV1 | undefined> {
  title?: string
  description?: string
  inputSchema?: In
  outputSchema?: Out
  annotations?: NonNullable<Tool['annotations']>
  _meta?: Record<string, unknown>
}

/** A registered tool, and the handle to change it. */
export interface RegisteredAppTool extends AppToolConfig<StandardSchemaV1, StandardSchemaV1> {
  enabled: boolean
  enable(): void
  disable(): void
  remove(): void
  update(updates: Partial<Omit<RegisteredAppTool, 'update'>>): void
  handler: (args: unknown, extra: RequestHandlerExtra) => Promise<CallToolResult>
}
