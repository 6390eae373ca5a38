import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallEntry } from '@casement/gateway/api'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createChatServer } from './chat-server.ts'
import { callLink, openStudio, PATIENCE, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let studio: OpenStudio
beforeAll(async () => {
  studio = await openStudio({ builtIn: { talker: await createChatServer() } })
})
afterAll(() => studio.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const open = async (tool: string, args: object = {}, more = ''): Promise<Page> => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'talker', tool, args, more))
  return page
}
/** Waits until the gateway has kept the result of a page's first call, and what else there is to keep. */
const kept = async (page: Page, state: object = {}, context: readonly object[] = []): Promise<void> => {
  const id = new URL(page.url()).hash.slice('#/'.length)
  const found = async (): Promise<object> => {
    const detail = await studio.store.readConversation(id)
    const call = detail?.entries[0] as CallEntry | undefined
    return { status: call?.status, context: detail?.context, state: await studio.store.readState(call?.id ?? '') }
  }
  await expect.poll(found).toMatchObject({ status: 'done', state, context })
}

test('a deep link opens a conversation, runs the tool and shows its View with input and result', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#input').textContent()).toBe('input {"train":"EC 9"}')
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('done')
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})

test('a deep link with a speed streams the arguments into the View', async () => {
  // Long enough that the View is there before they are written.
  const page = await open('seats', { train: 'EC 9 from Bern to Milan, '.repeat(100) }, '&stream=50')
  await expect.poll(() => viewOf(page).locator('#partials').textContent()).toMatch(/partials \d/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toBe('cancelled')
  await page.context().close()
})

test('a call whose arguments stream is shown as what it is: writing, running, done', async () => {
  const page = await studio.page()
  // Recorded in the page: a later check from outside could miss it.
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      for (const call of document.querySelectorAll('article.call')) seen.add(call.getAttribute('data-status') ?? '')
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  const args = { train: 'EC 9 from Bern to Milan by way of Brig and Domodossola' }
  await page.goto(callLink(studio, 'talker', 'seats', args, '&stream=60'))
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toContain('Domodossola')
  await expect.poll(() => page.evaluate('[...seen]')).toEqual(expect.arrayContaining(['streaming', 'running', 'done']))
  await page.context().close()
})

test('a deep link that cannot be followed says why', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'talker', 'no-such-tool'))
  await expect.poll(() => page.locator('.toast').textContent()).toContain('talker has no tool no-such-tool')
  await page.context().close()
})

