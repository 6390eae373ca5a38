import { takeLateView } from './blank-page.ts'
import { takeDownlink } from './downlink.ts'
import { installFormShim } from './form-shim.ts'
import { installHistoryShim } from './history-shim.ts'
import { listen } from './listening.ts'
import { installStorageShim } from './storage-shim.ts'

const LONGEST_TEXT = 1000
const MOST_PER_SECOND = 50
const SAME_VIOLATION_MS = 1000
const CONSOLE = ['error', 'warn', 'info', 'log', 'debug'] as const

/**
 * What goes wrong in a View, told to the proxy from the first moment on. It runs in the View's own page, so it is the View's own
 * word: useful for finding a mistake, worthless against a liar.
 */
function installTaps(): void {
  const proxy = parent
  let left = MOST_PER_SECOND
  let second = 0
  const tell = (kind: string, details: object): void => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) left = MOST_PER_SECOND
    second = now
    if (left-- > 0)
      proxy.postMessage({ 'dev.casement/tap': { kind, ...details } }, /* opaque: a View does not know who frames it */ '*')
  }

  let told = ''
  let toldAt = 0
  listen('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, lineNumber: line, columnNumber: column, sample } = event
    const details = { directive, blocked: short(event.blockedURI), source: short(event.sourceFile), line, column, sample }
    // In opaque mode the policy holds twice, and so each violation comes twice, as far apart as a busy machine takes.
    const now = JSON.stringify(details)
    if (now === told && event.timeStamp - toldAt < SAME_VIOLATION_MS) return
    tell('csp', details)
    told = now
    toldAt = event.timeStamp
  })
  listen(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof Element) {
        const address = target.getAttribute('src') ?? target.getAttribute('href') ?? ''
        tell('resource', { tag: target.localName, blocked: short(address) })
      } else if (event instanceof ErrorEvent) {
        const { message, filename, lineno, colno, error } = event
        tell('error', { message: short(message), source: short(filename), line: lineno, column: colno, stack: stackOf(error) })
      }
    },
    true,
  )
  listen('unhandledrejection', ({ reason }) => tell('rejection', { message: short(reason), stack: stackOf(reason) }))
  for (const level of CONSOLE) {
    const write = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      write(...values)
      if (left > 0) tell('console', { level, message: values.slice(0, 10).map(short).join(' ').slice(0, LONGEST_TEXT) })
    }
  }
}

/**
 * Tells that Esc was pressed and the View had no use for it: a person who sees the View over the whole screen expects to get
 * out by it, and the page around does not hear keys that are pressed in here.
 */
function forwardEscape(): void {
  listen(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector('dialog:modal,:popover-open')) return
      const proxy = parent
      setTimeout(() => {
        if (!event.defaultPrevented)
          proxy.postMessage({ 'dev.casement/tap': { kind: 'escape' } }, /* opaque: a View does not know who frames it */ '*')
      })
    },
    true,
  )
}

function short(value: unknown): string {
  try {
    const text = typeof value === 'object' && value !== null && !(value instanceof Error) ? JSON.stringify(value) : String(value)
    return withoutAddress(text).slice(0, LONGEST_TEXT)
  } catch {
    return '(unreadable)'
  }
}

// The address of the page holds the token that opened it.
const withoutAddress = (text: string): string => text.replaceAll(location.href, location.origin)

const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? withoutAddress(error.stack ?? '').slice(0, 2 * LONGEST_TEXT) : undefined

/** Leaves one end of a channel with the proxy, which asks there whether this document is the one in the frame: see `followDocument`. */
function leaveTrace(): void {
  const { port1, port2 } = new MessageChannel()
  // Bound, so that no page can put its own in the way and get hold of the port.
  const say = port1.postMessage.bind(port1)
  port1.addEventListener('message', () => say('here'))
  port1.start()
  addEventListener('pagehide', () => say('gone'))
  parent.postMessage({ 'dev.casement/tap': { kind: 'here' } }, /* opaque: a View does not know who frames it */ '*', [port2])
}

document.currentScript?.remove()
if (origin === 'null') leaveTrace()
installTaps()
forwardEscape()
installStorageShim()
installFormShim()
installHistoryShim()
takeDownlink()
takeLateView()
