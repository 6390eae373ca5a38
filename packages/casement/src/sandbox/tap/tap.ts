import { reportBlank } from './blank-report.ts'
import { acceptDownlink } from './downlink.ts'
import { installFocusShim } from './focus-shim.ts'
import { installFormShim } from './form-shim.ts'
import { installHistoryShim } from './history-shim.ts'
import { PRESS } from './press.ts'
import { PROBE } from './probe.ts'
import { installStorageShim } from './storage-shim.ts'

const MAX_TEXT_CHARS = 1000
const MAX_PER_SECOND = 50
const DUPLICATE_VIOLATION_MS = 1000
const CONSOLE = ['error', 'warn', 'info', 'log', 'debug'] as const

/**
 * Reports errors, policy violations and console output of the View to the proxy, from its first script on. It runs in the View's own
 * page, so the View can forge it: good for debugging, not evidence against a hostile View.
 */
function installTaps(): void {
  const proxy = parent
  let left = MAX_PER_SECOND
  let second = 0
  const report = (kind: string, details: object): void => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) left = MAX_PER_SECOND
    second = now
    if (left-- > 0)
      proxy.postMessage({ 'dev.casement/tap': { kind, ...details } }, /* opaque: a View does not know which page frames it */ '*')
  }

  reportBlank(report)
  let lastViolation = ''
  let lastViolationAt = 0
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, lineNumber: line, columnNumber: column, sample } = event
    const details = { directive, blocked: short(event.blockedURI), source: short(event.sourceFile), line, column, sample }
    // In opaque mode the policy is in force twice, so each violation is reported twice, further apart the busier the machine is.
    const violation = JSON.stringify(details)
    if (violation === lastViolation && event.timeStamp - lastViolationAt < DUPLICATE_VIOLATION_MS) return
    report('csp', details)
    lastViolation = violation
    lastViolationAt = event.timeStamp
  })
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof Element) {
        const address = target.getAttribute('src') ?? target.getAttribute('href') ?? ''
        report('resource', { tag: target.localName, blocked: short(address) })
      } else if (event instanceof ErrorEvent) {
        const { message, filename, lineno, colno, error } = event
        report('error', { message: short(message), source: short(filename), line: lineno, column: colno, stack: stackOf(error) })
      }
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => report('rejection', { message: short(reason), stack: stackOf(reason) }))
  for (const level of CONSOLE) {
    const write = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      write(...values)
      if (left > 0) report('console', { level, message: values.slice(0, 10).map(short).join(' ').slice(0, MAX_TEXT_CHARS) })
    }
  }
}

/**
 * Reports an Escape key that the View did not handle: it should leave fullscreen, and the host page receives no key events from this
 * frame.
 */
function forwardEscape(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog:modal,:popover-open')) return
      const proxy = parent
      setTimeout(() => {
        if (!event.defaultPrevented)
          proxy.postMessage(
            { 'dev.casement/tap': { kind: 'escape' } },
            /* opaque: a View does not know which page frames it */ '*',
          )
      })
    },
    true,
  )
}

function short(value: unknown): string {
  try {
    const text = typeof value === 'object' && value !== null && !(value instanceof Error) ? JSON.stringify(value) : String(value)
    return withoutUrl(text).slice(0, MAX_TEXT_CHARS)
  } catch {
    return '(unreadable)'
  }
}

// The URL of this page contains its token.
const withoutUrl = (text: string): string => text.replaceAll(location.href, location.origin)

const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? withoutUrl(error.stack ?? '').slice(0, 2 * MAX_TEXT_CHARS) : undefined

/**
 * Gives the proxy a port to ping this document, which may have been replaced in its frame or have crashed, see `traceDocument`. The proxy
 * also learns of presses of the user by it. The View cannot forge them: it has no access to the port, and its own events are not trusted.
 */
function leaveTrace(): void {
  const { port1, port2 } = new MessageChannel()
  // Bound now, so that the View cannot replace `postMessage` and get hold of the port.
  const say = port1.postMessage.bind(port1)
  port1.addEventListener('message', ({ data }) => say(data ?? 'here'))
  port1.start()
  addEventListener('pagehide', () => say('gone'))
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && say(PRESS), true)
  parent.postMessage({ 'dev.casement/tap': { kind: 'here' } }, /* opaque: a View does not know which page frames it */ '*', [
    port2,
  ])
}

document.currentScript?.remove()
if (window.name === PROBE) {
  stop()
  parent.postMessage({ 'dev.casement/tap': { kind: 'probe' } }, /* opaque: a View does not know which page frames it */ '*')
} else {
  leaveTrace()
  installTaps()
  forwardEscape()
  installStorageShim()
  installFormShim()
  installFocusShim()
  installHistoryShim()
  acceptDownlink()
}
