import { describe, expect, test } from 'vitest'
import { compilePolicy } from './compile-policy.ts'
import type { PolicyOptions } from './policy-options.ts'
import { parsePolicy } from './serialize-policy.ts'

const directivesOf = (metadata: object, options?: PolicyOptions): Record<string, string> =>
  Object.fromEntries(parsePolicy(compilePolicy(metadata, options).header).map(({ name, values }) => [name, values.join(' ')]))

const refusals = (metadata: object, options?: PolicyOptions): string[] =>
  compilePolicy(metadata, options).refused.map(({ where, code }) => `${where} ${code}`)

const ALWAYS = { 'form-action': "'none'", 'manifest-src': "'none'" }
const SNIPPET = {
  'default-src': "'none'",
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'media-src': "'self' data:",
  'frame-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'self'",
  'worker-src': "'none'",
  ...ALWAYS,
}

describe('the two branches', () => {
  const DEFAULT = {
    'default-src': "'none'",
    'script-src': "'self' 'unsafe-inline'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'media-src': "'self' data:",
    'connect-src': "'none'",
    'frame-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'worker-src': "'none'",
    ...ALWAYS,
  }

  test('R-050: without csp the header begins with the exact text of the restrictive default', () => {
    expect(compilePolicy({}).header).toMatch(
      /^default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; /,
    )
  })

  test('R-050, R-051: without csp, the restrictive default and the directives of the sandbox', () => {
    expect(compilePolicy({}).branch).toBe('default')
    expect(directivesOf({})).toEqual(DEFAULT)
    expect(directivesOf({ csp: undefined })).toEqual(DEFAULT)
  })

  test('R-052 to R-061: an empty csp selects the constructed policy', () => {
    expect(compilePolicy({ csp: {} }).branch).toBe('declared')
    expect(directivesOf({ csp: {} })).toEqual(SNIPPET)
  })

  test.each([null, 'https://a.example', 42, true, ['https://a.example']])('a malformed csp (%j) is as strict as none', (csp) => {
    expect(directivesOf({ csp })).toEqual(DEFAULT)
    expect(refusals({ csp })).toEqual(['csp not-an-object'])
  })
})

describe('declared lists', () => {
  const A = 'https://a.example'
  test.each([
    ['R-055', 'connectDomains', { 'connect-src': `'self' ${A}` }],
    [
      'R-053, R-054, R-056, R-057, R-058',
      'resourceDomains',
      {
        'script-src': `'self' 'unsafe-inline' ${A}`,
        'style-src': `'self' 'unsafe-inline' ${A}`,
        'img-src': `'self' data: ${A}`,
        'font-src': `'self' ${A}`,
        'media-src': `'self' data: ${A}`,
      },
    ],
    ['R-059', 'frameDomains', { 'frame-src': A }],
    ['R-061', 'baseUriDomains', { 'base-uri': A }],
  ])('%s: %s changes exactly its directives (R-048, R-049)', (_rule, list, changed) => {
    expect(directivesOf({ csp: { [list]: [A] } })).toEqual({ ...SNIPPET, ...changed })
  })

  test.each(['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'])(
    'R-059, R-061, R-062: %s with nothing usable adds nothing',
    (list) => {
      for (const entries of [undefined, [], ['*']]) expect(directivesOf({ csp: { [list]: entries } })).toEqual(SNIPPET)
    },
  )

  test('R-063: a wildcard subdomain is kept as written', () => {
    expect(directivesOf({ csp: { resourceDomains: ['https://*.Example.com'] } })['img-src']).toBe(
      "'self' data: https://*.Example.com",
    )
  })

  test('an invalid entry is refused, and the valid ones around it are kept', () => {
    const compiled = compilePolicy({ csp: { connectDomains: ['https://a.example', 'wss://b.example', '*', 'c.example'] } })
    expect(compiled.effective).toEqual({ csp: { connectDomains: ['https://a.example', 'wss://b.example', 'c.example'] } })
    expect(compiled.refused).toEqual([
      { where: 'connectDomains[2]', entry: '*', code: 'any-host', reason: expect.stringContaining('every host') },
    ])
  })

  test('a duplicate source is dropped with a note; only the path is case-sensitive', () => {
    const { effective, notes, refused } = compilePolicy({
      csp: { connectDomains: ['https://a.example/P', 'HTTPS://A.example/P', 'https://a.example/p'] },
    })
    expect(effective.csp?.connectDomains).toEqual(['https://a.example/P', 'https://a.example/p'])
    expect(notes.map(({ where, code }) => `${where} ${code}`)).toEqual(['connectDomains[1] duplicate'])
    expect(refused).toEqual([])
  })

  test('entries beyond the limit are ignored, with one refusal', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `https://h${i}.example`)
    const compiled = compilePolicy({ csp: { connectDomains: many } })
    expect(compiled.effective.csp?.connectDomains).toEqual(many.slice(0, 64))
    expect(compiled.refused.map(({ where, code }) => `${where} ${code}`)).toEqual(['connectDomains[64] too-many'])
    expect(compilePolicy({ csp: { connectDomains: many } }, { maxEntries: 2 }).effective.csp?.connectDomains).toHaveLength(2)
  })

  test.each(['https://a.example', { 0: 'https://a.example', length: 1 }, null, 7])(
    'a list that is no array (%j) is refused',
    (list) => {
      expect(refusals({ csp: { frameDomains: list } })).toEqual(['frameDomains not-a-list'])
      expect(directivesOf({ csp: { frameDomains: list } })).toEqual(SNIPPET)
    },
  )

  test('unknown members are refused by name and have no effect', () => {
    const csp = JSON.parse(
      '{"wasmUnsafeEval":true,"scriptDomains":["https://a.example"],"__proto__":{"connectDomains":["https://b.example"]}}',
    ) as object
    expect(directivesOf({ csp })).toEqual(SNIPPET)
    expect(refusals({ csp })).toEqual([
      'csp.wasmUnsafeEval unknown-member',
      'csp.scriptDomains unknown-member',
      'csp.__proto__ unknown-member',
    ])
  })

  test('members of the prototype are ignored', () => {
    expect(directivesOf({ csp: Object.create({ connectDomains: ['https://a.example'] }) as object })).toEqual(SNIPPET)
  })
})

