import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { defineApp, result, serve, tool, type Served } from '../../packages/casement/src/server/index.ts'
import { z } from 'zod'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { until, viewFrame } from '../host/stage.ts'
import { bundleScript } from '../lab/bundle.mjs'

const folder = new URL('./', import.meta.url)

// A View that knows its tools by their types, and a host page that is its own MCP client.
const VIEW = `
  import { connect } from 'casement/view/typed'
  connect().then((view) => {
    window.told = []
    view.on('forecast', {
      partial: (input) => window.told.push(['partial', input]),
      input: (input) => window.told.push(['input', input]),
      result: (output) => window.told.push(['result', output]),
    })
    view.on('refresh', { input: () => window.told.push(['not ours']) })
    window.view = view
  })`
const HOST = `
  import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
  import { mintingSandbox, mountApp } from 'casement/host'
  window.run = async (url, city) => {
    const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
    const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    const { tools } = await client.listTools()
    const tool = tools.find(({ name }) => name === 'forecast')
    const input = { city }
    const mounted = mountApp(document.querySelector('#app'), {
      client, tool, sandbox: mintingSandbox('/casement/mint'), app: url, input,
      result: client.callTool({ name: 'forecast', arguments: input }),
      deadlines: { fetching: 200000, minting: 200000, proxy: 200000, initialize: 200000, initialized: 200000 },
    })
    await mounted.ready
  }`

let served: Served
let sandbox: ServedSandbox
let browser: Browser
beforeAll(async () => {
  const script = await bundleScript({ code: VIEW, folder })
  const app = defineApp({
    name: 'weather',
    version: '1.0.0',
    view: { html: `<!doctype html><title>Weather</title><body><script>${script}</script></body>`, prefersBorder: true },
    tools: {
      forecast: tool({
        input: z.object({ city: z.string() }),
        run: ({ city }) => result({ model: city, view: { city, degrees: 21 } }),
      }),
      refresh: tool({
        visibility: ['app'],
        input: { by: z.number() },
        run: ({ by }) => {
          if (by < 0) throw new Error('only upwards')
          return result({ view: { degrees: 21 + by } })
        },
      }),
    },
  })
  served = await serve(app, { http: { port: 0, allowedOrigins: ['casement.localhost'] }, signals: false })
  const page = `<!doctype html><title>host</title><div id="app"></div><script>${await bundleScript({ code: HOST, folder })}</script>`
  sandbox = await serveSandbox({
    page: () => new Response(page, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } }),
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  await sandbox.close()
  await served.close()
})

test('our host in a browser, our server and a typed View between them', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(sandbox.hostOrigin)
  await page.evaluate(`run(${JSON.stringify(served.url)}, 'Rome')`)
  const view = await viewFrame(page)
  await until(view, `window.told?.some(([what]) => what === 'result')`)
  expect(await view.evaluate('told')).toEqual([
    ['input', { city: 'Rome' }],
    ['result', { city: 'Rome', degrees: 21 }],
  ])
  expect(await view.evaluate(`view.call('refresh', { by: 4 })`)).toEqual({ degrees: 25 })
  const failure = `view.call('refresh', { by: -1 }).catch(({ code, message }) => [code, message])`
  expect(await view.evaluate(failure)).toEqual(['REMOTE', 'refresh: only upwards'])
})
