import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFor } from '../lab/axe.ts'
import { openLabStage, openTab, viewOf, type LabStage } from './lab-stage.ts'
import { settled } from './settled.ts'

const TABS = ['Timeline', 'Context', 'Policy', 'Data', 'Events', 'Host', 'Record']

let stage: LabStage
beforeAll(async () => {
  stage = await openLabStage()
})
afterAll(() => stage?.close())

/** The findings of axe in a part of the page, without the content of Views. */
async function findings(page: Page, part: string): Promise<string[]> {
  await settled(page)
  const { violations } = await axeFor(page).include(part).exclude('.replay-view').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
] as const)('axe finds nothing in any panel, %s, %i px', async (colorScheme, width) => {
  const page = await stage.showView({ colorScheme, viewport: { width, height: 800 } })
  for (const name of ['ask', 'fail', 'context', 'count', 'log', 'load']) await viewOf(page).locator(`#${name}`).click()
  const found: Record<string, string[]> = {}
  for (const tab of TABS) {
    await openTab(page, tab)
    await page.getByRole('tabpanel', { name: tab }).waitFor()
    if (tab === 'Timeline') await page.getByRole('listbox', { name: 'Messages' }).press('End')
    found[tab] = await findings(page, '[role=tabpanel]')
  }
  await page.getByRole('button', { name: 'Replay this View' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  found['replay'] = await findings(page, '.dialog')
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await page.context().close()
})

test('and the page complains about nothing', () => {
  expect(stage.complaints).toEqual([])
})
