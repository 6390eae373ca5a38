import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChatServer } from './chat-server.ts'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let studio: OpenStudio
/** Another site: its pages lead to the Studio, and it counts what reaches it. */
let foreign: Server
let foreignUrl: string
const reached: string[] = []
let foreignPage = ''
beforeAll(async () => {
  studio = await openStudio({ builtIn: { talker: await createChatServer() } })
  foreign = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/stolen')) reached.push(path)
    if (path === '/redirect') response.writeHead(302, { location: outside() }).end()
    else response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end(foreignPage)
  }).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
})
afterAll(async () => {
  foreign?.close()
  foreign?.closeAllConnections()
  await studio?.close()
})
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

/** The address of a call, as any site can write it. */
const outside = (): string => `${studio.url}/?server=talker&tool=seats&args=${encodeURIComponent('{"train":"EC 9"}')}`

/** How many calls of tools passed through the gateway. */
const calls = async (): Promise<number> => {
  const audit = await studio.store.listAudit({ conversation: null, before: null, limit: 1000 })
  return audit.filter(({ method }) => method === 'tools/call').length
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Run this tool call?' })

async function arrive(way: (link: string) => string, act: (page: Page) => Promise<Page>): Promise<Page> {
  foreignPage = `<!doctype html><title>Foreign</title><body>${way(outside())}`
  const page = await studio.page()
  await page.goto(foreignUrl)
  return act(page)
}
const stay = async (page: Page): Promise<Page> => page
const click = async (page: Page): Promise<Page> => {
  await page.locator('#go').click()
  return page
}
const popUp = async (page: Page): Promise<Page> => {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.locator('#go').click()])
  return opened
}

describe('attacks: a link from outside', () => {
  test.each<[way: string, html: (link: string) => string, act: (page: Page) => Promise<Page>]>([
    ['a link', (link) => `<a id="go" href="${link}">go</a>`, click],
    ['a link in a new tab', (link) => `<a id="go" href="${link}" target="_blank">go</a>`, popUp],
    ['a window', (link) => `<button id="go" onclick="window.open('${link}')">go</button>`, popUp],
    ['a script', (link) => `<script>location.replace('${link}')</script>`, stay],
    ['a refresh', (link) => `<meta http-equiv="refresh" content="0;url=${link}">`, stay],
    [
      'a form',
      () =>
        `<form action="${studio.url}/"><input name="server" value="talker"><input name="tool" value="seats"><input name="args" value='{"train":"EC 9"}'><button id="go">go</button></form>`,
      click,
    ],
    ['a redirect', () => `<a id="go" href="/redirect">go</a>`, click],
    ['no referrer', (link) => `<a id="go" href="${link}" rel="noreferrer">go</a>`, click],
    ['a mark of ours', (link) => `<a id="go" href="${link}&session=x&key=y">go</a>`, click],
  ])('%s on a foreign page shows the call and runs nothing', async (_, html, act) => {
    const before = await calls()
    const page = await arrive(html, act)
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).textContent()).toContain('"train": "EC 9"')
    expect(await calls()).toBe(before)
    await page.keyboard.press('Enter')
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    expect(await calls(), 'a key that was meant for the other page runs nothing').toBe(before)
    expect([new URL(page.url()).search, await page.locator('article.call').count()]).toEqual(['', 0])
    await page.context().close()
  })

  test('a link on a foreign page shows the call and runs nothing', async () => {
    const before = await calls()
    const page = await arrive((link) => `<a id="go" href="${link}">go</a>`, click)
    const dialog = dialogOf(page)
    await dialog.waitFor()
    // Clicks that go on from the other page do not count.
    const run = dialog.getByRole('button', { name: 'Run' })
    expect(await run.isDisabled()).toBe(true)
    await expect.poll(() => run.isEnabled()).toBe(true)
    expect(await calls()).toBe(before)
    await run.click()
    await viewsReady(page)
    await expect.poll(calls).toBe(before + 1)
    await page.reload()
    await page.locator('article.call').waitFor()
    expect(await calls(), 'who reloads does not call again').toBe(before + 1)
    await page.context().close()
  })

  test('the call can be changed before it is made', async () => {
    const before = await calls()
    const page = await arrive((link) => `<a id="go" href="${link}">go</a>`, click)
    await dialogOf(page).getByRole('button', { name: 'Edit first' }).click()
    await expect.poll(() => page.getByLabel('train').inputValue()).toBe('EC 9')
    expect(await calls()).toBe(before)
    await page.context().close()
  })

  test('the Studio itself, the printed link and a script run it at once; a link of text in a conversation does not', async () => {
    const page = await studio.page()
    await page.goto(studio.url)
    await page.evaluate((link) => location.assign(link), outside())
    await viewsReady(page)
    await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
    await viewsReady(page)
    const printed = `${studio.gateway.link()}&${new URL(outside()).search.slice(1)}`
    await page.goto(printed)
    await viewsReady(page)
    const before = await calls()
    await page.goto(printed)
    await dialogOf(page).waitFor()
    expect(await calls(), 'the link is used up').toBe(before)
    await page.goto(studio.url)
    await page.evaluate((link) => {
      const anchor = Object.assign(document.createElement('a'), { href: link, rel: 'noopener noreferrer' })
      document.body.append(anchor)
      anchor.click()
    }, outside())
    await dialogOf(page).waitFor()
    expect(await calls()).toBe(before)
    await page.context().close()
  })
})

