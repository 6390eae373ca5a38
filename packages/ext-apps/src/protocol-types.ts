import type { HostToView, NotificationMethod, Params, RequestMethod, Result, ViewToHost } from 'casement/protocol'
import type { StandardSchemaV1 } from 'casement/view'

/** The methods of both directions, because the official package types handlers and requests by all of them. */
export type Methods = ViewToHost & HostToView

/** The output type of a schema. */
export type OutputOf<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output']

/** Any request, as `request` takes it. */
export interface AnyRequest {
  method: string
  params?: { [key: string]: unknown } | undefined
}

/** Any notification, as `notification` takes it. */
export type AnyNotification = AnyRequest

/** A request as it was received. */
export interface JsonRpcRequest extends AnyRequest {
  jsonrpc: '2.0'
  id: string | number
}

/** Any message of JSON-RPC. */
export type JsonRpcMessage =
  | JsonRpcRequest
  | ({ jsonrpc: '2.0' } & AnyNotification)
  | { jsonrpc: '2.0'; id: string | number; result: AnyResult }
  | { jsonrpc: '2.0'; id?: string | number; error: { code: number; message: string; data?: unknown } }

/** Any result. */
export interface AnyResult {
  [key: string]: unknown
}

/** Options of a request. */
export interface RequestOptions {
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void
  signal?: AbortSignal
  /** Milliseconds without a response or progress before the request fails. Default 60 s. */
  timeout?: number
  /** Has no effect: progress always restarts `timeout`. */
  resetTimeoutOnProgress?: boolean
  maxTotalTimeout?: number
  /** Has no effect: there is one connection. */
  relatedRequestId?: string | number
}

/** Sends a request from within a handler. */
export interface SendRequest {
  <M extends RequestMethod<Methods>>(
    request: { method: M; params?: Record<string, unknown> },
    options?: RequestOptions,
  ): Promise<Result<Methods, M>>
  <S extends StandardSchemaV1>(request: AnyRequest, resultSchema: S, options?: RequestOptions): Promise<OutputOf<S>>
}

/** The second argument of a request handler: the names of SDK 2.x under `mcpReq`, those of SDK 1.x at the top level. */
export interface RequestHandlerExtra {
  signal: AbortSignal
  requestId: string | number
  sessionId?: string
  _meta?: { [key: string]: unknown }
  sendRequest: SendRequest
  sendNotification: (notification: AnyNotification) => Promise<void>
  mcpReq: {
    id: string | number
    method: string
    signal: AbortSignal
    _meta?: { [key: string]: unknown }
    send: SendRequest
    notify: (notification: AnyNotification) => Promise<void>
    /** Always undefined: there is no state between the legs of a request here. */
    requestState: () => undefined
  }
}

/** An `on…` property that handles a request. */
export type RequestHandler<M extends RequestMethod<Methods>, Extra = RequestHandlerExtra> = (
  params: Params<Methods, M>,
  extra: Extra,
) => Result<Methods, M> | Promise<Result<Methods, M>>

/** A Standard Schema that can be converted to JSON Schema. */
export interface StandardSchemaWithJSON<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1<Input, Output>['~standard'] & {
    readonly jsonSchema: Record<'input' | 'output', (options: { readonly target: string }) => Record<string, unknown>>
  }
}

/** A schema of a whole message, whose `method` is a literal. */
export interface LegacyMethodSchema extends StandardSchemaV1<unknown, { method: string; params?: unknown }> {
  readonly shape: { readonly method: { readonly value: unknown } }
}

/** The arguments of a handler in the form of SDK 1.x. */
export type LegacyRequestHandlerExtra = Omit<RequestHandlerExtra, 'mcpReq'>
/** A request handler in the form of SDK 1.x. */
export type LegacyRequestHandler<S extends LegacyMethodSchema> = (
  request: OutputOf<S>,
  extra: LegacyRequestHandlerExtra,
) => unknown
/** A notification handler in the form of SDK 1.x. */
export type LegacyNotificationHandler<S extends LegacyMethodSchema> = (notification: OutputOf<S>) => void | Promise<void>
/** A setter of SDK 2.x that also takes the form of SDK 1.x. */
export type LegacyRequestHandlerSetter<Modern> = Modern & {
  <S extends LegacyMethodSchema>(schema: S, handler: LegacyRequestHandler<S>): void
}
/** A setter of SDK 2.x that also takes the form of SDK 1.x. */
export type LegacyNotificationHandlerSetter<Modern> = Modern & {
  <S extends LegacyMethodSchema>(schema: S, handler: LegacyNotificationHandler<S>): void
}

type ResultOf<R extends StandardSchemaV1 | undefined> = R extends StandardSchemaV1 ? OutputOf<R> : AnyResult

interface ModernRequestHandlerSetter {
  <M extends RequestMethod<Methods>>(
    method: M,
    handler: (
      request: { method: M; params: Params<Methods, M> },
      extra: RequestHandlerExtra,
    ) => Result<Methods, M> | Promise<Result<Methods, M>>,
  ): void
  <P extends StandardSchemaV1, R extends StandardSchemaV1 | undefined = undefined>(
    method: string,
    schemas: { params: P; result?: R },
    handler: (params: OutputOf<P>, extra: RequestHandlerExtra) => ResultOf<R> | Promise<ResultOf<R>>,
  ): void
}

interface ModernNotificationHandlerSetter {
  <M extends NotificationMethod<Methods>>(
    method: M,
    handler: (notification: { method: M; params: Params<Methods, M> }) => void | Promise<void>,
  ): void
  <P extends StandardSchemaV1>(
    method: string,
    schemas: { params: P },
    handler: (params: OutputOf<P>, notification: AnyNotification) => void | Promise<void>,
  ): void
}

/** Handles a request: by method, by method with schemas, or by the schema of the request. */
export type RequestHandlerSetter = LegacyRequestHandlerSetter<ModernRequestHandlerSetter>
/** Handles a notification: by method, by method with a schema, or by the schema of the notification. */
export type NotificationHandlerSetter = LegacyNotificationHandlerSetter<ModernNotificationHandlerSetter>
