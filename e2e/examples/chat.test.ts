import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { shownViews } from '../lab/shown-views.mjs'

const PATIENCE = 60_000
let program: ChildProcess
let browser: Browser
let url = ''
const complaints: string[] = []
beforeAll(async () => {
  program = spawn(process.execPath, [join(root, 'examples/chat/start.mjs'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Vitest sets it to "test", and Vite would bundle the development build of React.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  ;[url, browser] = await Promise.all([printedUrl(program), openChromium()])
})
afterAll(async () => {
  await browser?.close()
  const exited = once(program, 'exit')
  program.kill('SIGTERM')
  await exited
})

async function printedUrl(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const [, found] = /Chat {4}(http:\S+)/.exec(output) ?? []
    if (found) return found
  }
  throw new Error(`The chat did not start: ${output}`)
}

/** A browser of one user, who signs in at the provider. */
async function signIn(user: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 } })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(url)
  await signInAgain(page, user)
  return page
}

async function signInAgain(page: Page, user: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with the test provider' }).click()
  await page.getByLabel('User').fill(user)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Packing chat' }).waitFor()
}

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
const titles = (page: Page) => page.getByRole('navigation').locator('li').allTextContents()
/** The View of the conversation, once it shows its items. */
async function packingList(page: Page): Promise<Frame> {
  let found: Frame | undefined
  await expect
    .poll(async () => (found = (await shownViews(page))[0]) && found.locator('li').count(), { timeout: PATIENCE })
    .toBe(4)
  return found as Frame
}
const status = (view: Frame) => view.getByRole('status').textContent()

test('two users sign in, and each sees only their own conversations and View state', async () => {
  const [ada, grace] = await Promise.all([signIn('ada'), signIn('grace')])
  await expect.poll(() => ada.locator('header').textContent()).toContain('Ada Lovelace')
  await say(ada, 'pack for Lisbon')
  const list = await packingList(ada)
  await list.getByLabel('Passport').check()
  await expect.poll(() => status(list)).toBe('1 of 4 packed')
  await expect.poll(() => titles(ada)).toEqual(['pack for Lisbon'])
  const address = ada.url()

  await ada.reload()
  await expect.poll(async () => status(await packingList(ada))).toBe('1 of 4 packed')

  expect(await titles(grace)).toEqual([])
  await grace.goto(address)
  await expect.poll(() => grace.getByRole('alert').textContent()).toContain('no such conversation')
  expect(await shownViews(grace)).toEqual([])
  await grace.getByRole('link', { name: 'New conversation' }).click()
  await say(grace, 'pack for Oslo')
  const other = await packingList(grace)
  expect(await status(other)).toBe('0 of 4 packed')
  await expect.poll(() => titles(grace)).toEqual(['pack for Oslo'])
  if (process.env['CASEMENT_IMAGES']) await ada.screenshot({ path: join(process.env['CASEMENT_IMAGES'], 'example-chat.png') })
  expect(complaints).toEqual([])
})

test('a user who signs out leaves nothing for the next user of the browser', async () => {
  const page = await signIn('ada')
  await say(page, 'pack for Rome')
  await packingList(page)
  await expect.poll(() => titles(page)).toContain('pack for Rome')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((address) => address.origin !== url)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInAgain(page, 'grace')
  await page.waitForFunction(() => document.querySelector('header')?.textContent?.includes('Grace Hopper'))
  expect(await titles(page)).not.toContain('pack for Rome')
  expect(complaints).toEqual([])
})
