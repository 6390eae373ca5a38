import type { Page } from 'playwright-core'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { McpApp as VueMcpApp } from '../../packages/casement/src/host/vue/index.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

const CLIENT = `
  import { mintingSandbox } from 'casement/host'
  const ask = async (method, params) => (await (await fetch('/rpc', { method: 'POST', body: JSON.stringify({ method, params }) })).json()).result
  const client = { callTool: (p) => ask('callTool', p), listTools: (p) => ask('listTools', p), readResource: (p) => ask('readResource', p), listResources: (p) => ask('listResources', p) }
  const deadlines = { fetching: 200000, minting: 200000, proxy: 200000, initialize: 200000, initialized: 200000 }
  const sandbox = mintingSandbox('/casement/mint')
  const container = document.querySelector('#app')
  window.stages = []
  const onStage = (stage) => window.stages.push(stage)
  client.listTools().then(({ tools }) => show({ client, sandbox, deadlines, app: 'kits', input: { a: 1 }, tool: tools.find(({ name }) => name === 'probe') }, tools.find(({ name }) => name === 'other')))`

/** One page per framework, with its example: shows the View, and offers `finish()` for the result, `change()` for another tool and `remove()`. */
const pageOf = (framework: string, example: string): string => `
  import { ${example} } from '../../examples/host-components/${framework}.ts'
  ${CLIENT}
  function show(props, other) {
    const shown = ${example}(container, { ...props, onStage, onstage: onStage })
    window.finish = (result) => shown.update({ result })
    window.change = () => shown.update({ result: undefined, tool: other })
    window.remove = () => shown.remove()
  }`
const PAGES: Record<string, string> = {
  vue: pageOf('vue', 'showInVue'),
  solid: pageOf('solid', 'showInSolid'),
  svelte: pageOf('svelte', 'showInSvelte'),
}

let stage: HostStage
const scripts = new Map<string, string>()
beforeAll(async () => {
  for (const [name, code] of Object.entries(PAGES))
    scripts.set(`/${name}`, await bundleScript({ code, folder: new URL('./', import.meta.url) }))
  stage = await openHostStage(
    { probe: { html: await casementView('<p>probe</p>') }, other: { html: await casementView('<p>other</p>') } },
    {
      page(request) {
        const { pathname } = new URL(request.url)
        const script = scripts.get(pathname.replace('.js', ''))
        if (script === undefined) return undefined
        const body = pathname.endsWith('.js')
          ? script
          : `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><body><div id="app"></div><script src="${pathname}.js"></script>`
        return new Response(body, {
          headers: {
            'Content-Type': `text/${pathname.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`,
            'Origin-Agent-Cluster': '?1',
          },
        })
      },
    },
  )
})
afterAll(() => stage.close())

describe.each(Object.keys(PAGES))('%s', (framework) => {
  test('shows the View, passes the result on without a reload, and another tool as another View', async () => {
    const page: Page = await stage.page()
    await page.goto(`${stage.served.hostOrigin}/${framework}`)
    const view = await viewFrame(page)
    await until(view, `document.body.dataset.connected === 'yes' && told.some(([event]) => event === 'toolinput')`)
    await view.evaluate('window.mark = 1')
    await page.evaluate(`finish({ content: [{ type: 'text', text: 'done' }] })`)
    await until(
      view,
      `window.mark === 1 && told.some(([event, params]) => event === 'toolresult' && params.content[0].text === 'done')`,
    )
    expect(await page.evaluate('stages')).toEqual(expect.arrayContaining(['handshaking', 'ready']))
    await page.evaluate('change()')
    await expect
      .poll(async () => (await viewFrame(page)).evaluate(`document.querySelector('p')?.textContent`).catch(() => ''))
      .toBe('other')
    await page.evaluate('remove()')
    await until(page, `document.querySelectorAll('iframe').length === 0 && !document.querySelector('mcp-app')`)
    await page.close()
  })
})

test('on a server, Vue renders an empty element, and no entry needs a window', async () => {
  const app = createSSRApp({ render: () => h(VueMcpApp, { client: {} as never, tool: { name: 't' }, sandbox: {} as never }) }) // never used on a server
  expect(await renderToString(app)).toBe('<mcp-app></mcp-app>')
  await expect(import('../../packages/casement/src/host/svelte/index.ts')).resolves.toHaveProperty('mcpApp')
})