describe('own names', () => {
  const CASES: readonly (readonly [own: string, entry: string, refused: boolean])[] = [
    ['https://chat.example.com', 'https://chat.example.com', true],
    ['https://chat.example.com', 'CHAT.EXAMPLE.COM', true],
    ['chat.example.com', 'wss://chat.example.com:8443/socket', true],
    ['chat.example.com', '*.example.com', true],
    ['chat.example.com', 'https://*.Example.com', true],
    ['chat.example.com', '*.chat.example.com', false],
    ['chat.example.com', 'https://example.com', false],
    ['chat.example.com', 'https://xchat.example.com', false],
    ['*.sandbox.example', 'https://app1.sandbox.example', true],
    ['*.sandbox.example', '*.sandbox.example', true],
    ['*.sandbox.example', '*.deep.sandbox.example', true],
    ['*.deep.sandbox.example', '*.sandbox.example', true],
    ['*.sandbox.example', 'https://sandbox.example', false],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'http://127.0.0.1:3000', true],
    ['http://casement.localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'http://localhost:5173', false],
    ['http://localhost:3000', 'localhost', false],
    ['http://localhost:80', 'localhost', true],
    ['http://[::1]:3000', 'http://localhost:3000', true],
  ]
  test.each(CASES)('own %s, declared %s: refused is %s', (own, entry, refused) => {
    const expected = refused ? ['connectDomains[0] own-name'] : []
    expect(refusals({ csp: { connectDomains: [entry] } }, { ownNames: [own] })).toEqual(expected)
  })
})

describe('grants', () => {
  const csp = {
    resourceDomains: ["'unsafe-eval'", 'blob:', 'data:'],
    connectDomains: ["'unsafe-eval'", 'blob:'],
    baseUriDomains: ['data:'],
  }

  test('without a grant, all keywords and schemes are refused', () => {
    expect(directivesOf({ csp })).toEqual(SNIPPET)
  })

  test('with a grant, each is added only to the directives it applies to, and worker-src never exceeds script-src', () => {
    const options: PolicyOptions = { grant: { keywords: ["'unsafe-eval'"], schemes: ['blob:', 'data:'] } }
    expect(directivesOf({ csp }, options)).toEqual({
      ...SNIPPET,
      'script-src': "'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
      'style-src': "'self' 'unsafe-inline' blob: data:",
      'connect-src': "'self' blob:",
      'img-src': "'self' data: blob:",
      'font-src': "'self' blob: data:",
      'media-src': "'self' data: blob:",
      'worker-src': 'blob: data:',
    })
    expect(refusals({ csp }, options)).toEqual(['connectDomains[0] keyword', 'baseUriDomains[0] scheme-only'])
  })

  test('a grant without a declaration adds nothing', () => {
    expect(directivesOf({ csp: {} }, { grant: { keywords: ["'unsafe-eval'"], schemes: ['blob:'] } })).toEqual(SNIPPET)
  })
})
