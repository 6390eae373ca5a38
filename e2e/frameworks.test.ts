import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DARK_CONTEXT, TOOL_INPUT, TOOL_RESULT } from './hosts/story.ts'
import type { LabPage } from './lab/browsers.mjs'
import { bundleScript } from './lab/bundle.mjs'
import { pageHtml } from './lab/page-html.mjs'
import { useLab } from './lab/use-lab.ts'
import { buildExample } from './lab/vite-build.mjs'
import { arrivals } from './stage.ts'

const FRAMEWORKS = ['react', 'vue', 'svelte', 'solid']

const lab = useLab('chromium', async (site) => {
  const host = await bundleScript(new URL('./hosts/official-v2.ts', import.meta.url))
  const src = site.serve('host', '/host.js', { body: host, type: 'text/javascript' })
  site.serve('host', '/host', { body: pageHtml({ src }) })
})

// The View is on the host's own origin here, so that the test can look into it and click.
const inView = (selector: string): string => `document.querySelector('iframe').contentDocument?.querySelector('${selector}')`
const textOf = (selector: string): string => `${inView(selector)}?.textContent.trim()`
const reload = `new Promise((loaded) => {
  const frame = document.querySelector('iframe')
  frame.addEventListener('load', () => loaded(), { once: true })
  frame.contentWindow.location.reload()
})`

describe.each(FRAMEWORKS)('a View with %s in the official host', (framework) => {
  let page: LabPage
  beforeAll(async () => {
    for (const { name, body, type } of await buildExample(new URL(`../examples/view-${framework}/`, import.meta.url)))
      lab.site.serve('host', `/${framework}/${name}`, { body, type })
    const query = new URLSearchParams({ mount: 'direct', view: lab.site.url('host', `/${framework}/index.html`) })
    page = await lab.browser.open(lab.site.url('host', `/host?${query}`))
    await page.waitFor(`Boolean(${inView('main')})`)
  })
  afterAll(() => page?.close())

  /** The text of an element once it is what is expected; the error says what it was waiting for. */
  const textWhen = async (selector: string, text: string): Promise<string> => {
    await page.waitFor(`${textOf(selector)} === ${JSON.stringify(text)}`)
    return page.evaluate<string>(textOf(selector))
  }

  it('shows the tool input and the result', async () => {
    expect(await textWhen('#city', TOOL_INPUT.city)).toBe(TOOL_INPUT.city)
    expect(await textWhen('#forecast', TOOL_RESULT.structuredContent.forecast.join(' '))).toBe(
      TOOL_RESULT.structuredContent.forecast.join(' '),
    )
  })

  it('completes one handshake', async () => {
    const heard = await arrivals(page)
    expect(heard.filter(({ what }) => what === 'initialized')).toEqual([
      {
        what: 'initialized',
        params: { app: { name: `forecast-${framework}`, version: '1.0.0' }, capabilities: expect.anything() },
      },
    ])
  })

  it('looks like its host, and follows it into the dark (R-158, R-190)', async () => {
    const color = `getComputedStyle(${inView('main')}).color`
    expect(await textWhen('#theme', 'light light')).toBe('light light')
    await expect.poll(() => page.evaluate(color)).toBe('rgb(1, 2, 3)')
    await page.evaluate(`window.host.setContext(${JSON.stringify(DARK_CONTEXT)})`)
    expect(await textWhen('#theme', 'dark dark')).toBe('dark dark')
    await expect.poll(() => page.evaluate(color)).toBe(DARK_CONTEXT.styles.variables['--color-text-primary'])
  })

  it('calls a server tool on a click (R-253)', async () => {
    await page.evaluate(`${inView('#add')}.click()`)
    expect(await textWhen('#sum', '42')).toBe('42')
  })

  it('finds its state again after a reload', async () => {
    await page.evaluate(`${inView('#count')}.click()`)
    expect(await textWhen('#count', '1')).toBe('1')
    await page.evaluate(`${inView('#count')}.click()`)
    expect(await textWhen('#count', '2')).toBe('2')
    await page.evaluate(reload)
    expect(await textWhen('#count', '2')).toBe('2')
  })

  it('leaves no error in any console or in the bridge (R-107)', async () => {
    expect(await page.consoleErrors()).toEqual([])
    expect(await page.evaluate('window.host.problems')).toEqual([])
  })
})
