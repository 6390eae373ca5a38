import type { BridgeHandlers } from '../host/bridge/options.ts'
import { memoryConsent, type ConsentOptions, type ConsentRequest } from '../host/gate/consent.ts'
import type { RequestMethod, Params, Result } from '../protocol/method-types.ts'
import { viewToHost, type ViewToHost } from '../protocol/methods.ts'
import { answerFrom, type Scripted } from './scripted.ts'

type NotScripted = 'ping' | 'ui/initialize' | 'resources/subscribe' | 'resources/unsubscribe' | `dev.casement/${string}`

/** What the host answers, by method, in place of what it would answer by itself. */
export type Handled = {
  readonly [M in Exclude<RequestMethod<ViewToHost>, NotScripted>]?:
    | Scripted<Params<ViewToHost, M>, Result<ViewToHost, M>>
    | undefined
}

/** What the user says when the host asks: yes or no to everything, or to each question. */
export type Consent = 'allow' | 'deny' | ((request: ConsentRequest) => boolean | Promise<boolean>)

/** How the host reacts to its View. */
export interface Reactions {
  /** Default `allow`. */
  readonly consent?: Consent | undefined
  /** Default: links, downloads, messages and context for the model are taken and come to nothing. */
  readonly handlers?: Handled | undefined
}

// A test must not open windows or save files.
const QUIET: Handled = { 'ui/open-link': {}, 'ui/download-file': {}, 'ui/message': {}, 'ui/update-model-context': {} }

/** The handlers of a bridge for a script. */
export function scriptedHandlers(handled: Handled = {}): Partial<BridgeHandlers> {
  const script: Readonly<Record<string, unknown>> = { ...QUIET, ...handled }
  return Object.fromEntries(
    Object.values(viewToHost).flatMap((entry) => {
      const { method } = entry
      if (!('handler' in entry) || entry.handler === undefined || script[method] === undefined) return []
      return [[entry.handler, (params: unknown) => answerFrom(script[method], params)]]
    }),
  )
}

/** What decides in place of the user. Nothing is remembered beyond this View. */
export function scriptedConsent(consent: Consent = 'allow'): ConsentOptions {
  const ask = typeof consent === 'function' ? consent : () => consent === 'allow'
  return { store: memoryConsent(), ask: async (request) => ask(request) }
}
