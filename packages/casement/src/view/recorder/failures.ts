import { shorten, stackOf } from './describe-value.ts'

/** A failure in the page, as the `report` of a trace record. */
export type Failure = Readonly<Record<string, unknown>> & { readonly kind: string }

/** Observes exceptions, rejections, policy violations, elements that did not load, console errors, and requests that failed. */
export function observeFailures(report: (failure: Failure) => void): void {
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, lineNumber: line, columnNumber: column, sample, originalPolicy, disposition } = event
    const place = { source: shorten(event.sourceFile), line, column }
    report({ kind: 'csp', directive, blocked: shorten(event.blockedURI), ...place, sample, disposition, policy: originalPolicy })
  })
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof Element) {
        const address = target.getAttribute('src') ?? target.getAttribute('href') ?? ''
        report({ kind: 'resource', tag: target.localName, blocked: shorten(address) })
      } else if (event instanceof ErrorEvent) {
        const { message, filename, lineno: line, colno: column, error } = event
        report({ kind: 'error', message: shorten(message), source: shorten(filename), line, column, stack: stackOf(error) })
      }
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) =>
    report({ kind: 'rejection', message: shorten(reason), stack: stackOf(reason) }),
  )
  observeConsole(report)
  observeFetch(report)
  observeXhr(report)
}

function observeConsole(report: (failure: Failure) => void): void {
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values: unknown[]) => {
      write.apply(console, values)
      report({ kind: 'console', level, message: values.slice(0, 10).map(shorten).join(' ') })
    }
  }
}

function observeFetch(report: (failure: Failure) => void): void {
  const original = window.fetch
  window.fetch = (...args) => {
    const [input, init] = args
    const request = (): Failure => ({
      kind: 'request',
      method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
      url: shorten(input instanceof Request ? input.url : input),
    })
    // The promise that is returned has the only handlers, so an unhandled rejection is still reported by the browser.
    return original.apply(window, args).then(
      (response) => {
        if (!response.ok) report({ ...request(), status: response.status })
        return response
      },
      (error: unknown) => {
        report({ ...request(), message: shorten(error) })
        throw error
      },
    )
  }
}

function observeXhr(report: (failure: Failure) => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: Parameters<typeof open>) {
    const [method, url] = args
    const request = { kind: 'request', method, url: shorten(url) }
    this.addEventListener('error', () => report({ ...request, message: 'The request failed' }))
    this.addEventListener('load', () => this.status >= 400 && report({ ...request, status: this.status }))
    open.apply(this, args)
  } as typeof open
}
