import { CasementError } from 'casement/protocol'
import type { StandardSchemaV1 } from 'casement/view'
import { ProtocolError } from './errors.ts'
import type {
  AnyNotification,
  AnyRequest,
  AnyResult,
  JsonRpcRequest,
  NotificationHandlerSetter,
  RequestHandlerExtra,
  RequestHandlerSetter,
  RequestOptions,
  SendRequest,
} from './protocol-types.ts'

const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

/** Calls a handler in any of its three forms. */
interface Registration {
  readonly method: string
  readonly call: (params: unknown, second: unknown) => unknown
}

type AnyHandler = (first: unknown, second: unknown) => unknown
/** Handles requests that have no handler of their own. */
export type Fallback = (request: JsonRpcRequest, extra: RequestHandlerExtra) => Promise<AnyResult>

type BasicExtra = Pick<RequestHandlerExtra, 'requestId' | 'signal'>

/** The dependencies of the handlers. */
export interface HandlerContext {
  readonly send: SendRequest
  readonly notify: (notification: AnyNotification) => Promise<void>
  readonly buildContext: (extra: RequestHandlerExtra) => RequestHandlerExtra
  /** Called when a request handler is set, before it is in use. */
  readonly onset: (method: string) => void
  readonly onremove?: (method: string) => void
  /** Throws if an `on…` handler returned something that the method does not allow. */
  readonly checkResult?: (method: string, result: unknown) => void
}

/** The handlers of an App or a bridge: those of its `on…` properties, and those that were registered by method or schema. */
export class ProtocolHandlers {
  readonly #context: HandlerContext
  readonly #properties = new Map<string, AnyHandler>()
  readonly #requests = new Map<string, AnyHandler>()
  readonly #notifications = new Map<string, AnyHandler[]>()

  constructor(context: HandlerContext) {
    this.#context = context
  }

  /** The handler that an `on…` property was set to. */
  getProperty(method: string): AnyHandler | undefined {
    return this.#properties.get(method)
  }

  setProperty(method: string, handler: AnyHandler | undefined): void {
    this.removeRequestHandler(method)
    if (!handler) return
    this.#properties.set(method, handler)
    const call = async (params: unknown, extra: unknown): Promise<unknown> => {
      const result = (await handler(params, extra)) ?? {}
      this.#context.checkResult?.(method, result)
      return result
    }
    this.#set({ method, call })
  }

  readonly setRequestHandler = ((...args: unknown[]) => {
    const registration = readRegistration(args)
    this.assertCanSetRequestHandler(registration.method)
    this.#set(registration)
  }) as RequestHandlerSetter

  /** Several handlers of one notification are all called. */
  readonly setNotificationHandler = ((...args: unknown[]) => {
    const { method, call } = readRegistration(args)
    this.#notifications.set(method, [...(this.#notifications.get(method) ?? []), call])
  }) as NotificationHandlerSetter

  removeRequestHandler(method: string): void {
    this.#requests.delete(method)
    this.#properties.delete(method)
    this.#context.onremove?.(method)
  }

  removeNotificationHandler(method: string): void {
    this.#notifications.delete(method)
  }

  /** Throws if the method has a handler. An `on…` property replaces it instead. */
  assertCanSetRequestHandler(method: string): void {
    if (this.#requests.has(method))
      throw new Error(`A handler for ${method} is already registered. Call removeRequestHandler("${method}") first`)
  }

  /** Calls the handler of a request, or the fallback. Undefined if there is neither. */
  handleRequest(method: string, params: unknown, extra: BasicExtra, fallback?: Fallback): Promise<unknown> | undefined {
    const handler = this.#requests.get(method)
    if (handler) return this.#call(handler, params, this.createExtra(method, params, extra))
    const request = { jsonrpc: '2.0' as const, id: extra.requestId, ...message(method, params) }
    return fallback && this.#call(fallback as AnyHandler, request, this.createExtra(method, params, extra))
  }

  /** Calls the handlers of a notification, or the fallback. False if there is neither. Rejections are passed to `onerror`. */
  handleNotification(
    method: string,
    params: unknown,
    onerror: (error: unknown) => void,
    fallback?: (notification: AnyNotification) => Promise<void>,
  ): boolean {
    const notification = message(method, params)
    const calls = this.#notifications.get(method)?.map((handler) => () => handler(params, notification))
    for (const call of calls ?? (fallback ? [() => fallback(notification)] : [])) void run(call).catch(onerror)
    return calls !== undefined || fallback !== undefined
  }

  #set({ method, call }: Registration): void {
    this.#context.onset(method)
    this.#requests.set(method, call)
  }

