import { expect, it } from 'vitest'
import { TOOL_INPUT } from './hosts/story.ts'
import { bundleScript } from './lab/bundle.mjs'
import { pageHtml } from './lab/page-html.mjs'
import { useLab } from './lab/use-lab.ts'

const lab = useLab('chromium', async (site) => {
  const script = (path: string): Promise<string> => bundleScript(new URL(path, import.meta.url))
  const src = site.serve('host', '/host.js', { body: await script('./hosts/official-v2.ts'), type: 'text/javascript' })
  site.serve('host', '/host', { body: pageHtml({ src }) })
  site.serve('host', '/view', { body: pageHtml({ script: await script('./views/choose-host.ts') }) })
  // A host around the View that says things, but none of the Apps protocol.
  const chatter = `const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = '/view'
    frame.addEventListener('load', () => frame.contentWindow.postMessage({ type: 'hello' }, location.origin))`
  site.serve('host', '/silent', { body: pageHtml({ script: chatter }) })
})

const TITLE = `document.querySelector('iframe')?.contentDocument?.title`

async function titleOnceTold(url: string): Promise<{ title: string; errors: string[] }> {
  const page = await lab.browser.open(url)
  try {
    await page.waitFor(`${TITLE}?.includes(':')`)
    return { title: await page.evaluate<string>(TITLE), errors: await page.consoleErrors() }
  } finally {
    await page.close()
  }
}

it('takes the Apps host that answers, though there is a window.openai', async () => {
  const query = new URLSearchParams({ mount: 'direct', view: lab.site.url('host', '/view?patience=200000') })
  const { title, errors } = await titleOnceTold(lab.site.url('host', `/host?${query}`))
  expect(title).toBe(`official: ${TOOL_INPUT.city}`)
  expect(errors).toEqual([])
})

it('takes window.openai where the window around it speaks no Apps protocol', async () => {
  const { title, errors } = await titleOnceTold(lab.site.url('host', '/silent'))
  expect(title).toBe('window.openai: Bern')
  expect(errors).toEqual([])
})
