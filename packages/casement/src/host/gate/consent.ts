import { targetOf } from './audit.ts'
import { downloadNames } from './file-names.ts'
import { memoryConsent } from './memory-consent.ts'
import { denied, memberOf, type Asked, type Policy } from './policy.ts'

/** What the user, or the host in their name, has decided about a kind of action. */
export type ConsentLevel = 'allow' | 'deny' | 'ask'

/** What the host asks the user. */
export interface ConsentRequest extends Asked {
  /** The whole URL, the tool, the resource: what has to be shown. */
  readonly target: string | undefined
  /** What a remembered answer will hold for: `ui/open-link https://example.com`, `tools/call delete`, `ui/message`. */
  readonly kind: string
  /** For `ui/download-file`: the names that the files will be saved under. */
  readonly fileNames?: readonly string[] | undefined
}

/** What the user said. */
export interface ConsentAnswer {
  readonly allow: boolean
  /** Keep the answer for this app and this kind of action. */
  readonly remember?: boolean
}

/** Keeps answers, per app and kind. */
export interface ConsentStore {
  get(app: string, kind: string): ConsentLevel | undefined | Promise<ConsentLevel | undefined>
  set(app: string, kind: string, level: ConsentLevel): void | Promise<void>
}

/** How consent is decided. */
export interface ConsentOptions {
  /** Asks the user. With it, links, downloads, messages and sampling are asked about unless `levels` says otherwise. */
  ask?: (request: ConsentRequest) => Promise<ConsentAnswer | boolean>
  /** By method, as `ui/open-link`, or by kind, as `tools/call delete`. The more exact one counts. */
  levels?: Readonly<Record<string, ConsentLevel>>
  /** Where answers are remembered. Default: in the memory of the page, for all Views of an app. */
  store?: ConsentStore
}

const ASKED_BY_DEFAULT: ReadonlySet<string> = new Set([
  'ui/open-link',
  'ui/download-file',
  'ui/message',
  'sampling/createMessage',
])

// Who opens dialogs faster than the user can close them gets no further ones.
const MAX_OPEN = 3

/** What an answer is remembered for: not one URL, but its origin; not all tools, but this one. */
function kindOf(asked: Asked): string {
  const { method } = asked
  const name = memberOf(asked, 'name')
  const url = memberOf(asked, 'url')
  if (method === 'tools/call' && typeof name === 'string') return `${method} ${name}`
  if (method === 'ui/open-link' && typeof url === 'string' && URL.canParse(url)) return `${method} ${new URL(url).origin}`
  return method
}

// A question that nobody answers must not hold up the next one when the View no longer waits for it.
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

let shared: ConsentStore | undefined

// One for the page: what the user allowed an app holds for all of its Views.
const pageConsent = (): ConsentStore => (shared ??= memoryConsent())

/** Lets through what the user agreed to. One question at a time. */
export function consenting(options: ConsentOptions): Policy {
  if (!options.ask && !options.levels && !options.store) return (asked, next) => next(asked)
  const { ask, levels = {}, store = pageConsent() } = options
  let last: Promise<unknown> = Promise.resolve()
  let open = 0

  const levelOf = async (asked: Asked, kind: string): Promise<ConsentLevel> => {
    const { method, app } = asked
    const remembered = await store.get(app, kind)
    if (remembered && remembered !== 'ask') return remembered
    return levels[kind] ?? levels[method] ?? (ask && ASKED_BY_DEFAULT.has(method) ? 'ask' : 'allow')
  }

  const question = async (asked: Asked, kind: string): Promise<boolean> => {
    // Asked again, because the question before may have been answered for good.
    const level = await levelOf(asked, kind)
    if (level !== 'ask' || !ask) return level === 'allow'
    const contents = asked.method === 'ui/download-file' ? memberOf(asked, 'contents') : undefined
    const fileNames = Array.isArray(contents) ? downloadNames(contents) : undefined
    const request = { ...asked, target: targetOf(asked), kind, ...(fileNames && { fileNames }) }
    const given = await orAborted(ask(request), asked.signal)
    const { allow, remember = false } = typeof given === 'boolean' ? { allow: given } : given
    if (remember) await store.set(asked.app, kind, allow ? 'allow' : 'deny')
    return allow
  }

  const inTurn = (asked: Asked, kind: string): Promise<boolean> => {
    if (open >= MAX_OPEN) throw denied('budget', `${asked.method}: the user has not answered the questions before this one`)
    open++
    const answer = last.then(() => question(asked, kind)).finally(() => open--)
    last = answer.catch(() => {})
    return answer
  }

  return async (asked, next) => {
    const kind = kindOf(asked)
    const level = await levelOf(asked, kind)
    const isAllowed = level === 'ask' ? await inTurn(asked, kind) : level === 'allow'
    if (!isAllowed) throw denied('consent', `${asked.method}: the user or the host said no`)
    return next(asked)
  }
}