describe('attacks: routes of the gateway from a View', () => {
  test('a View cannot send data through a route of the gateway', async () => {
    const page = await studio.page()
    await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
    await viewsReady(page)
    await page
      .getByRole('button', { name: 'Run it again' })
      .or(page.getByRole('button', { name: 'Run again' }))
      .first()
      .click()
    await viewsReady(page, 2)
    const attacker = page.frames().find((frame) => new URL(frame.url()).pathname.startsWith('/view/'))
    const before = reached.length
    const paths = ['/healthz', '/readyz', '/metrics', '/nothing', `/${'a'.repeat(20_000)}`]
    for (const path of paths) await attacker?.evaluate(takeOver, { path, to: `${foreignUrl}/stolen` })
    expect(reached.slice(before)).toEqual([])
    await page.context().close()
  })
})

/** Runs inside a View: navigates every frame of its own origin to a route of the gateway, and writes into what is there. */
async function takeOver({ path, to }: { path: string; to: string }): Promise<void> {
  const all = (of: Window): Window[] => {
    const inside = Array.from({ length: of.length }, (_, index) => of[index] ?? of)
    return inside.concat(inside.flatMap(all))
  }
  const others = all(top ?? window).filter((each) => {
    try {
      return each !== window && each.document.body !== null
    } catch {
      return false
    }
  })
  for (const other of others) {
    try {
      other.location.href = path
      await new Promise((resolve) => setTimeout(resolve, 300))
      const image = other.document.createElement('img')
      image.src = `${to}?image`
      other.document.body.append(image)
      await other.fetch(`${to}?fetch`)
    } catch {
      // Refused, as it should be.
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
}

describe('a browser without access', () => {
  test.each(['light', 'dark'] as const)('%s: sees where the link is, and gets in with it', async (colorScheme) => {
    const context = await studio.browser.newContext({ colorScheme })
    const page = await context.newPage()
    const response = await page.goto(studio.url)
    expect(response?.status()).toBe(401)
    await page.getByRole('heading', { name: 'Open the Studio from your terminal' }).waitFor()
    await page.goto(studio.gateway.link())
    await page.getByRole('heading', { name: 'Casement Studio' }).waitFor()
    expect(page.url()).toBe(`${studio.url}/`)
    await page.reload()
    await page.getByRole('heading', { name: 'Casement Studio' }).waitFor()
    await context.close()
  })

  test('the cookie is for the page only: no View and no script has it', async () => {
    const page = await studio.page()
    const sent: string[] = []
    page.on('request', (request) => {
      void request.allHeaders().then(
        ({ cookie = '' }) => sent.push(`${new URL(request.url()).hostname} ${cookie}`),
        () => {},
      )
    })
    await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
    await viewsReady(page)
    await viewOf(page).getByRole('button', { name: 'count' }).click()
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await expect.poll(() => sent.some((line) => line.startsWith('casement.localhost casement-session'))).toBe(true)
    expect(sent.filter((line) => line.includes('casement-session') && !line.startsWith('casement.localhost '))).toEqual([])
    await page.context().close()
  })
})