  async #call(handler: AnyHandler, first: unknown, extra: RequestHandlerExtra): Promise<unknown> {
    try {
      return (await handler(first, extra)) ?? {}
    } catch (error) {
      throw exposed(error)
    }
  }

  /** The second argument of a request handler. */
  createExtra(method: string, params: unknown, extra: BasicExtra): RequestHandlerExtra {
    const { send, notify, buildContext } = this.#context
    const meta = (params as { _meta?: Record<string, unknown> } | undefined)?._meta
    const { requestId, signal } = extra
    const shared = { signal, ...(meta && { _meta: meta }) }
    return buildContext({
      ...extra, // a bridge of Casement adds members of its own
      ...shared,
      requestId,
      sendRequest: send,
      sendNotification: notify,
      mcpReq: { ...shared, id: requestId, method, send, notify, requestState: () => undefined },
    })
  }
}

interface Schemas {
  readonly params: StandardSchemaV1
  readonly result?: StandardSchemaV1
}

function readRegistration(args: readonly unknown[]): Registration {
  const [first, second, third] = args
  if (typeof first !== 'string') return fromMessageSchema(first as StandardSchemaV1, second as AnyHandler)
  if (typeof second === 'function')
    return { method: first, call: (params, extra) => (second as AnyHandler)(message(first, params), extra) }
  const { params: schema, result } = second as Schemas
  return {
    method: first,
    async call(params, extra) {
      const parsed = await parse(schema, params ?? {}, `Invalid params for ${first}`)
      const returned = await (third as AnyHandler)(parsed, extra)
      return result ? parse(result, returned, `Invalid result for ${first}`) : returned
    },
  }
}

function fromMessageSchema(schema: StandardSchemaV1, handler: AnyHandler): Registration {
  const method = methodOf(schema)
  return {
    method,
    call: async (params, extra) => handler(await parse(schema, message(method, params), `Invalid ${method}`), extra),
  }
}

const message = (method: string, params: unknown): AnyNotification => ({
  method,
  ...(params !== undefined && { params: params as NonNullable<AnyNotification['params']> }),
})

interface Literal {
  readonly value?: unknown
  readonly _zod?: { readonly def: { readonly values?: readonly unknown[] } }
}
interface WithShape {
  readonly shape?: { readonly method?: Literal }
  readonly _zod?: { readonly def: { readonly shape?: { readonly method?: Literal } } }
}

/** The method of a message schema: of this package, of zod 3, zod 4 or zod mini. */
function methodOf(schema: unknown): string {
  const { shape, _zod } = (schema ?? {}) as WithShape
  const literal = (shape ?? _zod?.def.shape)?.method
  const { value, _zod: internals } = literal ?? {}
  const method = value ?? internals?.def.values?.[0]
  if (typeof method !== 'string') throw new Error('The schema has no literal method. Pass the name of the method instead')
  return method
}

/** Validates a value. */
export async function parse(schema: StandardSchemaV1, value: unknown, failure: string): Promise<unknown> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value
  throw new ProtocolError(INVALID_PARAMS, `${failure}: ${result.issues.map((issue) => issue.message).join('; ')}`)
}

const run = async (call: () => unknown): Promise<void> => {
  await call()
}

/** The official package sends the message of every error that a handler throws; Casement only that of errors with a code. */
function exposed(error: unknown): unknown {
  const hasCode = Number.isInteger((error as { code?: unknown } | undefined)?.code)
  if (CasementError.is(error) || hasCode || !(error instanceof Error)) return error
  return new CasementError('REMOTE', error.message, { cause: error, wire: { code: INTERNAL_ERROR } })
}

/** Gives a class an `on…` property for each of these requests. */
export function defineHandlerProperties<T extends object>(
  prototype: T,
  methods: Readonly<Record<string, string>>,
  handlersOf: (instance: T) => ProtocolHandlers,
): void {
  for (const [name, method] of Object.entries(methods))
    Object.defineProperty(prototype, name, {
      get(this: T) {
        return handlersOf(this).getProperty(method)
      },
      set(this: T, handler: AnyHandler | undefined) {
        handlersOf(this).setProperty(method, handler)
      },
    })
}

/** The arguments of `request`, in any of its forms. */
export interface Call {
  readonly method: string
  readonly params: object
  readonly schema: StandardSchemaV1 | undefined
  readonly options: RequestOptions | undefined
}

/** Reads `(method, params, options)`, `({ method, params }, options)` and `({ method, params }, schema, options)`. */
export function readCall(first: string | AnyRequest, second: unknown, third: unknown): Call {
  if (typeof first === 'string')
    return { method: first, params: second ?? {}, schema: undefined, options: third as RequestOptions }
  const isSchema = typeof second === 'object' && second !== null && '~standard' in second
  return {
    method: first.method,
    params: first.params ?? {},
    schema: isSchema ? (second as StandardSchemaV1) : undefined,
    options: (isSchema ? third : second) as RequestOptions | undefined,
  }
}
