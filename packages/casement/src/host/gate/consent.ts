import { loadChunk } from '../lazy.ts'
import type { ConsentQueue } from './consent-queue.ts'
import { denied, paramOf, type Next, type ViewRequest, type Policy } from './policy.ts'

/** The decision of the user, or of the host, about a kind of action. */
export type ConsentLevel = 'allow' | 'deny' | 'ask'

/** A request that needs the user's consent. */
export interface ConsentRequest extends ViewRequest {
  /** The full URL, the tool or the resource. Show it to the user. */
  readonly target: string | undefined
  /** The kind of action that a remembered answer applies to: `ui/open-link https://example.com`, `tools/call delete`, `ui/message`. */
  readonly kind: string
}

/** The user's answer. */
export interface ConsentAnswer {
  readonly allow: boolean
  /** Remembers the answer for this app and this kind of action. */
  readonly remember?: boolean
}

/** Stores answers by app and kind. */
export interface ConsentStore {
  get(app: string, kind: string): ConsentLevel | undefined | Promise<ConsentLevel | undefined>
  set(app: string, kind: string, level: ConsentLevel): void | Promise<void>
}

/** Options for consent. */
export interface ConsentOptions {
  /** Asks the user. With it, links, downloads, messages and sampling need consent unless `levels` says otherwise. */
  ask?: (request: ConsentRequest) => Promise<ConsentAnswer | boolean>
  /** Levels by method (`ui/open-link`) or by kind (`tools/call delete`). The more specific one applies. */
  levels?: Readonly<Record<string, ConsentLevel>>
  /** The store for remembered answers. Default: in memory, shared by all Views of an app on the page. */
  store?: ConsentStore
}

const ASKED_BY_DEFAULT: ReadonlySet<string> = new Set([
  'ui/open-link',
  'ui/download-file',
  'ui/message',
  'sampling/createMessage',
])

/** The kind of action that an answer applies to: the origin of a URL, and a single tool. */
function kindOf(request: ViewRequest): string {
  const { method } = request
  const name = paramOf(request, 'name')
  const url = paramOf(request, 'url')
  if (method === 'tools/call' && typeof name === 'string') return `${method} ${name}`
  if (method === 'ui/open-link' && typeof url === 'string' && URL.canParse(url)) return `${method} ${new URL(url).origin}`
  return method
}

let shared: ConsentStore | undefined

// One store per page: what the user allowed applies to all Views of an app.
const pageConsent = (): ConsentStore => (shared ??= memoryConsent())

/** Admits requests that the user has agreed to. The queue of questions is in the lazy chunk, because most requests need none. */
export function consentPolicy(options: ConsentOptions): Policy {
  if (!options.ask && !options.levels && !options.store)
    return (request, next) => (isUnprompted(request) ? refuse(request) : next(request))
  const { ask, levels = {}, store = pageConsent() } = options
  let queue: ConsentQueue | undefined

  const levelOf = (request: ViewRequest, kind: string, remembered: ConsentLevel | undefined): ConsentLevel => {
    const { method } = request
    // An answer that was remembered would let the View do it at any moment.
    if (isUnprompted(request)) return levels[kind] ?? levels[method] ?? (ask ? 'ask' : 'deny')
    if (remembered && remembered !== 'ask') return remembered
    return levels[kind] ?? levels[method] ?? (ask && ASKED_BY_DEFAULT.has(method) ? 'ask' : 'allow')
  }

  const askUser = async (request: ViewRequest, kind: string): Promise<boolean> => {
    if (!ask) return false
    const { createConsentQueue } = await loadChunk()
    queue ??= createConsentQueue({ ask, store, levelOf })
    return queue(request, kind)
  }

  const decide = async (
    request: ViewRequest,
    kind: string,
    stored: ReturnType<ConsentStore['get']>,
    next: Next,
  ): Promise<unknown> => {
    const level = levelOf(request, kind, await stored)
    const isAllowed = level === 'ask' ? await askUser(request, kind) : level === 'allow'
    return isAllowed ? next(request) : refuse(request)
  }

  return (request, next) => {
    const kind = kindOf(request)
    const stored = store.get(request.app, kind)
    // Most requests are never asked about, and most stores answer at once.
    if (!(stored instanceof Promise) && levelOf(request, kind, stored) === 'allow') return next(request)
    return decide(request, kind, stored, next)
  }
}

/** True for a request that would need user activation and has none, so that the user is asked each time. */
const isUnprompted = ({ isActivated }: ViewRequest): boolean => isActivated === false

async function refuse(request: ViewRequest): Promise<never> {
  throw isUnprompted(request)
    ? denied('activation', `${request.method}: allowed only after a click in the View, or if the user agrees`)
    : denied('consent', `${request.method}: the user or the host refused`)
}

/** A store that lasts as long as the page. */
export function memoryConsent(): ConsentStore {
  const answers = new Map<string, Map<string, ConsentLevel>>()
  return {
    get: (app, kind) => answers.get(app)?.get(kind),
    set(app, kind, level) {
      const ofApp = answers.get(app) ?? new Map<string, ConsentLevel>()
      answers.set(app, ofApp.set(kind, level))
    },
  }
}
