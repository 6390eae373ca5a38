import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sandboxScriptModules } from '../../../scripts/sandbox-scripts.mjs'
import { proxyPage } from './proxy-page.ts'
import { OPAQUE_PROXY_SCRIPT, PROXY_SCRIPT } from '../generated/proxy-scripts.ts'
import { TAP_SCRIPT } from '../generated/tap-script.ts'

test('the generated scripts match their sources (npm run build regenerates them)', async () => {
  const stale = Object.entries(await sandboxScriptModules()).filter(
    ([path, text]) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') !== text,
  )
  expect(stale.map(([path]) => path)).toEqual([])
})

const size = (text: string): number => gzipSync(text, { level: 9 }).length
// The opaque page carries the policy compiler as well: a host that only serves files has nowhere else to put it.
test.each([
  ['the served proxy page', proxyPage(PROXY_SCRIPT, { host: 'https://chat.example', view: 'https://a.apps.example' }), 4100],
  ['the opaque proxy page', proxyPage(OPAQUE_PROXY_SCRIPT), 11_200],
  ['what is put before a View', TAP_SCRIPT, 3500],
])('%s stays small', (_, text, budget) => {
  expect(size(text)).toBeLessThanOrEqual(budget)
})

test('no script can end the element that it is in', () => {
  const scripts = [PROXY_SCRIPT, OPAQUE_PROXY_SCRIPT, TAP_SCRIPT]
  // After a comment's start, a `<script` would take the real end for its own.
  expect(scripts.filter((script) => /<\/script|<!--/i.test(script))).toEqual([])
})
