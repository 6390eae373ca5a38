import type { CoreApp } from '../core-app.ts'
import type { ViewSnapshot } from '../connection/session.ts'

/** One thing that happened. */
export interface BlackBoxEntry {
  /** Milliseconds since the page began. */
  readonly at: number
  readonly kind: 'in' | 'out' | 'error' | 'rejection' | 'csp'
  /** At most 2,000 characters of it. */
  readonly what: string
}

/** What a user can copy and send when something went wrong. */
export interface Diagnosis extends Pick<ViewSnapshot, 'status' | 'hostInfo' | 'hostCapabilities'> {
  readonly app: string
  readonly page: string
  readonly browser: string
  readonly entries: readonly BlackBoxEntry[]
}

/** What the feature adds to an App. */
export interface AppBlackBox {
  /** The last 200 messages, errors, refused loads and unhandled rejections, and what is known about the host. */
  diagnose(): Diagnosis
  /** Sends the diagnosis to the host's log. */
  sendDiagnosis(): Promise<void>
}

const CAPACITY = 200
const MAX_TEXT = 2000

/** Records what happens in a View, so that it can say afterwards why something went wrong. */
export function blackBox(app: CoreApp): AppBlackBox {
  const entries: BlackBoxEntry[] = []
  function record(kind: BlackBoxEntry['kind'], told: unknown): void {
    const what = describe(told)
    // The beginning of a string keeps the whole of it in memory; cut from one that was just joined, it is a copy.
    entries.push({ at: performance.now() | 0, kind, what: what[MAX_TEXT] ? ` ${what.slice(0, MAX_TEXT)}`.slice(1) : what })
    if (entries.length > CAPACITY) entries.shift()
  }

  const { ontraffic } = app
  app.ontraffic = function (direction, message, form) {
    ontraffic?.(direction, message, form)
    record(direction, form)
  }
  let handler = app.onerror
  Object.defineProperty(app, 'onerror', {
    configurable: true,
    get: () => (error: Error) => {
      record('error', error)
      if (handler) handler(error)
      else reportError(error)
    },
    set(given: typeof handler) {
      handler = given
    },
  })
  addEventListener('error', ({ error, message }) => record('error', error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => record('rejection', reason))
  const refused = ({ effectiveDirective, blockedURI, sourceFile, lineNumber }: SecurityPolicyViolationEvent): void =>
    record('csp', `${effectiveDirective} blocked ${blockedURI} (${sourceFile}:${lineNumber})`)
  document.addEventListener('securitypolicyviolation', refused)

  function diagnose(): Diagnosis {
    const { status, hostInfo, hostCapabilities } = app.getSnapshot()
    const { name, version } = app.appInfo
    const about = { app: `${name} ${version}`, page: location.href, browser: navigator.userAgent }
    return { ...about, status, hostInfo, hostCapabilities, entries: [...entries] }
  }
  return {
    diagnose,
    sendDiagnosis: () => app.sendLog({ level: 'error', logger: 'casement', data: diagnose() }),
  }
}

// Of long lists only the beginning: a message of a megabyte must not be written out to keep 2,000 characters.
const shorten = (_: string, part: unknown): unknown => (Array.isArray(part) ? part.slice(0, 99) : part)

const describe = (what: unknown): string =>
  typeof what === 'string' ? what : String(what instanceof Error ? what.stack : JSON.stringify(what, shorten))
