import { expect, test } from 'vitest'
import { compilePolicy } from './compile-policy.ts'

const allowlistOf = (...connectDomains: string[]): string => compilePolicy({ csp: { connectDomains } }).connectionAllowlist

test.each([
  ['https://a.example/path', '"https://a.example"'],
  ['wss://a.example', '"https://a.example"'],
  ['http://a.example:8080', '"http://a.example:8080" "https://a.example:8080"'],
  ['ws://a.example', '"http://a.example" "https://a.example"'],
  ['*.A.example', '"http://*.a.example" "https://*.a.example"'],
])('%s allows connections to %s', (entry, patterns) => {
  expect(allowlistOf(entry)).toBe(`(response-origin ${patterns});redirects=allow`)
})

test('a document without declared origins can connect only to its own origin, without redirects', () => {
  expect(compilePolicy({}).connectionAllowlist).toBe('(response-origin)')
  expect(compilePolicy({}, { reportTo: 'net' }).connectionAllowlist).toBe('(response-origin);report-to=net')
})

test('resource and frame domains are included, base URI domains are not, and each origin is listed once', () => {
  const csp = {
    connectDomains: ['https://a.example'],
    resourceDomains: ['https://a.example/lib/', 'https://b.example'],
    frameDomains: ['https://c.example'],
    baseUriDomains: ['https://d.example'],
  }
  expect(compilePolicy({ csp }).connectionAllowlist).toBe(
    '(response-origin "https://a.example" "https://b.example" "https://c.example");redirects=allow',
  )
})
