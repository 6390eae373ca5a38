import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addToken } from '../../packages/gateway/src/security/tokens.ts'
import { createChatServer } from './chat-server.ts'
import { openStudio, PATIENCE, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let studio: OpenStudio
const tokens = new Map<string, string>()
beforeAll(async () => {
  studio = await openStudio({
    builtIn: { talker: await createChatServer() },
    auth: { type: 'token', token: 'the-token-of-the-operator', user: 'root' },
    userLimits: { conversations: 3, callsPerMinute: 100 },
  })
  for (const user of ['ada', 'bob']) {
    const token = await addToken(studio.gateway.store.access, { name: user, user, role: user === 'ada' ? 'member' : 'admin' })
    tokens.set(user, token ?? '')
  }
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

/** A page on which a user has signed in. */
async function pageOf(user: string, path = '/'): Promise<Page> {
  const page = await (await studio.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(PATIENCE)
  page.on('pageerror', (error) => studio.complaints.push(String(error)))
  await page.goto(studio.url + path)
  await page.getByLabel('Access token').fill(tokens.get(user) ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  return page
}

test('a conversation is shared with a link, which another user reads; its Views call tools in the name of the reader, if at all', async () => {
  const ada = await pageOf('ada', '/?server=talker&tool=seats&args={"train":"EC 9"}')
  await ada.getByRole('button', { name: 'Run' }).click()
  await viewsReady(ada)
  await viewOf(ada).getByRole('button', { name: 'count' }).click()
  await expect.poll(() => viewOf(ada).locator('#counted').textContent()).toBe('count 1')
  await ada.getByRole('button', { name: 'Share' }).click()
  await ada.getByRole('button', { name: 'Create a link' }).click()
  const link = await ada.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/\?shared=[\w-]{43}$/)

  const bob = await pageOf('bob', new URL(link).search.replace('?', '/?'))
  await viewsReady(bob)
  expect(await bob.locator('.shared-head').textContent()).toContain('Shared by ada')
  await expect.poll(() => viewOf(bob).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  expect(await viewOf(bob).locator('#counted').textContent(), 'the state is the owner’s').toBe('')
  await viewOf(bob).getByRole('button', { name: 'secret' }).click()
  // The View does not handle the refusal.
  await expect.poll(() => studio.complaints).toEqual(['CasementError: Method not found: tools/call'])
  studio.complaints.length = 0
  const callsOf = async (user: string): Promise<string> =>
    JSON.stringify(
      await studio.gateway.store.as({ tenant: 'default', user }).listAudit({ conversation: null, before: null, limit: 100 }),
    )
  expect(await callsOf('bob')).not.toContain('only-for-views')

  await bob.getByRole('button', { name: 'Allow for this page' }).click()
  await viewsReady(bob)
  await expect.poll(() => viewOf(bob).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  await viewOf(bob).getByRole('button', { name: 'secret' }).click()
  await expect.poll(() => viewOf(bob).locator('#outcome').textContent()).toContain('told a View')
  await expect.poll(() => callsOf('bob')).toContain('only-for-views')
  expect(await callsOf('ada')).not.toContain('only-for-views')

  await ada.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => ada.getByRole('list', { name: 'Links to this conversation' }).count()).toBe(0)
  await bob.reload()
  await expect.poll(() => bob.getByRole('alert').textContent()).toContain('There is no conversation with this link')
  await ada.context().close()
  await bob.context().close()
})

test('the page of admins shows users and audit, and revokes access; members see why they do not', async () => {
  const root = await pageOf('bob', '/?admin')
  const row = root.getByRole('row', { name: /^ada/ })
  await expect.poll(() => row.textContent()).toContain('Revoke access')
  await root.getByRole('tab', { name: 'Audit' }).click()
  await expect.poll(() => root.getByRole('table', { name: 'Audit log' }).textContent()).toContain('shares/create')
  await root.getByRole('tab', { name: 'Servers' }).click()
  await expect.poll(() => root.getByRole('table', { name: 'Servers' }).textContent()).toContain('talker')
  await root.getByRole('tab', { name: 'Sessions' }).click()
  await expect.poll(() => root.getByRole('table', { name: 'Sessions' }).textContent()).toContain('ada')

  const ada = await pageOf('ada', '/?admin')
  await expect.poll(() => ada.locator('main').textContent()).toContain('This page is for admins')
  await ada.goto(`${studio.url}/`)
  await ada.getByRole('button', { name: 'Settings' }).click()
  await expect.poll(() => ada.getByRole('meter', { name: 'Conversations' }).getAttribute('max')).toBe('3')

  await root.getByRole('tab', { name: 'Users' }).click()
  await row.getByRole('button', { name: 'Revoke access' }).click()
  await root.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect.poll(() => row.textContent()).toContain('Restore access')
  await ada.goto(`${studio.url}/`)
  await expect.poll(() => ada.getByLabel('Access token').count()).toBe(1)
  await root.context().close()
  await ada.context().close()
})
