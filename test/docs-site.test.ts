import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corpus } from '../packages/conformance/src/attacks/corpus.ts'
import { hostToView, viewToHost } from '../packages/casement/src/protocol/index.ts'
import { openChromium } from '../scripts/open-chromium.mjs'
import { root } from '../scripts/setup.mjs'
import { buildSite } from '../site/build-site.mjs'
import { codeEntries } from './entries.ts'

let folder: string
let browser: Browser
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const htmlFiles = (): string[] => readdirSync(folder).filter((file) => file.endsWith('.html'))

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/site-'))
  const launched = openChromium()
  await buildSite(root, folder)
  browser = await launched
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a page of the site from its file. Requests for anything but files are recorded. */
async function open(name: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) {
  const { width = 1280, colorScheme = 'light' } = options
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  const page = await context.newPage()
  const outside: string[] = []
  page.on('request', (request) => void (/^(file|data):/.test(request.url()) || outside.push(request.url())))
  page.on('pageerror', (error) => outside.push(String(error)))
  await page.goto(pathToFileURL(join(folder, name)).href)
  return { page, outside, close: () => context.close() }
}

const serious = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
}

test('every link inside the site leads to a page and a heading that are there', () => {
  const headings = new Map(
    htmlFiles().map((file) => [file, new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  )
  const broken = htmlFiles().flatMap((file) =>
    [...read(file).matchAll(/<a [^>]*href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !/^(https?|mailto):/.test(href))
      .filter((href) => {
        const [path = '', anchor] = href.split('#')
        if (path.endsWith('.json')) return !existsSync(join(folder, path))
        const ids = headings.get(path === '' ? file : path)
        return !ids || (anchor !== undefined && !ids.has(decodeURIComponent(anchor)))
      })
      .map((href) => `${file}: ${href}`),
  )
  expect(broken).toEqual([])
})

test('every method of the table, every attack of the corpus and every entry has its place', () => {
  const methods = read('methods.md')
  const threats = read('threats.md')
  const pages = read('llms.txt')
  expect(Object.keys({ ...viewToHost, ...hostToView }).filter((name) => !methods.includes(`### ${name}\n`))).toEqual([])
  expect(corpus.filter(({ id }) => !threats.includes(`\`${id}\``)).map(({ id }) => id)).toEqual([])
  expect(codeEntries().filter(({ name }) => !pages.includes(`[${name}](`))).toEqual([])
})

test('the API of the gateway has its OpenAPI document, and a page with every request of it', async () => {
  const document = JSON.parse(read('openapi.json')) as { openapi: string; paths: Record<string, Record<string, object>> }
  const { valid } = await new Validator().validate(structuredClone(document) as object as Record<string, unknown>)
  expect([document.openapi, valid]).toEqual(['3.1.1', true])
  const page = read('gateway-api.md')
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `\`${method.toUpperCase()} ${path}\``),
  )
  expect(requests.length).toBeGreaterThan(50)
  expect(requests.filter((request) => !page.includes(request))).toEqual([])
  expect(page).toContain('[openapi.json](openapi.json)')
})

test('llms.txt names pages that are there, and the one page holds all of them', () => {
  const links = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter((link) => !readdirSync(folder).includes(link))).toEqual([])
  const all = read('casement.md')
  const titles = links.filter((link) => link !== 'casement.md').map((link) => /^# (.+)$/m.exec(read(link))?.[1] ?? link)
  expect(titles.filter((title) => !all.includes(`\n## ${title}\n`))).toEqual([])
})

test('the Markdown beside the pages leads to what lies beside it, and names the files that do not', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const links = files.flatMap((file) => {
    const prose = read(file).replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, '')
    return [...prose.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, link = '']) => `${file}: ${link}`)
  })
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter((link) => !existsSync(join(folder, link.split(': ')[1] ?? '')))).toEqual([])
  expect(read('architecture.md')).toContain('session.ts (`packages/casement/src/host/mount/session.ts`)')
})

test('a link to a source file says on the site which file it is', () => {
  expect(read('architecture.html')).toContain('title="packages/casement/src/host/mount/session.ts">session.ts</a>')
})

test('from a file, by keyboard: search, walk the results, open one', async () => {
  const { page, outside, close } = await open('index.html')
  await page.keyboard.press('/')
  await page.keyboard.type('several nodes with postgresql')
  const wanted = 'deployment.html#several-nodes-with-postgresql'
  await expect.poll(() => page.locator('#hits a').first().getAttribute('href')).toBe(wanted)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.closest("#hits") !== null')).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url().endsWith(wanted)).toBe(true)
  expect(outside).toEqual([])
  await close()
})

test('a search leaves the page where it is', async () => {
  const { page, close } = await open('view.html')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('scrollTo(0, 1500)')
  await page.keyboard.press('/')
  await page.keyboard.type('consent')
  await page.locator('#hits a').first().waitFor()
  expect(await page.evaluate('scrollY')).toBe(1500)
  await close()
})

test('a search without an exact match lists related sections, one without any says so, and Escape closes it', async () => {
  const { page, close } = await open('view.html')
  await page.locator('#search').fill('blank xyzzyplugh')
  await expect.poll(() => page.locator('#found').textContent()).toContain('Related sections')
  expect(await page.locator('#hits a').count()).toBeGreaterThan(3)
  await page.locator('#search').fill('xyzzyplugh')
  await expect.poll(() => page.locator('#found').textContent()).toContain('No results')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('#results').isVisible()).toBe(false)
  await close()
})

test('the theme can be changed, and is kept', async () => {
  const { page, close } = await open('index.html', { colorScheme: 'light' })
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
  await close()
})

test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
  // Pages with drawings, tables and code, and not the long ones: axe looks at every coloured word.
  for (const name of ['lifecycle.html', 'build.html']) {
    const { page, outside, close } = await open(name, { colorScheme })
    expect({ name, found: await serious(page), outside }).toEqual({ name, found: [], outside: [] })
    await close()
  }
})

test('nothing is too wide for 360 px', async () => {
  const { page, close } = await open('index.html', { width: 360 })
  for (const name of ['index.html', 'lifecycle.html', 'methods.html', 'architecture.html', 'api-casement-view-core.html']) {
    await page.goto(pathToFileURL(join(folder, name)).href)
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect({ name, over }).toEqual({ name, over: 0 })
  }
  await close()
})

test('images of the pages are there', () => {
  const missing = htmlFiles().flatMap((file) =>
    [...read(file).matchAll(/<img [^>]*src="([^"]*)"/g)]
      .map(([, source = '']) => source)
      .filter((source) => source === '' || !readdirSync(join(folder, dirname(source))).includes(source.split('/').at(-1) ?? '')),
  )
  expect(missing).toEqual([])
})
