import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { examineProxy } from '../../packages/conformance/src/proxy-vantage/examine-proxy.ts'
import type { ExaminedProxy, Stand } from '../../packages/conformance/src/proxy-vantage/stand.ts'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'

let browser: Browser
const served: ServedSandbox[] = []
beforeAll(async () => {
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await Promise.all(served.map((each) => each.close()))
})

async function serve({ hostOrigin }: Stand): Promise<ServedSandbox> {
  const sandbox = await serveSandbox({ hostOrigins: [hostOrigin] })
  served.push(sandbox)
  return sandbox
}

const MODES: Readonly<Record<string, (stand: Stand) => Promise<ExaminedProxy>>> = {
  opaque: async (stand) => {
    const { handler } = await serve(stand)
    return { name: 'opaque', open: async (resource) => ({ url: handler.opaqueProxyUrl, params: { ...resource } }) }
  },
  served: async (stand) => {
    const { handler } = await serve(stand)
    return {
      name: 'served',
      async open({ html, csp, permissions, sandbox }) {
        const app = 'https://server.example/mcp'
        const ticket = await handler.mint({ app, html, csp, permissions, hostOrigin: stand.hostOrigin })
        const params = { html: '', url: ticket.viewUrl, sandbox: sandbox ?? ticket.sandbox, allow: ticket.allow }
        return { url: ticket.proxyUrl, params, allow: ticket.allow }
      },
    }
  },
}

test.each(Object.entries(MODES))('our proxy in %s mode keeps every rule', { timeout: 300_000 }, async (_, make) => {
  const { results } = await examineProxy(make, { browser, patience: 60_000 })
  expect(results.filter(({ finding }) => finding.verdict !== 'pass')).toEqual([])
})
