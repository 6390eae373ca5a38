import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, describe, expect, test } from 'vitest'
import type { SandboxTicket } from '../../packages/casement/src/sandbox/index.ts'
import { OPAQUE_PROXY_SCRIPT } from '../../packages/casement/src/sandbox/generated/proxy-scripts.ts'
import { proxyPage } from '../../packages/casement/src/sandbox/documents/proxy-page.ts'
import { launchBrowser } from '../lab/browsers.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { freePort } from '../lab/free-port.mjs'
import { startSite } from '../lab/site.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${root}docs/sandbox-recipes.md`, 'utf8')
const section = (title: string): string => page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
const block = (title: string): string => /^```\w+\n([^]*?)^```/m.exec(section(title))?.[1] ?? ''

const running: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    }),
  )
})

const ask = (
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(url)
    const request = get({ host: '127.0.0.1', port, path: pathname, headers: { host, ...headers } }, (response) => {
      let text = ''
      const done = (): void => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      response.setEncoding('utf8').on('end', done)
      response.on('data', (piece: string) => {
        text += piece
        // A stream of events does not end on its own.
        if (response.headers['content-type'] !== 'text/event-stream') return
        request.destroy()
        done()
      })
    }).on('error', reject)
  })

/** Starts a recipe as it stands in the page, on the sources as they are now. */
const start = async (file: string): Promise<string> => {
  const folder = `${root}.cache/recipes`
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/${file}.mjs`
  const alias = {
    'casement/sandbox/node': `${root}packages/casement/src/sandbox/node/index.ts`,
    'casement/sandbox': `${root}packages/casement/src/sandbox/index.ts`,
  }
  const entry = `${root}e2e/sandbox/recipes/${file}.ts`
  const external = ['express', 'hono', '@hono/*', 'node:*']
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias,
    external,
    logLevel: 'silent',
  })
  const port = await freePort()
  const origin = `http://casement.localhost:${port}`
  const env = { PORT: String(port), SECRET: 'x'.repeat(32), DOMAIN: `casement.localhost:${port}`, HOST_ORIGIN: origin }
  const child = spawn(process.execPath, [outfile], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  running.push(child)
  let complaint = ''
  child.stderr?.on('data', (piece: Buffer) => (complaint += piece.toString()))
  await expect
    .poll(() =>
      child.exitCode === null
        ? ask(origin).then(
            () => 'up',
            () => 'not yet',
          )
        : `ended: ${complaint}`,
    )
    .toBe('up')
  return origin
}

describe.each([
  ['Node', 'node-http'],
  ['Express', 'express'],
  ['Hono', 'hono'],
])('the recipe for %s', (title, file) => {
  test('stands in the page as it is run', () => {
    expect(block(title)).toBe(readFileSync(new URL(`recipes/${file}.ts`, import.meta.url), 'utf8'))
  })

  test('serves tickets, the proxy, the View and the reports, and nothing to strangers', async () => {
    const origin = await start(file)
    const mint = (from: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${new URL(origin).port}/casement/mint`, {
        method: 'POST',
        headers: { origin: from, 'content-type': 'application/json' },
        body: JSON.stringify({ app: 'https://server.example/mcp', html: '<p>hello', csp: {} }),
      })
    expect((await mint('https://evil.example')).status).toBe(403)
    const response = await mint(origin)
    expect(response.status).toBe(200)
    const ticket = (await response.json()) as SandboxTicket
    const frame = { 'sec-fetch-dest': 'iframe' }
    const [view, proxy, stranger, reports] = await Promise.all([
      ask(ticket.viewUrl, frame),
      ask(ticket.proxyUrl, frame),
      ask(ticket.viewUrl.replace(/\/view\/.*/, '/')),
      ask(ticket.reportsUrl ?? '', { origin }),
    ])
    expect([view.status, proxy.status, stranger.status, reports.status]).toEqual([200, 200, 404, 200])
    expect(view.text).toContain('<p>hello')
    expect(view.headers['content-security-policy']).toContain(`frame-ancestors ${ticket.proxyOrigin} ${origin}`)
    expect(proxy.headers['content-security-policy']).toContain(`frame-src ${ticket.viewOrigin}`)
    expect(view.headers['origin-agent-cluster']).toBe('?1')
    expect(reports.text).toBe(': open\n\n')
  })
})

describe('the recipes for a static file', () => {
  const headersOf = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/^ +(?:add_header ([\w-]+) "(.*)" always;|([A-Z][\w-]+): (.*))$/gm)].map(([, a, b, c, d]) => [
        a ?? c ?? '',
        b ?? d ?? '',
      ]),
    )
  const nginx = headersOf(block('nginx with the static file only'))

  test('say the same for nginx and for a CDN', () => {
    expect(Object.keys(nginx)).toHaveLength(7)
    expect(headersOf(block('A CDN, or any static host'))).toEqual(nginx)
  })

  test.each([
    ['with the headers of the page', nginx, 'kept out'],
    ['on a host that can set none', {}, 'shown null'],
  ])('show a View %s', async (_, headers, stranger) => {
    const site = await startSite()
    const browser = await launchBrowser('chromium')
    try {
      const own = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replaceAll('https://chat.example.com', site.url('host'))]),
      )
      const proxy = site.serve('sandbox', '/sandbox-proxy.html', { body: proxyPage(OPAQUE_PROXY_SCRIPT), headers: own })
      const html = `<script>parent.postMessage({ jsonrpc: '2.0', method: 'shown', params: { origin } }, '*')<\\/script>`
      const ready = `{ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: ${JSON.stringify(html)} } }`
      const script = `
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
        addEventListener('message', ({ data }) => {
          if (data.method === 'shown') document.title = 'shown ' + data.params.origin
          else frame.contentWindow.postMessage(${ready.replaceAll('\\\\/', '\\/')}, '${new URL(proxy).origin}')
        })
        frame.src = '${proxy}'
        document.body.append(frame)`
      const shown = await browser.open(site.serve('host', '/', { body: pageHtml({ script }) }))
      await shown.waitFor(`document.title === 'shown null'`)
      expect(await shown.consoleErrors()).toEqual([])
      const strange = await browser.open(site.serve('stranger', '/', { body: pageHtml({ script }) }))
      const outcome = async (): Promise<string> =>
        (await strange.consoleErrors()).some((text) => text.includes('frame-ancestors'))
          ? 'kept out'
          : strange.evaluate('document.title')
      await expect.poll(outcome).toBe(stranger)
    } finally {
      await browser.close()
      await site.close()
    }
  })
})
