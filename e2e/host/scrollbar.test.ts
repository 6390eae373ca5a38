import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
let browser: Browser
beforeAll(async () => {
  const canvas = '<div style="aspect-ratio: 600 / 360; background: teal"></div>'
  stage = await openHostStage({ canvas: { html: await casementView(canvas) } })
  const executablePath = findChromium()
  // Playwright hides the scrollbars of a headless browser.
  const ignoreDefaultArgs = ['--hide-scrollbars']
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS, ignoreDefaultArgs })
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('a View whose height follows its width gets the room to do without a scrollbar', async () => {
  const page = await browser.newPage()
  await page.goto(stage.served.hostOrigin)
  await page.evaluate(`mount('canvas').then(({ ready }) => ready)`)
  const view = await viewFrame(page)
  await until(view, 'innerHeight > 300')
  const sizes = '[innerWidth - document.documentElement.clientWidth, innerHeight - Math.ceil(innerWidth * 0.6)]'
  await expect.poll(() => view.evaluate(sizes)).toEqual([0, 0])
})
