import type { CoreApp } from './core-app.ts'
import type { ViewSnapshot } from './session.ts'

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
  const record = (kind: BlackBoxEntry['kind'], what: unknown): void => {
    entries.push({ at: Math.round(performance.now()), kind, what: describe(what).slice(0, MAX_TEXT) })
    if (entries.length > CAPACITY) entries.shift()
  }

  const { ontraffic } = app
  app.ontraffic = (direction, message) => {
    ontraffic?.(direction, message)
    record(direction, message)
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

  const diagnose = (): Diagnosis => {
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

const describe = (what: unknown): string => (what instanceof Error ? String(what.stack) : (JSON.stringify(what) ?? 'undefined'))
