// Records the life of one real View: a server by stdio, the official client, the sandbox and a Chromium.
import { serveSandbox } from 'casement/sandbox/node'
import { connectServer } from '../../e2e/examples/stage.mjs'
import { answerPage } from '../../e2e/lab/answer-page.mjs'
import { bundleScript } from '../../e2e/lab/bundle.mjs'
import { openChromium } from '../../scripts/open-chromium.mjs'

/** @param {string} script */
const pageHtml = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Recording</title><body><script>${script}</script></body></html>`

/**
 * Asks until it is true. Not by `waitForFunction`: it polls with eval, which the policy of a View forbids.
 * @param {() => Promise<boolean>} holds
 */
async function until(holds) {
  if (await holds()) return
  await new Promise((resolve) => setTimeout(resolve, 20))
  await until(holds)
}

/**
 * The whole story as a trace: the View opens, is clicked, and closes. Each step waits for the previous one.
 * @returns {Promise<string>}
 */
export async function recordLifecycle() {
  const html = pageHtml(await bundleScript(new URL('host-page.mjs', import.meta.url)))
  const client = await connectServer('dashboard')
  const served = await serveSandbox({
    page: (request) =>
      new URL(request.url).pathname === '/rpc'
        ? answerPage(client, request)
        : new Response(html, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } }),
  })
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 800 } })
    await page.goto(served.hostOrigin)
    const said = async (/** @type {string} */ method) => Number(await page.evaluate(`said('${method}')`))
    const write = async (/** @type {string} */ piece) => {
      await until(async () => Boolean(await page.evaluate('isReading()')))
      await page.evaluate(`write(${piece})`)
    }

    await page.evaluate(`mount('show-metrics')`)
    await write(`'{"range": "2'`)
    await until(async () => (await said('ui/notifications/tool-input-partial')) > 0)
    await write(`'4h"}'`)
    await write('undefined')
    await until(async () => (await said('ui/notifications/tool-input')) > 0)
    await page.evaluate(`call('show-metrics', { range: '24h' })`)
    const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())
    if (!view) throw new Error('the View is not there')
    await view.waitForSelector('button[aria-pressed="true"]:text("24h")')
    await until(async () => (await said('ui/notifications/size-changed')) > 0)

    await view.click('button:text("7d")')
    await view.waitForSelector('button[aria-pressed="true"]:text("7d")')
    await until(async () => Boolean(await page.evaluate(`isAnswered('ui/update-model-context')`)))
    await page.evaluate('end()')
    return String(await page.evaluate('trace()'))
  } finally {
    await browser.close()
    await served.close()
    await client.close()
  }
}
