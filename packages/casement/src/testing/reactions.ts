import type { BridgeHandlers } from '../host/bridge/options.ts'
import { memoryConsent, type ConsentOptions, type ConsentRequest } from '../host/gate/consent.ts'
import type { RequestMethod, Params, Result } from '../protocol/method-types.ts'
import { viewToHost, type ViewToHost } from '../protocol/methods.ts'
import { answerFrom, type Scripted } from './scripted.ts'

type NotScripted = 'ping' | 'ui/initialize' | 'resources/subscribe' | 'resources/unsubscribe' | `dev.casement/${string}`

/** The responses of the host, by method, instead of its own. */
export type Handled = {
  readonly [M in Exclude<RequestMethod<ViewToHost>, NotScripted>]?:
    | Scripted<Params<ViewToHost, M>, Result<ViewToHost, M>>
    | undefined
}

/** The user's decision on permission prompts: for all of them, or for each. */
export type Consent = 'allow' | 'deny' | ((request: ConsentRequest) => boolean | Promise<boolean>)

/** The scripted reactions of the host. */
export interface Reactions {
  /** Default `allow`. */
  readonly consent?: Consent | undefined
  /** Default: links, downloads, messages and model context are accepted and ignored. */
  readonly handlers?: Handled | undefined
}

// A test must not open windows or save files.
const DEFAULT_RESPONSES: Handled = { 'ui/open-link': {}, 'ui/download-file': {}, 'ui/message': {}, 'ui/update-model-context': {} }

/** The request handlers of a script, by the name that the bridge has for them. They use nothing but the params. */
export type ScriptedHandlers = ReadonlyMap<string, (params: unknown) => Promise<unknown>>

/** Creates the request handlers of a script. */
export function scriptedHandlers(handled: Handled = {}): ScriptedHandlers {
  const script: Readonly<Record<string, unknown>> = { ...DEFAULT_RESPONSES, ...handled }
  const scripted = Object.values(viewToHost).flatMap((entry): [string, (params: unknown) => Promise<unknown>][] => {
    const name = 'handler' in entry ? entry.handler : undefined
    const response = script[entry.method]
    return name === undefined || response === undefined ? [] : [[name, (params) => answerFrom(response, params)]]
  })
  return new Map(scripted)
}

/** The request handlers of a script, for a bridge. */
export const bridgeHandlers = (handlers: ScriptedHandlers): Partial<BridgeHandlers> => Object.fromEntries(handlers)

/** Decides for the user. Decisions are kept for this View only. */
export function scriptedConsent(consent: Consent = 'allow'): ConsentOptions {
  const ask = typeof consent === 'function' ? consent : () => consent === 'allow'
  return { store: memoryConsent(), ask: async (request) => ask(request) }
}
