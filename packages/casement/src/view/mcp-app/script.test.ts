import { gzipSync } from 'node:zlib'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bundleViewScript } from '../../../scripts/view-script.mjs'

test('the script stays within 4,300 bytes, and is a classic script that needs nothing but a browser', async () => {
  const script = await bundleViewScript()
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(4300)
  expect(script).not.toMatch(/\beval\(|new Function|\bimport\b|\brequire\(|<\//)
  const page: { McpApp?: unknown } = {}
  runInNewContext(script, page)
  expect(page.McpApp).toBeTypeOf('function')
})
