import { CasementError, METHOD_NOT_FOUND } from '../../protocol/errors.ts'
import { settleParams } from '../../protocol/method-table.ts'
import { viewRequests } from '../../protocol/view-requests.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type {
  McpUiMessageRequest,
  McpUiRequestDisplayModeResult,
  McpUiUpdateModelContextRequest,
  StateWriteRequest,
} from '../../protocol/schemas/index.ts'
import { McpUiDisplayModeSchema } from '../../protocol/schemas/apps-context.ts'
import { matches } from '../../protocol/schemas/schema.ts'
import { HANDLERS, type BridgeExtra, type BridgeHandlers, type HostOptions } from './bridge-types.ts'
import type { McpClientLike } from '../server/client.ts'
import { downloadNames } from '../gate/file-names.ts'
import type { Gate } from '../gate/gate.ts'
import { memberOf, type Asked } from '../gate/policy.ts'
import type { Life } from './lifecycle.ts'
import type { Speaker } from '../model/model-context.ts'
import { serverAnswers, type Answer } from '../server/forward-requests.ts'
import { memoryState } from './memory-state.ts'
import { writeState, type StateSlot } from './state-store.ts'
import { subscriptions } from '../server/subscriptions.ts'
import type { ToolDirectory } from '../server/tool-directory.ts'

/** What serving a View needs of its bridge. */
export interface ServingWorld {
  readonly client: McpClientLike | null
  readonly directory: ToolDirectory | undefined
  readonly handlers: BridgeHandlers
  readonly options: HostOptions
  readonly slot: StateSlot
  readonly gate: Gate
  life(): Life
  /** True when a method is answered by something else than the fallback. */
  answers(method: string): boolean
  speaker(): Speaker
  asked(method: string, params: unknown, extra: { readonly signal: AbortSignal }): Asked
  /** The mode that a handler applied is the one that holds. */
  applied(mode: McpUiRequestDisplayModeResult['mode']): void
}

/** What answers a View. */
export interface Serving {
  /** Does what the View asks, through the gate, where it is answered at all. */
  readonly serve: (method: string, params: unknown, extra: HandlerExtra) => Promise<unknown>
  /** True when the View wants to hear about a resource. */
  readonly isSubscribed: (uri: unknown) => boolean
  readonly close: () => void
}

type Respond = (params: never, extra: BridgeExtra) => unknown

/** Finds who answers which request of a View: the host's handler first, then what is built in, then the server. */
export function createServing(world: ServingWorld): Serving {
  const { client, directory, handlers, options } = world
  const subscribed = client ? subscriptions(client) : undefined
  const server = client && directory ? counted(serverAnswers(client, directory), subscribed) : {}
  const own = builtIn(world)
  const fallback =
    (method: string): Respond =>
    async (params, extra) => {
      const result = await options.fallback?.(method, params, extra)
      if (result === undefined) throw unknownMethod(method)
      return result
    }
  const responder = (method: string): Respond => {
    // A stranger names the method: only after this is it one of ours.
    if (!world.answers(method)) return fallback(method)
    const name = HANDLERS[method]
    const handler = name && (handlers[name] as Respond | undefined)
    return own[method]?.(handler) ?? handler ?? server[method] ?? fallback(method)
  }

  return {
    isSubscribed: (uri) => typeof uri === 'string' && subscribed?.has(uri) === true,
    serve(method, raw, extra) {
      const respond = responder(method)
      const params = settleParams(viewRequests, method, raw)
      let hasWaited = false
      const doing = world.gate(world.asked(method, params, extra), async (asked) => {
        if (hasWaited) asked.signal.throwIfAborted() // the View may have gone while the user was asked
        const result = await respond(asked.params as never, new ServeExtra(asked, extra))
        return result ?? {}
      })
      hasWaited = true
      return doing
    },
    close: () => subscribed?.close(),
  }
}

const unknownMethod = (method: string): CasementError =>
  new CasementError('UNSUPPORTED', `Method not found: ${method}`, { wire: { code: METHOD_NOT_FOUND } })

// A class, because most handlers look at none of it, and getters of a class cost nothing until then.
class ServeExtra implements BridgeExtra {
  readonly #asked: Asked
  readonly #extra: HandlerExtra

  constructor(asked: Asked, extra: HandlerExtra) {
    this.#asked = asked
    this.#extra = extra
  }

  get requestId(): HandlerExtra['requestId'] {
    return this.#extra.requestId
  }

  get signal(): AbortSignal {
    return this.#extra.signal
  }

  get sendProgress(): HandlerExtra['sendProgress'] {
    return this.#extra.sendProgress
  }

  get mcpReq(): BridgeExtra['mcpReq'] {
    return { id: this.requestId, method: this.#asked.method, signal: this.signal }
  }

  get fileNames(): readonly string[] {
    const contents = memberOf(this.#asked, 'contents')
    return Array.isArray(contents) ? downloadNames(contents) : []
  }
}

const uriOf = (params: unknown): string => (params as { uri: string }).uri

/** NotificationMethod who is subscribed to what, as the server agrees to it. */
function counted(
  answers: Readonly<Record<string, Answer>>,
  subscribed: ReturnType<typeof subscriptions> | undefined,
): Readonly<Record<string, Answer>> {
  const subscribe = answers['resources/subscribe']
  const unsubscribe = answers['resources/unsubscribe']
  if (!subscribe || !unsubscribe || !subscribed) return answers
  return {
    ...answers,
    'resources/subscribe': async (params, extra) => {
      const result = await subscribe(params, extra)
      subscribed.add(uriOf(params))
      return result
    },
    'resources/unsubscribe': async (params, extra) => (subscribed.remove(uriOf(params)) ? unsubscribe(params, extra) : {}),
  }
}

const isRefused = (result: unknown): boolean => (result as { isError?: boolean } | undefined)?.isError === true

/** What a bridge does by itself, around the host's handler where there is one. */
function builtIn(world: ServingWorld): Readonly<Record<string, (handler: Respond | undefined) => Respond>> {
  const { modelContext, state } = world.options
  const store = state || memoryState()

  return {
    // What the model is told is what the host let pass, and never what comes back to the View.
    'ui/message': (handler) => async (params: McpUiMessageRequest['params'], extra) => {
      const result = await handler?.(params as never, extra)
      if (!isRefused(result)) modelContext?.say(world.speaker(), params)
      return result
    },
    'ui/update-model-context': (handler) => async (params: McpUiUpdateModelContextRequest['params'], extra) => {
      await handler?.(params as never, extra)
      modelContext?.update(world.speaker(), params)
      return {}
    },
    'ui/request-display-mode': (handler) => async (params, extra) => {
      const current = world.life().context.displayMode ?? 'inline'
      const given = (await handler?.(params, extra)) as { mode?: unknown } | undefined
      const mode = matches(McpUiDisplayModeSchema, given?.mode) ? given.mode : current
      if (mode !== current) world.applied(mode)
      return { ...given, mode }
    },
    'dev.casement/state/read': () => async () => ({ entries: await store.read(world.slot) }),
    'dev.casement/state/write': () => (params: StateWriteRequest['params']) => writeState(store, world.slot, params),
  }
}
