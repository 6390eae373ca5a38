import { expect, test } from 'vitest'
import { withBuiltPolicy } from './built-policy.ts'

const page = (content: string): string =>
  `<!doctype html><html><head lang="en">\n  <meta name="casement-csp" content="${content}"><title>x</title></head></html>`
const built = page('{&quot;resourceDomains&quot;:[&quot;https://img.test&quot;]}')

test('what the build of a View found is declared', () => {
  expect(withBuiltPolicy(built, undefined)).toEqual({ resourceDomains: ['https://img.test'] })
})

test('what the app declares stays', () => {
  const declared = { resourceDomains: ['https://cdn.test', 'https://img.test'], connectDomains: ['https://api.test'] }
  expect(withBuiltPolicy(built, declared)).toEqual(declared)
  expect(withBuiltPolicy(built, { connectDomains: ['https://api.test'] })).toEqual({
    connectDomains: ['https://api.test'],
    resourceDomains: ['https://img.test'],
  })
})

test.each([
  '<!doctype html><html><head></head></html>',
  page('nonsense'),
  page('[1]'),
  page('{&quot;resourceDomains&quot;:&quot;https://img.test&quot;}'),
  // Only where the build puts it: text from users in a page must not declare a policy.
  `<html><head><title>x</title></head><body><meta name="casement-csp" content="{&quot;resourceDomains&quot;:[&quot;https://evil.test&quot;]}"></body></html>`,
])('nothing comes of %s', (html) => {
  expect(withBuiltPolicy(html, undefined)).toBeUndefined()
})
