import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casementProxies } from '../../packages/conformance/src/adapters/casement-proxies.ts'
import { examineProxy } from '../../packages/conformance/src/proxy-target/examine-proxy.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
}, 60_000)
afterAll(() => browser?.close())

test.each(Object.entries(casementProxies))('our proxy in %s mode keeps every rule', { timeout: 300_000 }, async (_, make) => {
  const { results } = await examineProxy(make, { browser, patience: 60_000 })
  expect(results.filter(({ finding }) => finding.verdict !== 'pass')).toEqual([])
})
