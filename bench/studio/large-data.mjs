// How the page of the Studio behaves with long conversations, large results, many tools and many Views.
import { browserMemory } from '../hosts/memory.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

export const ENTRIES = 1000
export const TEXT_BYTES = 5_000_000
export const TOOLS = 10_000
export const VIEWS = 50

/** Makes conversations as if a user had made them. @param {Page} page */
export const seed = (page) =>
  page.evaluate(
    async ({ entries, bytes, views }) => {
      const secret = document.querySelector('meta[name="casement-secret"]')?.getAttribute('content') ?? ''
      const headers = { 'X-Casement-Secret': secret, 'Content-Type': 'application/json' }
      const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
        const options = { method, headers, body: JSON.stringify(body) }
        return fetch(path, options)
      }
      const call = (/** @type {string} */ id, /** @type {string} */ text, view = false) => ({
        kind: 'call',
        id,
        at: 1,
        by: 'person',
        server: 'hello',
        tool: 'greet',
        status: 'done',
        input: { name: 'Ada' },
        result: { content: [{ type: 'text', text }], structuredContent: { greeting: text } },
        ...(view && { view: id, resourceUri: 'ui://hello/hello' }),
      })
      const fill = async (/** @type {string} */ id, /** @type {object[]} */ calls) => {
        await send('POST', '/api/conversations', { id, title: id })
        for (const one of calls)
          await send('PUT', `/api/conversations/${id}/entries/${/** @type {{ id: string }} */ (one).id}`, one)
      }
      await fill(
        'long',
        Array.from({ length: entries }, (_, n) => call(`long-${n}`, `Result ${n}`)),
      )
      await fill('large', [call('large-0', `begin ${'a line of text\n'.repeat(bytes / 15)}`)])
      await fill(
        'views',
        Array.from({ length: views }, (_, n) => call(`views-${n}`, 'Hello', true)),
      )
    },
    { entries: ENTRIES, bytes: TEXT_BYTES, views: VIEWS },
  )

/** Milliseconds from an action in the page to the frame in which a selector matches. @param {Page} page @param {string} action @param {string} selector */
const timeTo = (page, action, selector) =>
  page.evaluate(`(async () => {
    const begin = performance.now()
    ${action}
    while (!document.querySelector(${JSON.stringify(selector)})) await new Promise((resolve) => requestAnimationFrame(resolve))
    // The frame in which it is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begin
  })()`)

const go = (/** @type {string} */ id) => `location.hash = '#/${id}'`

/** Opens the longest conversation, and its oldest entry. @param {Page} page @returns {Promise<{ open: number, oldest: number }>} */
export async function longConversation(page) {
  const open = await timeTo(page, go('long'), `article[data-entry="long-${ENTRIES - 1}"]`)
  const toOldest = `document.querySelector('[data-entry="long-0"]').scrollIntoView()`
  return { open, oldest: await timeTo(page, toOldest, 'article[data-entry="long-0"]') }
}

/** Scrolls from the newest entry to each that is not mounted yet, until all are. @param {Page} page @returns {Promise<number>} */
export const allEntries = (page) =>
  page.evaluate(`(async () => {
    const begin = performance.now()
    for (let next; (next = document.querySelector('.entry-placeholder')); ) {
      next.scrollIntoView()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return performance.now() - begin
  })()`)

/** Opens the palette, which lists tools too. @param {Page} page @returns {Promise<number>} */
export const palette = (page) =>
  timeTo(
    page,
    `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))`,
    '.palette-item',
  )

/** Opens the conversation with a large result. @param {Page} page @returns {Promise<number>} */
export const largeResult = (page) => timeTo(page, go('large'), 'article[data-entry="large-0"] .plain-text')

/** Opens the list of tools and searches in it. @param {Page} page @returns {Promise<{ open: number, search: number, nodes: number }>} */
export async function manyTools(page) {
  const open = await timeTo(page, `document.querySelector('.picker [aria-label="Show all tools"]').click()`, '[role="option"]')
  const nodes = Number(await page.evaluate(`document.querySelectorAll('.picker-menu *').length`))
  const last = `tool-${TOOLS - 1}`
  const type = `const input = document.querySelector('.picker-input'); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '${last}'); input.dispatchEvent(new InputEvent('input', { bubbles: true, data: '${last}' }))`
  const search = await timeTo(page, type, '.picker-menu [role="option"]:only-of-type')
  return { open, search, nodes }
}

/** Bytes of all processes of the browser for each View that was brought into sight. @param {Browser} browser @param {Page} page */
export async function memoryPerView(browser, page) {
  await page.evaluate(go('views'))
  await page.locator(`article[data-entry="views-${VIEWS - 1}"] mcp-app[stage="ready"]`).waitFor()
  const first = await page.locator('mcp-app[stage="ready"]').count()
  const before = await browserMemory(browser)
  for (let n = VIEWS - 1; n >= 0; n--) {
    await page.locator(`[data-entry="views-${n}"]`).evaluate((element) => element.scrollIntoView())
    await page.locator(`article[data-entry="views-${n}"] mcp-app:is([stage="ready"], [stage="frozen"])`).waitFor()
  }
  return ((await browserMemory(browser)) - before) / (VIEWS - first)
}
