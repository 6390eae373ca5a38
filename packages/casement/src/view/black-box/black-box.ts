import type { CoreApp, FeatureContext } from '../core-app.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'

/** One recorded event. */
export interface BlackBoxEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number
  readonly kind: 'in' | 'out' | 'error' | 'rejection' | 'csp'
  /** At most 2,000 characters of it. */
  readonly what: string
}

/** A report of a failure, for the user to copy and send. */
export interface Diagnosis extends Pick<ViewSnapshot, 'status' | 'hostInfo' | 'hostCapabilities'> {
  readonly app: string
  readonly page: string
  readonly browser: string
  readonly entries: readonly BlackBoxEntry[]
}

/** The members that the feature adds to an App. */
export interface AppBlackBox {
  /** The last 200 messages, errors, policy violations and unhandled rejections, and the facts about the host. */
  diagnose(): Diagnosis
  /** Sends the diagnosis to the host's log. */
  sendDiagnosis(): Promise<void>
}

const MAX_ENTRIES = 200
const MAX_TEXT = 2000

/** Records what happens in a View, so that a failure can be diagnosed afterwards. */
export function blackBox(app: CoreApp, context: FeatureContext): AppBlackBox {
  const entries: BlackBoxEntry[] = []
  function record(kind: BlackBoxEntry['kind'], value: unknown): void {
    entries.push({ at: Math.floor(performance.now()), kind, what: truncate(describe(value)) })
    if (entries.length > MAX_ENTRIES) entries.shift()
  }

  context.observe({
    ontraffic: (direction, _message, form) => record(direction, form),
    onerror: (error) => record('error', error),
  })
  addEventListener('error', ({ error, message }) => record('error', error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => record('rejection', reason))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    record('csp', `${effectiveDirective} blocked ${blockedURI} (${sourceFile}:${lineNumber})`),
  )

  function diagnose(): Diagnosis {
    const { status, hostInfo, hostCapabilities } = app.getSnapshot()
    const { name, version } = app.appInfo
    const environment = { app: `${name} ${version}`, page: location.href, browser: navigator.userAgent }
    return { ...environment, status, hostInfo, hostCapabilities, entries: [...entries] }
  }
  return {
    diagnose,
    sendDiagnosis: () => app.sendLog({ level: 'error', logger: 'casement', data: diagnose() }),
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return String(value.stack)
  try {
    return JSON.stringify(value, shortenList) ?? 'undefined'
  } catch {
    // A cycle, or a value that JSON cannot express.
    return Object.prototype.toString.call(value)
  }
}

// A message of a megabyte must not be serialized in full to keep 2,000 characters of it.
const shortenList = (_key: string, value: unknown): unknown => (Array.isArray(value) ? value.slice(0, 99) : value)

function truncate(text: string): string {
  if (text.length <= MAX_TEXT) return text
  // A slice keeps the whole string in memory. A slice of a string that was just concatenated is a copy.
  return ` ${text.slice(0, MAX_TEXT)}`.slice(1)
}
