import { afterEach, expect, test } from 'vitest'
import { server } from 'vitest/browser'
import { compilePolicy } from './compile-policy.ts'

interface Attempt {
  readonly reached: boolean
  readonly violated: string[]
}

let frame: HTMLIFrameElement | undefined
afterEach(() => frame?.remove())

// Runs inside the View. An opaque no-cors response is enough to know that the policy allowed the request. A violation is reported in
// a separate task, so after a failed request the script waits for that event. A frame's load event proves nothing, because WebKit
// loads an empty page in place of a blocked one.
const VIEW = `<script>
  const violated = []
  const reported = new Promise((resolve) => document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    violated.push(effectiveDirective)
    resolve()
  }))
  const attempts = {
    fetch: (url) => fetch(url, { mode: 'no-cors', cache: 'no-store' }),
    image: (url) => new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src: url })),
    worker: (url) => new Promise((resolve, reject) => Object.assign(new Worker(url), { onmessage: resolve, onerror: reject })),
    frame: (url) => new Promise((_, reject) => {
      reported.then(reject)
      document.body.append(Object.assign(document.createElement('iframe'), { src: url }))
    }),
    form: (url) => new Promise((_, reject) => {
      reported.then(reject)
      document.body.insertAdjacentHTML('beforeend', '<form action="' + url + '"></form>')
      document.forms[0].submit()
    }),
    eval: () => Promise.resolve().then(() => (0, eval)('1')),
  }
  addEventListener('message', async ({ data: [attempt, url, isReported] }) => {
    const reached = await attempts[attempt](url).then(() => true, () => false)
    if (!reached && isReported) await reported
    parent.postMessage({ reached, violated }, '*')
  })
</script><body>`

async function attemptIn(meta: string, attempt: string, url = '', isReported = true): Promise<Attempt> {
  const view = document.createElement('iframe')
  frame = view
  view.setAttribute('sandbox', 'allow-scripts allow-forms')
  view.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${meta}">${VIEW}`
  const loaded = new Promise((resolve) => view.addEventListener('load', resolve, { once: true }))
  document.body.append(view)
  await loaded
  const answer = new Promise<Attempt>((resolve) => {
    addEventListener('message', function receive({ source, data }: MessageEvent<Attempt>) {
      if (source !== view.contentWindow) return
      removeEventListener('message', receive)
      resolve(data)
    })
  })
  // opaque: a sandboxed srcdoc frame has no origin to name
  view.contentWindow?.postMessage([attempt, url, isReported], '*')
  return answer
}

const HERE = location.origin
// The same server under another name: reachable, but a different origin.
const ELSEWHERE = HERE.replace(location.hostname, location.hostname === 'localhost' ? '127.0.0.1' : 'localhost')

test('R-048, R-055: a declared origin is reachable, an undeclared one is not', async () => {
  const { meta } = compilePolicy({ csp: { connectDomains: [HERE] } })
  expect(await attemptIn(meta, 'fetch', `${HERE}/?declared`)).toEqual({ reached: true, violated: [] })
  frame?.remove()
  expect(await attemptIn(meta, 'fetch', `${ELSEWHERE}/?undeclared`)).toEqual({ reached: false, violated: ['connect-src'] })
})

test.each([
  ['fetch', 'connect-src'],
  ['image', 'img-src'],
  ['frame', 'frame-src'],
  ['form', 'form-action'],
  ['eval', 'script-src'],
])('R-050: in the restrictive default, %s is stopped by %s', async (attempt, directive) => {
  const { meta } = compilePolicy({})
  // WebKit blocks eval without reporting a violation.
  const isReported = attempt !== 'eval' || server.browser !== 'webkit'
  const stopped = { reached: false, violated: isReported ? [directive] : [] }
  expect(await attemptIn(meta, attempt, `${ELSEWHERE}/?${attempt}`, isReported)).toEqual(stopped)
})

test('a worker is stopped by worker-src unless its scheme is declared and granted', async () => {
  const csp = { resourceDomains: ['data:'] }
  const url = 'data:text/javascript,postMessage(1)'
  expect(await attemptIn(compilePolicy({ csp }).meta, 'worker', url)).toEqual({ reached: false, violated: ['worker-src'] })
  frame?.remove()
  const { meta } = compilePolicy({ csp }, { grant: { schemes: ['data:'] } })
  expect(await attemptIn(meta, 'worker', url)).toEqual({ reached: true, violated: [] })
})

test.runIf(server.browser === 'chromium')("in an opaque frame Chromium takes 'self' for the page around it", async () => {
  expect(await attemptIn(compilePolicy({ csp: {} }).meta, 'fetch', `${HERE}/?self`)).toEqual({ reached: true, violated: [] })
})

test("the opaque option removes 'self', which would match the embedding page", async () => {
  const { meta } = compilePolicy({ csp: {} }, { opaque: true })
  expect(await attemptIn(meta, 'fetch', `${HERE}/?self`)).toEqual({ reached: false, violated: ['connect-src'] })
})
