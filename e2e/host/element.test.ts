import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleScript } from '../lab/bundle.mjs'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'
import { viewFrames } from '../view-frames.ts'

const root = new URL('../../packages/casement/src/', import.meta.url)
const page = (body: string): Response =>
  new Response(`<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><body><div id="app"></div>${body}`, {
    headers: {
      'Content-Type': 'text/html',
      'Origin-Agent-Cluster': '?1',
      // As strict as a product may be: nothing inline, no styles from elsewhere.
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; connect-src 'self'; frame-src http://*.casement.localhost:* http://sandbox.casement.localhost:*; style-src 'none'`,
    },
  })
const script = (code: string): Response => new Response(code, { headers: { 'Content-Type': 'text/javascript' } })

/** One source file as the compiler would emit it: types gone, imports as they are. */
async function moduleAt(path: string): Promise<Response> {
  const { code } = await transform(await readFile(new URL(path, root), 'utf8'), { loader: 'ts', target: 'es2022' })
  return script(code)
}

const CLIENT = `
  const ask = async (method, params) => (await (await fetch('/rpc', { method: 'POST', body: JSON.stringify({ method, params }) })).json()).result
  window.client = { callTool: (p) => ask('callTool', p), listTools: (p) => ask('listTools', p), readResource: (p) => ask('readResource', p), listResources: (p) => ask('listResources', p) }
  // No machine is too slow for these.
  window.patient = { fetching: 200000, minting: 200000, proxy: 200000, initialize: 200000, initialized: 200000 }
  window.toolOf = async (name) => (await client.listTools()).tools.find((tool) => tool.name === name)`

let stage: HostStage
beforeAll(async () => {
  const react = await bundleScript({
    code: `
      import { createElement, StrictMode, useState } from 'react'
      import { createRoot } from 'react-dom/client'
      import { mintingSandbox } from 'casement/host'
      import { McpApp } from 'casement/host/react'
      ${CLIENT}
      window.stages = []
      function Page({ tool }) {
        const [count, setCount] = useState(0)
        window.rerender = () => setCount((count) => count + 1)
        // Everything new in every render, as people write it.
        return createElement('div', { 'data-count': count }, createElement(McpApp, {
          client: { ...client }, tool: { ...tool }, sandbox: mintingSandbox('/casement/mint'), app: 'react', input: { count: 0 }, deadlines: patient,
          hostContext: { theme: 'light' }, result: window.result, className: 'view', style: { width: '500px' },
          onStage: (stage) => window.stages.push([count, stage]), ref: (element) => { window.element = element },
        }))
      }
      window.root = createRoot(document.querySelector('#app'))
      window.show = async (name) => { const tool = await toolOf(name); window.root.render(createElement(StrictMode, {}, createElement(Page, { tool, key: 'page' }))) }
      window.loaded = show('probe')`,
    folder: new URL('./', import.meta.url),
  })
  stage = await openHostStage(
    { probe: { html: await casementView('<p>probe</p>') }, other: { html: await casementView('<p>other</p>') } },
    {
      async page(request) {
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/src/')) return moduleAt(pathname.slice('/src/'.length))
        if (pathname === '/native.js')
          return script(
            `import * as host from '/src/host/index.ts'\nimport { defineMcpApp } from '/src/host/element/index.ts'\n${CLIENT}\nObject.assign(window, { host, defineMcpApp })\nwindow.isLoaded = true`,
          )
        if (pathname === '/native') return page('<script type="module" src="/native.js"></script>')
        if (pathname === '/react.js') return script(react)
        if (pathname === '/react') return page('<script src="/react.js"></script>')
        return undefined
      },
    },
  )
})
afterAll(() => stage.close())

const open = async (path: string): Promise<{ page: Page; problems: string[] }> => {
  const opened = await stage.page()
  const problems: string[] = []
  opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  opened.on('pageerror', (error) => problems.push(String(error)))
  await opened.goto(stage.served.hostOrigin + path)
  return { page: opened, problems }
}
const CREATE = `(async () => {
  defineMcpApp()
  const element = window.element = document.createElement('mcp-app')
  window.seen = []
  for (const type of ['stage', 'diagnosis', 'bridge', 'displaymode']) element.addEventListener(type, ({ type, detail }) => seen.push([type, typeof detail === 'string' ? detail : detail.code]))
  document.querySelector('#app').append(element)
  element.client = client
  element.sandbox = host.mintingSandbox('/casement/mint')
  element.app = 'element'
  element.deadlines = patient
  element.tool = await toolOf('probe')
})()`

// The host's only lazy chunk.
const CHUNK = '**/src/host/lazy-chunk.ts'
const ADD = `app.callServerTool({ name: 'add', arguments: { a: 1, b: 2 } }).then(({ structuredContent }) => structuredContent.sum)`
const OPEN_LINK = `app.openLink({ url: 'https://example.com/' })`

