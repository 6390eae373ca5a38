import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineView } from '../../packages/conformance/src/view-target/examine-view.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
}, 60_000)
afterAll(() => browser?.close())

test('the View of the example hello keeps every rule', { timeout: 300_000 }, async () => {
  const html = await readFile(new URL('../../examples/hello/dist/hello.html', import.meta.url), 'utf8')
  const result = { content: [{ type: 'text', text: 'Hello, Ada!' }], structuredContent: { greeting: 'Hello, Ada!' } }
  const { results, counts } = await examineView({ html, input: { name: 'Ada' }, result }, { browser, patience: 60_000 })
  const isBroken = ({ finding: { verdict } }: (typeof results)[number]): boolean => verdict === 'fail' || verdict === 'unfinished'
  expect(results.filter(isBroken)).toEqual([])
  expect(counts.pass).toBeGreaterThan(80)
})
