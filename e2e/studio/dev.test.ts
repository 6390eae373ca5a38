import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { openBrowser, openPage, readyView } from './command-page.ts'
import { runCasement } from './run-casement.ts'

// Inside the repository, where the project finds what it depends on.
const home = mkdtempSync(join(root, 'packages/studio/.cache/dev-'))
const project = join(home, 'my-dice')
let browser: Browser
beforeAll(async () => {
  const { createProject } = (await import(pathToFileURL(join(root, 'packages/casement/dist/create/index.js')).href)) as {
    createProject: (options: object) => Promise<unknown>
  }
  await createProject({ folder: project, template: 'vanilla' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, maxRetries: 10 })
})

/** Changes a source of the project, as its author does in an editor. */
function edit(file: string, from: string, to: string): void {
  const path = join(project, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(path, text.replace(from, to))
}

test('casement dev makes the first call, and follows the sources of the View and of the server', async () => {
  const studio = await runCasement([], { dataDir: join(home, 'data'), subcommand: ['dev'], folder: project })
  const page = await openPage(browser)
  await page.goto(studio.link)
  const view = await readyView(page)
  const dice = view.locator('.dice li')
  await expect.poll(() => dice.count()).toBe(2)
  await view.getByRole('button', { name: 'Roll again' }).click()
  await expect.poll(() => view.locator('.counter').textContent()).toBe('Rolled again: 1')

  edit('src/roll.ts', 'Total:', 'Sum:')
  await expect.poll(() => view.locator('[role=status]').textContent()).toMatch(/^Sum: \d+$/)
  await expect.poll(() => view.locator('.counter').textContent()).toBe('Rolled again: 1')
  expect(await dice.count()).toBe(2)

  edit('src/app.ts', '1 + Math.floor(Math.random() * sides)', 'sides + 1')
  await expect.poll(() => page.locator('.toasts').textContent()).toContain('was restarted')
  await expect.poll(() => view.locator('.counter').textContent()).toBe('Rolled again: 1')
  await view.getByRole('button', { name: 'Roll again' }).click()
  await expect.poll(() => dice.allTextContents()).toEqual(['7', '7'])
  expect((await studio.end()).code).toBe(0)
}, 300_000)
