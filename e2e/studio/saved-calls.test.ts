import { readFileSync } from 'node:fs'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { axeFor } from '../lab/axe.ts'
import { callLink, openStudio, type OpenStudio } from './open-studio.ts'
import { settled } from './settled.ts'

let studio: OpenStudio
let weather = 'rain'
beforeAll(async () => {
  studio = await openStudio({ builtIn: { lab: createMcpHandler(() => labServer()) } })
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

function labServer(): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' })
  const config = { title: 'Forecast', description: 'x', inputSchema: z.object({ city: z.string() }) }
  server.registerTool('forecast', config, ({ city }) => ({
    content: [{ type: 'text', text: `${weather} in ${city}` }],
    structuredContent: { sky: weather },
  }))
  return server
}

const saved = (page: Page) => page.getByRole('region', { name: 'Saved calls of lab' })
const row = (page: Page, name: string) => saved(page).getByRole('listitem').filter({ hasText: name })
const choose = async (page: Page, name: string, item: string): Promise<void> => {
  await row(page, name).hover()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a call is saved from the conversation and from the composer, run, renamed, exported and deleted', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'lab', 'forecast', { city: 'Rome' }))
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('done')
  await page.getByRole('button', { name: 'More for this call' }).click()
  await page.getByRole('menuitem', { name: 'Save this call' }).click()
  await page.getByLabel('Name').fill('Rome')
  expect(await page.getByLabel('Expected result').inputValue()).toContain('rain in Rome')
  await settled(page)
  const { violations } = await axeFor(page).include('.dialog').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => row(page, 'Rome').count()).toBe(1)

  await page.getByRole('combobox', { name: 'Tool' }).fill('forecast')
  await page.getByRole('option', { name: 'Forecast' }).click()
  await page.getByLabel('city').fill('Bern')
  await page.getByRole('button', { name: 'Save this call', exact: true }).click()
  await page.getByLabel('Name').fill('Bern')
  await page.getByLabel('Expected result').fill('{ "structuredContent": ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Expected result: Invalid JSON')
  await page.getByLabel('Expected result').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => row(page, 'Bern').count()).toBe(1)

  await page.getByRole('button', { name: 'Run all saved calls of lab' }).click()
  await expect.poll(() => saved(page).getByRole('status').textContent()).toBe('2 passed')
  weather = 'snow'
  await page.getByRole('button', { name: 'Run all saved calls of lab' }).click()
  await expect.poll(() => saved(page).getByRole('status').textContent()).toBe('1 passed, 1 failed')
  expect(await page.locator('article.call').count()).toBe(1)
  await choose(page, 'Rome', 'Show the last result')
  await expect.poll(() => page.getByRole('dialog').textContent()).toContain('/structuredContent/sky')
  await page.keyboard.press('Escape')
  weather = 'rain'
  await row(page, 'Rome').getByRole('button').first().click()
  await expect.poll(() => row(page, 'Rome').getAttribute('data-outcome')).toBe('passed')
  expect(await page.locator('article.call').count()).toBe(2)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the saved calls of lab as tests' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('lab.calls.test.ts')
  expect(readFileSync(await file.path(), 'utf8')).toContain('"city": "Bern"')

  await choose(page, 'Bern', 'Rename or edit')
  await page.getByLabel('Name').fill('Capital')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.reload()
  await expect.poll(() => row(page, 'Capital').count()).toBe(1)
  await choose(page, 'Rome', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => row(page, 'Rome').count()).toBe(0)
  expect((await studio.store.listSavedCalls()).map(({ name }) => name)).toEqual(['Capital'])
  await page.context().close()
})