describe('without the lazy chunk', () => {
  test('a View has everything it needs in normal operation; a consent dialog is refused with a reason, and works on the next try', async () => {
    const { page: opened } = await open('/native')
    await until(opened, 'window.isLoaded')
    await opened.route(CHUNK, (route) => route.abort())
    await opened.evaluate(CREATE)
    await opened.evaluate('(element.result = { content: [] })')
    await opened.waitForSelector('mcp-app[stage=ready]')
    const view = await viewFrame(opened)
    await until(view, `told.some(([event]) => event === 'toolresult')`)
    expect(await view.evaluate(ADD)).toBe(3)
    await view.click('body')
    expect(await view.evaluate(`app.requestDisplayMode({ mode: 'fullscreen' })`)).toEqual({ mode: 'fullscreen' })
    await opened.evaluate(`element.mounted.setDisplayMode('inline')`)
    await view.click('body')
    expect(await view.evaluate(OPEN_LINK)).toMatchObject({ isError: true, message: expect.stringContaining('chunk') as string })
    await opened.unroute(CHUNK)
    await view.click('body')
    const opening = view.evaluate(OPEN_LINK)
    await opened.getByRole('dialog').getByRole('button').first().waitFor()
    await opened.keyboard.press('Escape')
    expect(await opening).toMatchObject({ isError: true })
    await opened.context().close()
  })
})

describe('<mcp-app> from native modules, under a strict policy', () => {
  test('mounts when it has what it needs; properties reach the View and never load it again', async () => {
    const { page: opened, problems } = await open('/native')
    await until(opened, 'window.isLoaded')
    await opened.evaluate(CREATE)
    await opened.waitForSelector('mcp-app[stage=ready]')
    const view = await viewFrame(opened)
    await view.evaluate('(window.mark = 1)')
    await opened.evaluate(`Object.assign(element, { input: { a: 1 }, result: { content: [] }, hostContext: { theme: 'dark' } })`)
    await opened.evaluate(
      `Object.assign(element, { client: { ...client }, sandbox: host.mintingSandbox('/elsewhere'), tool: { ...element.tool }, app: 'x' })`,
    )
    await until(view, `told.some(([event]) => event === 'toolresult') && app.getHostContext().theme === 'dark'`)
    expect(await view.evaluate('mark')).toBe(1)
    expect(await opened.evaluate(`seen.filter(([type]) => type === 'stage').map(([, stage]) => stage)`)).toEqual([
      'handshaking',
      'ready',
    ])
    await opened.evaluate('element.remove()')
    await until(opened, `element.getAttribute('stage') === 'closed'`)
    await expect.poll(() => viewFrames(opened)).toEqual([])
    expect(problems).toEqual([])
    await opened.context().close()
  })

  test('moved with moveBefore it stays alive; moved the old way it comes back with its data', async () => {
    const { page: opened } = await open('/native')
    await until(opened, 'window.isLoaded')
    await opened.evaluate(CREATE)
    await opened.evaluate('(element.input = { a: 1 })')
    await opened.waitForSelector('mcp-app[stage=ready]')
    const view = await viewFrame(opened)
    await view.evaluate('(window.mark = 1)')
    await opened.evaluate(
      `(() => { const box = document.createElement('section'); document.body.append(box); box.moveBefore(element, null) })()`,
    )
    expect(await view.evaluate('mark')).toBe(1)
    await opened.evaluate(`document.querySelector('#app').append(element)`)
    await until(opened, `seen.filter(([, stage]) => stage === 'ready').length === 2`)
    const again = await viewFrame(opened)
    await until(again, `told.some(([event]) => event === 'toolinput')`)
    expect(await again.evaluate('window.mark')).toBeUndefined()
    await opened.context().close()
  })

  test('says why it failed, in its attributes', async () => {
    const { page: opened } = await open('/native')
    await until(opened, 'window.isLoaded')
    await opened.evaluate(`(async () => {
      // Properties that were set before the element was defined count too.
      const element = document.createElement('mcp-app')
      Object.assign(element, { client, sandbox: host.mintingSandbox('/casement/mint'), tool: { name: 'none', inputSchema: { type: 'object' } } })
      document.querySelector('#app').append(element)
      defineMcpApp()
    })()`)
    await opened.waitForSelector('mcp-app[stage=failed]')
    expect(await opened.getAttribute('mcp-app', 'code')).toBe('no-ui-resource')
    await opened.context().close()
  })
})

describe('<McpApp> of React', () => {
  test('100 renders in strict mode load the frame once; the result arrives; another tool is another View', async () => {
    const { page: opened, problems } = await open('/react')
    const views: string[] = []
    opened.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/view/')) views.push(request.url())
    })
    await opened.waitForSelector('mcp-app.view[stage=ready]')
    const view = await viewFrame(opened)
    const before = views.length
    await opened.evaluate(
      `(async () => { for (let i = 0; i < 100; i++) { rerender(); await new Promise((resolve) => setTimeout(resolve)) } })()`,
    )
    await opened.waitForSelector('[data-count="100"]')
    await opened.evaluate(`(window.result = { content: [{ type: 'text', text: 'late' }] }, rerender())`)
    await until(view, `told.some(([event]) => event === 'toolresult')`)
    expect(views.length).toBe(before)
    expect(
      await view.evaluate(
        `told.filter(([event]) => event === 'hostcontextchanged' || event === 'toolinput').map(([event]) => event)`,
      ),
    ).toEqual(['toolinput'])
    expect(await opened.evaluate('[element.mounted.stage, stages.filter(([, stage]) => stage === "ready").length]')).toEqual([
      'ready',
      1,
    ])
    await opened.evaluate(`show('other')`)
    await expect.poll(async () => (await viewFrame(opened)).evaluate(`document.querySelector('p')?.textContent`)).toBe('other')
    await opened.evaluate('root.unmount()')
    await expect.poll(() => viewFrames(opened)).toEqual([])
    expect(problems).toEqual([])
    await opened.context().close()
  })
})
