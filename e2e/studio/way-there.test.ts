import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChatServer } from './chat-server.ts'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

const MESSAGES = 75

let studio: OpenStudio
beforeAll(async () => {
  studio = await openStudio({ builtIn: { talker: await createChatServer() } })
  await seed()
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

/** A conversation that is longer than a page shows at first, with a call near its beginning. */
async function seed(): Promise<void> {
  const { store } = studio
  await store.createConversation('long', 'A long talk')
  for (let n = 0; n < MESSAGES; n++) {
    const text = `Message ${n}. ${'It goes on. '.repeat(20)}`
    const said = { id: `entry-${n}`, at: n, content: [{ type: 'text' as const, text }] }
    if (n === 2)
      await store.putEntry('long', {
        kind: 'call',
        id: 'entry-2',
        at: n,
        by: 'person',
        server: 'talker',
        tool: 'seats',
        status: 'done',
        input: { train: 'EC 9' },
        result: { content: said.content },
        view: 'entry-2',
        resourceUri: 'ui://talker/main',
      })
    else await store.putEntry('long', { kind: 'message', role: 'user', by: 'person', ...said })
  }
}

/** Whether something begins where the conversation begins on the page. */
const isOnTop = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { top = 0 } = element.closest('.scroller')?.getBoundingClientRect() ?? {}
    const depth = element.getBoundingClientRect().top - top
    return depth > 0 && depth < 24
  })

test('a link to a message opens its conversation there and marks it, also when it is old and another link is opened in the page', async () => {
  const page = await studio.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${studio.url}/#/long/entry-4`)
  const marked = page.locator('.entry[aria-current="location"]')
  await expect.poll(() => marked.textContent()).toContain('Message 4.')
  await expect.poll(() => isOnTop(marked)).toBe(true)

  await marked.hover()
  await marked.getByRole('button', { name: 'Copy a link to this message' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${studio.url}/#/long/entry-4`)
  expect(page.url()).toBe(`${studio.url}/#/long/entry-4`)

  await page.evaluate(() => (location.hash = '#/long/entry-60'))
  await expect.poll(() => marked.textContent()).toContain('Message 60.')
  await expect.poll(() => isOnTop(marked)).toBe(true)
  // A user who scrolled away and follows a link to the same place is scrolled there again.
  await page.locator('.scroller').hover()
  await page.mouse.wheel(0, -3000)
  await expect.poll(() => isOnTop(marked)).toBe(false)
  await page.evaluate(() => (location.hash = '#/long/entry-60/'))
  await expect.poll(() => isOnTop(marked)).toBe(true)
  await page.evaluate(() => (location.hash = '#/long/entry-2'))
  await expect.poll(() => marked.getAttribute('aria-label')).toBe('You called Choose seats (seats)')
  await marked.getByRole('button', { name: 'Copy this call' }).click()
  await page.getByRole('menuitem', { name: 'Copy a link to this call' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${studio.url}/#/long/entry-2`)
  await page.context().close()
})

test('a link to a message that is not there says so, and shows the newest', async () => {
  const page = await studio.page()
  await page.goto(`${studio.url}/#/long/entry-1000`)
  await expect.poll(() => page.locator('.scroller').textContent()).toContain('is not in this conversation')
  await expect.poll(() => page.locator('.entry[aria-current]').count()).toBe(0)
  const last = page.locator('.entry').last()
  await expect.poll(() => last.textContent()).toContain(`Message ${MESSAGES - 1}.`)
  const isInSight = (element: Element): boolean => {
    const { bottom = 0 } = element.closest('.scroller')?.getBoundingClientRect() ?? {}
    return element.getBoundingClientRect().bottom <= bottom
  }
  await expect.poll(() => last.evaluate(isInSight)).toBe(true)
  await page.context().close()
})

/** Holds back what the page asks of an address until it is let go. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('a link to a call shows from the first moment that it is followed, and does not wait for the list of conversations', async () => {
  const page = await studio.page()
  const listServers = await holdBack(page, '**/api/servers')
  const listConversations = await holdBack(page, '**/api/conversations')
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  const pending = page.locator('.pending-call')
  await expect.poll(() => pending.textContent()).toBe('Opening seatsCasement is starting.')
  await expect.poll(() => pending.getByRole('progressbar').isVisible()).toBe(true)
  listServers()
  await viewsReady(page)
  expect(await pending.count()).toBe(0)
  listConversations()
  await expect.poll(() => page.locator('.conversations .row', { hasText: 'A long talk' }).count()).toBe(1)
  await expect.poll(() => page.locator('.conversations .row[data-current]').textContent()).toContain('seats')
  await page.context().close()
})

test('who begins something else while a link is followed sees nothing of it there', async () => {
  const page = await studio.page()
  const listServers = await holdBack(page, '**/api/servers')
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await expect.poll(() => page.locator('.pending-call').count()).toBe(1)
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await expect.poll(() => page.locator('.pending-call').count()).toBe(0)
  listServers()
  await page.context().close()
})

test('what could not be loaded can be tried again, and is not told any more once it is there', async () => {
  const page = await studio.page()
  await page.route('**/api/conversations', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(studio.url)
  const toast = page.locator('.toast', { hasText: 'Loading failed' })
  await expect.poll(() => toast.count()).toBe(1)
  // The browser tells the console of what failed, whoever asked.
  await expect.poll(() => studio.complaints.splice(0)).toEqual([expect.stringContaining('500')])
  await page.unroute('**/api/conversations')
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => toast.count()).toBe(0)
  await expect.poll(() => page.locator('.conversations .row', { hasText: 'A long talk' }).count()).toBe(1)
  await page.context().close()
})

test('a View that is taller than the page is seen from its head on', async () => {
  const page = await studio.page({ viewport: { width: 1024, height: 260 } })
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  const call = page.locator('article.call')
  const tall = (): Promise<boolean> =>
    call.evaluate((element) => element.clientHeight > (element.closest('.scroller')?.clientHeight ?? Infinity))
  await expect.poll(tall).toBe(true)
  await expect.poll(() => isOnTop(call)).toBe(true)
  await page.context().close()
})

test('where there is no room beside the conversation the inspector is under it, as high as the person left it', async () => {
  const page = await studio.page({ viewport: { width: 1024, height: 768 } })
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const dock = page.getByRole('complementary', { name: 'Inspector' })
  const height = (): Promise<number> => dock.evaluate((element) => element.clientHeight)
  await expect.poll(() => dock.getByRole('tab', { name: 'Timeline' }).isVisible()).toBe(true)
  const first = await height()
  expect(first).toBeLessThan(768 / 2)
  const grip = page.getByRole('separator', { name: 'Height of the inspector' })
  await grip.press('ArrowUp')
  await expect.poll(height).toBe(first + 24)
  for (let n = 0; n < 12; n++) await grip.press('ArrowUp')
  await expect.poll(height, { message: 'the conversation stays in sight' }).toBeLessThanOrEqual(768 * 0.6)
  const left = await height()
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  const run = page.getByRole('button', { name: 'Run', exact: true })
  const isAboveDock = (button: Element): boolean => {
    const { top = 0 } = document.querySelector('.dock')?.getBoundingClientRect() ?? {}
    return button.getBoundingClientRect().bottom <= top
  }
  await expect.poll(() => run.evaluate(isAboveDock), { message: 'what runs the tool is in sight' }).toBe(true)
  await page.reload()
  await expect.poll(height).toBe(left)
  await page.context().close()
})

test('who is asked for consent is told which call the View is of, and from which server', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this message on your behalf?' })
  await expect.poll(() => dialog.textContent()).toContain('From talker')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await page.context().close()
})
