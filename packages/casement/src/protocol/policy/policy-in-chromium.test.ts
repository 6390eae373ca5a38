import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHROMIUM_ARGS, ensureChromium } from '../../../../../scripts/browser.mjs'
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts'

let browser: Browser
let server: Server
let port: number
let silent: Server
let page: Page
let served: CompiledPolicy | { readonly meta: string }
let requests: string[]
let said: string[]

// One server with many names: *.localhost is loopback in Chromium, and each name is a separate origin.
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.headers.host?.replace(/:\d+$/, '')}${request.url}`)
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (request.url === '/moved') response.writeHead(302, { Location: '/there' }).end()
    else if (request.url === '/view') sendView(response)
    else response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({ executablePath: ensureChromium(() => {}), args: CHROMIUM_ARGS })
})

afterAll(async () => {
  await browser.close()
  for (const each of [server, silent]) {
    each.close()
    each.closeAllConnections()
  }
})

beforeEach(async () => {
  requests = []
  said = []
  page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  page.on('console', (message) => said.push(message.text()))
})
afterEach(() => page.close())

function sendView(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/html')
  if ('header' in served) {
    response.setHeader('Content-Security-Policy', served.header)
    response.setHeader('Permissions-Policy', served.permissionsPolicy)
    response.setHeader('Connection-Allowlist', served.connectionAllowlist)
    response.end('<script>globalThis.ran = true</script>')
  } else {
    response.end(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="${served.meta}"><script>globalThis.ran = true</script>`,
    )
  }
}

const view = (): string => `http://view.localhost:${port}/view`
const reach = (url: string): Promise<boolean> =>
  page.evaluate(
    (target) =>
      fetch(target).then(
        () => true,
        () => false,
      ),
    url,
  )

const METADATA = {
  csp: {
    connectDomains: ['https://api.example.com', '*.wild.example.com', 'wss://live.example.com:8443/v1/'],
    frameDomains: ['c.example.com'],
  },
  permissions: { camera: {} },
}
const OPTIONS = {
  frameAncestors: ["'none'"],
  sandbox: ['allow-scripts'],
  reportUri: '/csp',
  fontOrigins: ['https://f.example.com'],
}
const POLICIES = [compilePolicy({}), compilePolicy({ csp: {} }, { preset: 'compat' }), compilePolicy(METADATA, OPTIONS)]

test.each(POLICIES)('Chromium accepts the headers and the meta of the $branch branch without a warning', async (policy) => {
  for (served of [policy, { meta: policy.meta }]) {
    await page.goto(view())
    expect(await page.evaluate('globalThis.ran')).toBe(true)
  }
  expect(said).toEqual([])
})

test('R-073: Permissions-Policy allows only the granted feature', async () => {
  served = compilePolicy({ permissions: { camera: {} } })
  await page.goto(view())
  const allowed = await page.evaluate('document.featurePolicy.allowedFeatures()')
  expect(allowed).toEqual(['camera'])
})

test('Connection-Allowlist: only declared origins are reachable, also by redirect', async () => {
  served = compilePolicy({ csp: { connectDomains: [`http://api.localhost:${port}`, `*.wild.localhost:${port}`] } })
  await page.goto(view())
  expect(await reach(`http://api.localhost:${port}/a`)).toBe(true)
  expect(await reach(`http://x.y.wild.localhost:${port}/b`)).toBe(true)
  expect(await reach(`http://api.localhost:${port}/moved`)).toBe(true)
  expect(await reach(`http://other.localhost:${port}/c`)).toBe(false)
  expect(requests.filter((request) => !request.includes('favicon'))).toEqual([
    'view.localhost/view',
    'api.localhost/a',
    'x.y.wild.localhost/b',
    'api.localhost/moved',
    'api.localhost/there',
  ])
})

// Chromium opens a connection for a frame's navigation before it checks frame-src. Only this header prevents that.
test('Connection-Allowlist: a blocked frame does not connect; without the header it does', async () => {
  const policy = compilePolicy({ csp: { connectDomains: [`http://api.localhost:${port}`] } })
  const { port: undeclared } = silent.address() as AddressInfo
  let connections = 0
  const connected = new Promise<void>((resolve) => silent.on('connection', () => resolve(void connections++)))
  const blockedFrame = async (name: string): Promise<void> => {
    await page.goto(view())
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', resolve)
          document.body.append(Object.assign(document.createElement('iframe'), { src }))
        }),
      `http://${name}.localhost:${undeclared}/`,
    )
    // An allowed request is sent after the frame's. Once it has a response, the frame would have connected too.
    expect(await reach(`http://api.localhost:${port}/after`)).toBe(true)
  }
  served = policy
  await blockedFrame('first')
  expect(connections).toBe(0)
  served = { meta: policy.meta }
  await blockedFrame('second')
  await connected
  expect(connections).toBeGreaterThan(0)
})
