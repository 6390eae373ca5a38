import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { legacyScriptModule } from '../../scripts/legacy-scripts.mjs'

test('the generated scripts are those of the sources (npm run build makes them anew)', async () => {
  const module = await legacyScriptModule()
  expect(readFileSync(new URL('generated/frame-scripts.ts', import.meta.url), 'utf8')).toBe(module)
  // Each stands inside a script element, which the first closing tag would end.
  expect(module).not.toMatch(/<\/script|<!--/i)
})