test('a call that takes its time says how far it is, is cancelled, and its View is told (R-220)', async () => {
  const page = await open('slow')
  await viewsReady(page)
  const call = page.locator('article.call')
  await expect.poll(() => call.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  await expect.poll(() => call.textContent()).toMatch(/running · \d+ s.*Looking for seats/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toBe('cancelled')
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('cancelled')
  await page.context().close()
})

test('a failing tool without a View shows what it said', async () => {
  const page = await open('failing')
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('failed')
  await expect.poll(() => page.locator('article.call').textContent()).toContain('No trains today')
  await page.context().close()
})

test('a failing tool with a View says why above it', async () => {
  const page = await open('seats', { train: 9 })
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/The tool reported an error.*train/)
  await page.context().close()
})

test('a call is changed and made again, and what can be taken from it is copied', async () => {
  const page = await open('seats', { train: 'EC 9', count: 2 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const calls = page.locator('article.call')
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await expect.poll(() => page.getByLabel('count').inputValue()).toBe('2')
  await page.getByRole('button', { name: 'JSON' }).click()
  await calls.getByRole('button', { name: 'Edit and run again' }).click()
  const editor = page.getByRole('textbox', { name: 'Arguments of seats as JSON' })
  await expect.poll(() => editor.textContent()).toContain('"EC 9"')
  await editor.fill('{ "train": "EC 10" }')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect
    .poll(() => calls.locator('.call-arguments').allTextContents())
    .toEqual(['train: "EC 9", count: 2', 'train: "EC 10"'])
  await calls.nth(1).getByRole('button', { name: 'Copy this call' }).click()
  await page.getByRole('menuitem', { name: 'Copy a link that makes this call' }).click()
  await expect.poll(() => page.locator('.toast').textContent()).toContain('Copied')
  const link = `${studio.url}/?server=talker&tool=seats&args=${encodeURIComponent('{"train":"EC 10"}').replace('%20', '+')}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.context().close()
})

test('a View in the corner leaves a note in its place, which brings it back', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await page.getByRole('button', { name: 'Inspect this View' }).click()
  await page.getByRole('tab', { name: 'Context' }).click()
  const modes = page.getByRole('group', { name: 'Display mode' })
  await modes.getByRole('button', { name: 'pip' }).click()
  await page.getByRole('button', { name: 'Return it to the conversation' }).click()
  await expect.poll(() => page.locator('.view-away').count()).toBe(0)
  await expect.poll(() => modes.getByRole('button', { name: 'inline' }).getAttribute('aria-pressed')).toBe('true')
  await page.context().close()
})

test('a View may call what is only for Views, and what it says in the name of the person is shown once they agree', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'secret' }).click()
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toContain('told a View')
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => page.locator('article.message[data-by="app"]').textContent()).toContain('Book seat 12.')
  await page.context().close()
})

test('consent that is remembered is kept by the gateway, and every action is in its audit', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  await page.getByRole('checkbox', { name: /Always/ }).check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await api<unknown[]>(page, '/api/consent')).length).toBe(1)
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  await expect.poll(() => page.locator('article.message[data-by="app"]').count()).toBe(2)
  await expect
    .poll(
      async () => (await api<{ method: string }[]>(page, '/api/audit')).filter(({ method }) => method === 'ui/message').length,
    )
    .toBeGreaterThanOrEqual(2)
  await page.context().close()
})

test('after a reload the conversation is back: input, result, state and model context of its View', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'count' }).click()
  await viewOf(page).getByRole('button', { name: 'context' }).click()
  await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
  // Kept by the gateway, and not only by the browser under the View's own origin.
  await kept(page, { count: { value: 1 } }, [{ content: [{ text: 'Seat 12 is chosen.' }] }])
  await page.reload()
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
  // Shown again, not called again; and what the View said is still there for the model.
  const id = new URL(page.url()).hash.slice(2)
  const after = await studio.store.readConversation(id)
  expect(after?.entries).toHaveLength(1)
  expect(after?.context).toHaveLength(1)
  await page.context().close()
})

test('a conversation that was left keeps the context of its Views, and switching back shows them again', async () => {
  const page = await open('seats', { train: 'EC 9' })
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'context' }).click()
  await kept(page, {}, [{ content: [{ text: 'Seat 12 is chosen.' }] }])
  const id = new URL(page.url()).hash.slice(2)
  await studio.store.renameConversation(id, 'The one that was left')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.poll(() => page.locator('mcp-app').count()).toBe(0)
  await page.getByRole('button', { name: /^The one that was left/ }).click()
  await viewsReady(page)
  await kept(page, {}, [{ content: [{ text: 'Seat 12 is chosen.' }] }])
  await page.context().close()
})

test('a conversation is exported as one HTML file that shows its Views as they were, from the disk, and reaches nothing', async () => {
  const page = await open('seats', { train: '<script>alert(1)</script>' })
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'count' }).click()
  await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
  await kept(page, { count: { value: 1 } })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as HTML' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('seats.html')
  const file = join(temporaryFolder(), 'seats.html')
  await download.saveAs(file)
  const html = readFileSync(file, 'utf8')
  expect(html).toContain('Seats of &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain("default-src 'none'")

  const reader = await studio.page()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  await reader.goto(`file://${file}`)
  const view = reader.locator('iframe').contentFrame()
  await expect.poll(() => view.locator('#outcome').textContent()).toContain('alert(1)')
  await expect.poll(() => view.locator('#counted').textContent()).toBe('count 1')
  expect(await reader.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts')
  expect(asked.filter((url) => url.startsWith('http'))).toEqual([])
  await reader.context().close()
  await page.context().close()
})

test('a call that a reload cut off is shown as interrupted, and is run again', async () => {
  const page = await open('slow')
  await viewsReady(page)
  const saved = async (): Promise<unknown> => {
    const id = new URL(page.url()).hash.slice(2)
    return (await api<{ entries: unknown[] }>(page, `/api/conversations/${id}`)).entries[0]
  }
  await expect.poll(saved).toMatchObject({ status: 'running' })
  const other = await page.context().newPage()
  other.setDefaultTimeout(PATIENCE)
  await other.goto(page.url())
  await expect.poll(() => other.locator('article.call').textContent()).toContain('Running in another tab')
  await other.close()
  await page.reload()
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('interrupted')
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toBe('cancelled')
  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect.poll(() => page.locator('article.call').nth(1).getAttribute('data-status')).toBe('running')
  await page.context().close()
})

test('when the process starts again, the conversation and its Views are there, also without the server', async () => {
  const dataDir = temporaryFolder()
  const first = await openStudio({ dataDir, builtIn: { talker: await createChatServer() } })
  const page = await first.page()
  await page.goto(callLink(first, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'count' }).click()
  await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
  const { hash } = new URL(page.url())
  const stored = async (): Promise<object> => {
    const [call] = (await first.store.readConversation(hash.slice(2)))?.entries ?? []
    return { call, state: await first.store.readState(call?.id ?? '') }
  }
  const call = { status: 'done', resourceHash: expect.any(String) as string }
  await expect.poll(stored).toMatchObject({ call, state: { count: { value: 1 } } })
  await first.close()

  const second = await openStudio({ dataDir, builtIn: {} })
  const again = await second.page()
  await again.goto(`${second.url}/${hash}`)
  await viewsReady(again)
  await expect.poll(() => viewOf(again).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  await expect.poll(() => viewOf(again).locator('#counted').textContent()).toBe('count 1')
  await second.close()
})

/** Asks the gateway in the name of the page. */
function api<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const secret = document.querySelector<HTMLMetaElement>('meta[name="casement-secret"]')?.content ?? ''
    return (await fetch(address, { headers: { Authorization: `Bearer ${secret}` } })).json() as Promise<T>
  }, path)
}
