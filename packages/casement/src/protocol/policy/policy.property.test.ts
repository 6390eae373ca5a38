import { describe, expect, test, vi } from 'vitest'
import { compilePolicy } from './compile-policy.ts'
import { explainPolicy } from './explain-policy.ts'
import type { PolicyOptions } from './policy-options.ts'
import { parsePolicy } from './serialize-policy.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

vi.setConfig({ testTimeout: 60_000 })

const LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const
const NAMES =
  'default-src script-src style-src connect-src img-src font-src media-src frame-src object-src base-uri worker-src form-action manifest-src'.split(
    ' ',
  )
const FIXED = new Set(["'none'", "'self'", "'unsafe-inline'", 'data:'])

const OPTIONS: readonly PolicyOptions[] = [
  {},
  { ownNames: ['https://chat.example.com', '*.sandbox.example'], maxEntries: 3 },
  { grant: { keywords: ["'unsafe-eval'", "'self'"], schemes: ['blob:', 'data:'] } },
]

// Almost valid entries find most grammar bugs, so most entries are built from pieces of valid and hostile ones.
const WORDS =
  'https http ws data blob : :// // / * *. . a example com co uk localhost 127.0.0.1 chat.example.com x.sandbox.example [::1] 443 :443'
const FAULTS =
  "@ ? # %3b ; , ' \" \\ & < _ - .. é \u0000 \u2028 \ufeff 0x7f xn-- 'self' 'unsafe-eval' 'nonce-a' script-src ;script-src"
const piece = fc.constantFrom(...WORDS.split(' '), ...FAULTS.split(' '), ' ', '\n', '\r\n', '\t', '; script-src *')
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.webUrl() },
  { weight: 2, arbitrary: fc.domain() },
  { weight: 1, arbitrary: fc.domain().map((domain) => `https://*.${domain}:8443/v1/`) },
)
const csp = fc.record(
  Object.fromEntries(LISTS.map((list) => [list, fc.array(entry, { maxLength: 6 })])) as Record<
    (typeof LISTS)[number],
    fc.Arbitrary<string[]>
  >,
  {
    requiredKeys: [],
  },
)
const options = fc.constantFrom(...OPTIONS)

describe('no input string can change the shape of a policy', () => {
  test('the directives are the expected ones, and each source is a fixed one or an unchanged entry', () => {
    let accepted = 0
    fc.assert(
      fc.property(csp, options, (lists, chosen) => {
        const { header, meta, effective } = compilePolicy({ csp: lists }, chosen)
        const declared = new Set(Object.values(lists).flat())
        for (const directives of [header, meta].map(parsePolicy)) {
          const strays = directives.flatMap(({ values }) => values).filter((value) => !FIXED.has(value) && !declared.has(value))
          expect([directives.map(({ name }) => name), strays]).toEqual([NAMES, []])
        }
        expect(header + meta).toMatch(/^[A-Za-z0-9 ;:/.*'@+=~_-]+$/)
        accepted += Object.values(effective.csp ?? {}).flat().length
      }),
      { numRuns: 1_000 },
    )
    // Without accepted entries, this test would prove nothing.
    expect(accepted).toBeGreaterThan(250)
  })

  test('every entry is either effective, refused or noted', () => {
    fc.assert(
      fc.property(csp, (lists) => {
        const { effective, refused, notes } = compilePolicy({ csp: lists })
        expect(Object.values(effective.csp ?? {}).flat().length + refused.length + notes.length).toBe(
          Object.values(lists).flat().length,
        )
      }),
    )
  })

  test('header values contain only printable ASCII', () => {
    fc.assert(
      fc.property(csp, fc.dictionary(fc.string({ unit: 'binary' }), fc.anything()), options, (lists, permissions, chosen) => {
        const compiled = compilePolicy({ csp: lists, permissions }, chosen)
        for (const text of [compiled.header, compiled.permissionsPolicy, compiled.connectionAllowlist, compiled.allow]) {
          expect(text).toMatch(/^[\x20-\x7e]*$/)
        }
        expect(compiled.connectionAllowlist).toMatch(
          /^\(response-origin(?: "https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?")*\)(?:;redirects=allow)?$/,
        )
        expect(compiled.allow).toBe('')
      }),
    )
  })
})

test('compiling is deterministic, and the effective policy compiles to the same policy', () => {
  const permissions = fc.record(
    { camera: fc.constant({}), microphone: fc.constant({}), clipboardWrite: fc.constant({}) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.option(csp, { nil: undefined }), permissions, options, (lists, asked, chosen) => {
      const first = compilePolicy({ csp: lists, permissions: asked }, chosen)
      expect(compilePolicy({ csp: lists, permissions: asked }, chosen)).toEqual(first)
      const again = compilePolicy(first.effective, chosen)
      expect(again).toEqual({ ...first, directives: again.directives, refused: [], notes: [] })
      expect(again.header).toBe(first.header)
    }),
  )
})

test('metadata of any shape compiles and can be explained', () => {
  const junk = fc.anything({
    withNullPrototype: true,
    withBigInt: true,
    withSparseArray: true,
    withMap: true,
    withObjectString: true,
  })
  fc.assert(
    fc.property(junk, junk, junk, (first, second, third) => {
      for (const metadata of [
        { csp: first, permissions: second },
        { csp: { connectDomains: first, resourceDomains: [second, third] }, permissions: { camera: third } },
      ]) {
        expect(explainPolicy(compilePolicy(metadata)).text).toMatch(/^[\x20-\x7e\n]+$/)
      }
    }),
  )
})
