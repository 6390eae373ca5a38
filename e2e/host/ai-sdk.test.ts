import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createModelStub } from '../../examples/chat-ai-sdk/model-stub.ts'
import { createChatRoute } from '../../examples/chat-ai-sdk/route.ts'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { createAppHandler } from '../../packages/casement/src/server/fetch/index.ts'
import { defineApp, result, tool } from '../../packages/casement/src/server/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { takePicture } from '../lab/picture.ts'
import { shownViews } from '../lab/shown-views.mjs'
import { until } from './stage.ts'

const folder = new URL('./', import.meta.url)
const example = new URL('../../examples/chat-ai-sdk/', import.meta.url)

const VIEW = `
  import { App } from 'casement/view'
  import { z } from 'zod'
  const app = window.app = new App({ name: 'Weather', version: '1.0.0' })
  const show = () => { document.body.textContent = JSON.stringify([app.toolInput?.arguments, app.data(), app.toolResult?._meta?.station]) }
  app.ontoolinput = app.ontoolresult = show
  app.registerTool('highlight', { description: 'Highlights a day', inputSchema: z.object({ day: z.string() }) },
    ({ day }) => { document.body.dataset.day = day; return { content: [{ type: 'text', text: 'highlighted ' + day }] } })
  app.connect()`

const page = (script: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>chat</title><body><script type="module" src="${script}"></script>`,
    {
      headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' },
    },
  )
const module = (code: string): Response => new Response(code, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })

const stub = createModelStub()
let sandbox: ServedSandbox
let chromium: Awaited<ReturnType<typeof openChromium>>
const client = new Client({ name: 'route', version: '1' })
beforeAll(async () => {
  const html = `<!doctype html><title>Weather</title><body><script>${await bundleScript({ code: VIEW, folder })}</script>`
  const app = defineApp({
    name: 'weather',
    version: '1.0.0',
    view: { html },
    tools: {
      forecast: tool({
        input: z.object({ city: z.string() }),
        run: ({ city }) => result({ model: `21 degrees in ${city}`, view: { degrees: 21 }, private: { station: 'S7' } }),
      }),
    },
  })
  const mcp = createAppHandler(app, { allowedOrigins: ['casement.localhost'] })
  const fetchMcp = (url: string | URL, init?: RequestInit): Promise<Response> => mcp(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: fetchMcp }))
  const model = createOpenAICompatible({
    name: 'stub',
    baseURL: 'http://stub.invalid/v1',
    fetch: (url, init) => stub.handle(new Request(url instanceof Request ? url.url : url, init as RequestInit)),
  })
  const route = createChatRoute(client, model('stub'))
  const chat = await bundleScript(new URL('chat.tsx', example), { format: 'esm' })
  const assistant = await bundleScript({ code: ASSISTANT_UI, folder: example }, { format: 'esm' })
  sandbox = await serveSandbox({
    ttl: 31_536_000,
    async page(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/mcp') return mcp(request)
      if (pathname === '/api/chat') return route(request)
      if (pathname.endsWith('.js')) return module(pathname === '/assistant-ui.js' ? assistant : chat)
      return page(pathname === '/assistant-ui' ? '/assistant-ui.js' : '/chat.js')
    },
  })
  chromium = await openChromium()
})
afterAll(async () => {
  await chromium?.close()
  await sandbox?.close()
  await client.close()
})

const ASSISTANT_UI = `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
  import { DefaultChatTransport } from 'ai'
  import { mintingSandbox } from 'casement/host'
  import { createChatApps } from 'casement/host/ai'
  import { Thread } from './assistant-ui.tsx'
  const client = new Client({ name: 'chat', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)))
  const connected = await createChatApps({ client, sandbox: mintingSandbox('/casement/mint'), app: 'weather' })
  const apps = { ...connected, connect(chat) { window.chat = chat; connected.connect(chat) } }
  const transport = new DefaultChatTransport({ api: '/api/chat', body: apps.body })
  createRoot(document.body).render(createElement(Thread, { apps, transport }))`

const problems: string[] = []
const openPage = async (path: string): Promise<Page> => {
  const opened = await chromium.newPage()
  opened.on('pageerror', ({ message }) => problems.push(message))
  await opened.goto(new URL(path, sandbox.hostOrigin).href)
  return opened
}

const say = async (chat: Page, text: string): Promise<void> => {
  const input = chat.getByLabel('Message')
  await input.fill(text)
  await input.press('Enter')
}
/** The text of the View, once there is one. */
const viewText = async (chat: Page): Promise<string> => {
  const [view] = await shownViews(chat)
  return view ? view.evaluate<string>('document.body.textContent') : ''
}
const SHOWN = '[{"city":"Bern"},{"degrees":21},"S7"]'

describe('a chat with useChat', () => {
  let chat: Page
  beforeAll(async () => {
    chat = await openPage('/')
  })

  test('takes at most 30 lines', () => {
    const lines = readFileSync(new URL('chat.tsx', example), 'utf8').split('\n').filter(Boolean)
    expect(lines.length).toBeLessThanOrEqual(30)
  })

  test('a tool call is shown as a View with all its data; the model reads the text only', async () => {
    await say(chat, 'call forecast {"city":"Bern"}')
    await expect.poll(() => viewText(chat)).toBe(SHOWN)
    await chat.getByText('I heard: 21 degrees in Bern').waitFor()
    await takePicture(chat, 'ai-sdk')
    expect(JSON.stringify(stub.requests)).not.toContain('S7')
    expect(JSON.stringify(stub.requests)).not.toContain('"degrees"')
  })

  test('a message of the View becomes a message of the chat, after consent', async () => {
    const [view] = await shownViews(chat)
    const sent = view?.evaluate(`app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'from the View' }] })`)
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    await sent
    await chat.getByText('I heard: from the View').waitFor()
    expect(problems).toEqual([])
  })

  test('the context of the View reaches the model with the next message', async () => {
    const [view] = await shownViews(chat)
    await view?.evaluate(`app.updateModelContext({ content: [{ type: 'text', text: 'the user looks at Sunday' }] })`)
    await say(chat, 'what do I see?')
    await chat.getByText('I heard: what do I see?').waitFor()
    const roles = stub.requests.at(-1)?.messages.filter(({ content }) => JSON.stringify(content).includes('looks at Sunday'))
    expect(roles?.map(({ role }) => role)).toEqual(['user'])
  })

  test('the model calls a tool of the open View, and gets its result', async () => {
    await say(chat, 'call highlight {"day":"Sunday"}')
    const [view] = await shownViews(chat)
    if (view) await until(view, `document.body.dataset.day === 'Sunday'`)
    await chat.getByText('I heard: highlighted Sunday').waitFor()
    expect(problems).toEqual([])
  })
})

test('with assistant-ui, a tool call is shown as a View', async () => {
  const chat = await openPage('/assistant-ui')
  await until(chat, 'window.chat')
  await chat.evaluate(`window.chat.sendMessage({ text: 'call forecast {"city":"Bern"}' })`)
  await expect.poll(() => viewText(chat)).toBe(SHOWN)
})
