// The states of the Studio that are looked at.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, open: (page: Page, links: Links) => Promise<void> }} State */
/** @typedef {{ home: string, call: (server: string, tool: string, input?: object) => string }} Links */

const ready = (/** @type {Page} */ page) => page.locator('mcp-app[stage="ready"]').first().waitFor()

/** Opens the conversation with a View. @param {Page} page @param {Links} links */
async function conversation(page, links) {
  await page.goto(links.call('dashboard', 'show-metrics', { range: '24h' }))
  await ready(page)
}

/** Opens the inspector on a tab. @param {string} title @returns {State['open']} */
const inspector = (title) => async (page, links) => {
  await conversation(page, links)
  await page.getByRole('button', { name: 'Inspect this View' }).click()
  await page.getByRole('tab', { name: title }).click()
}

/** Opens something by a shortcut. @param {string} keys @returns {State['open']} */
const shortcut = (keys) => async (page, links) => {
  await page.goto(links.home)
  await page.locator('.tool-card').first().waitFor()
  await page.keyboard.press(keys)
  await page.locator('.dialog, .palette').first().waitFor()
}

/** Opens a dialog about a call by its menu. @param {string} item @returns {State['open']} */
const menuItem = (item) => async (page, links) => {
  await conversation(page, links)
  await page.getByRole('button', { name: 'More for this call' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.locator('.dialog').waitFor()
}

/** @type {readonly State[]} */
export const STATES = [
  {
    name: 'start page',
    async open(page, { home }) {
      await page.goto(home)
      await page.locator('.tool-card').first().waitFor()
    },
  },
  { name: 'conversation with a View', open: conversation },
  {
    name: 'raw call',
    async open(page, links) {
      await conversation(page, links)
      await page.getByRole('button', { name: 'Show the raw call' }).click()
    },
  },
  {
    name: 'menu of a call',
    async open(page, links) {
      await conversation(page, links)
      await page.getByRole('button', { name: 'More for this call' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'failed call',
    async open(page, { call }) {
      await page.goto(call('hello', 'greet', { name: '' }))
      await page.locator('article.call:is([data-status="failed"], [data-status="done"])').waitFor()
    },
  },
  {
    name: 'composer with a form',
    async open(page, { home }) {
      await page.goto(home)
      await page.getByRole('combobox', { name: 'Tool' }).fill('write-document')
      await page.getByRole('option').first().click()
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    },
  },
  {
    name: 'tool picker',
    async open(page, { home }) {
      await page.goto(home)
      await page.locator('.tool-card').first().waitFor()
      await page.getByRole('button', { name: 'Show all tools' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'inspector: timeline', open: inspector('Timeline') },
  { name: 'inspector: problems', open: inspector('Problems') },
  { name: 'inspector: host', open: inspector('Host') },
  { name: 'inspector: record', open: inspector('Record') },
  { name: 'palette', open: shortcut('Control+k') },
  { name: 'servers and tools', open: shortcut('t') },
  { name: 'shortcuts', open: shortcut('?') },
  { name: 'save a call', open: menuItem('Save this call') },
  {
    name: 'compare',
    async open(page, links) {
      await conversation(page, links)
      await page.getByRole('button', { name: 'Run again', exact: true }).click()
      await page.locator('mcp-app[stage="ready"]').nth(1).waitFor()
      await page.getByRole('button', { name: 'More for this call' }).last().click()
      await page.getByRole('menuitem', { name: 'Compare' }).click()
      await page.locator('.compare-view mcp-app[stage="ready"]').nth(1).waitFor()
    },
  },
  {
    name: 'matrix',
    async open(page, links) {
      await menuItem('Open the matrix')(page, links)
      await page.locator('.matrix-cell[data-stage="ready"]').nth(11).waitFor()
    },
  },
]
