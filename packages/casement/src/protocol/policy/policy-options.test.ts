import { describe, expect, test } from 'vitest'
import { CasementError } from '../errors.ts'
import { compilePolicy } from './compile-policy.ts'
import type { PolicyOptions } from './policy-options.ts'
import { parsePolicy } from './serialize-policy.ts'

const valuesOf = (policy: string, name: string): string | undefined =>
  parsePolicy(policy)
    .find((directive) => directive.name === name)
    ?.values.join(' ')

describe('header-only directives', () => {
  const options: PolicyOptions = {
    frameAncestors: ['https://proxy.example', 'http://casement.localhost:3000'],
    sandbox: ['allow-scripts', 'allow-same-origin'],
    reportTo: 'csp',
    reportUri: 'https://log.example/csp?app=1',
  }

  test('the header contains them, and the meta is the same policy without them', () => {
    const { header, meta } = compilePolicy({ csp: {} }, options)
    expect(header).toBe(
      `${meta}; frame-ancestors https://proxy.example http://casement.localhost:3000; sandbox allow-scripts allow-same-origin; ` +
        'report-uri https://log.example/csp?app=1; report-to csp',
    )
    expect(meta).toBe(compilePolicy({ csp: {} }).header)
  })

  test('empty lists give the strictest policy', () => {
    expect(compilePolicy({}, { frameAncestors: [], sandbox: [] }).header).toMatch(/; frame-ancestors 'none'; sandbox$/)
  })
})

describe('host fonts', () => {
  const fontOrigins = ['https://fonts.host.example']

  test('extend only font-src and style-src, and are reported', () => {
    const plain = compilePolicy({ csp: { resourceDomains: ['https://a.example'] } })
    const compiled = compilePolicy({ csp: { resourceDomains: ['https://a.example'] } }, { fontOrigins })
    for (const { name, values } of parsePolicy(compiled.header)) {
      const added = name === 'font-src' || name === 'style-src' ? ' https://fonts.host.example' : ''
      expect(values.join(' ')).toBe(`${valuesOf(plain.header, name)}${added}`)
    }
    expect(compiled.effective).toEqual({ csp: { resourceDomains: ['https://a.example'] } })
    expect(compiled.reported).toEqual({ csp: { resourceDomains: ['https://a.example', 'https://fonts.host.example'] } })
    expect(compiled.connectionAllowlist).toContain('"https://fonts.host.example"')
  })

  test('R-194: the restrictive default gets a font-src with only these origins', () => {
    const { header, reported, effective } = compilePolicy({}, { fontOrigins })
    expect(valuesOf(header, 'font-src')).toBe('https://fonts.host.example')
    expect(valuesOf(header, 'connect-src')).toBe("'none'")
    expect(effective).toEqual({})
    expect(reported).toEqual({ csp: { resourceDomains: fontOrigins } })
  })
})

test("an opaque View has no 'self', in either branch or preset, not even a granted one", () => {
  const grant: PolicyOptions['grant'] = { keywords: ["'self'"] }
  for (const metadata of [{}, { csp: {} }, { csp: { frameDomains: ["'self'"] } }]) {
    for (const preset of ['strict', 'compat'] as const) {
      const { header, effective } = compilePolicy(metadata, { opaque: true, preset, grant })
      expect(header).not.toContain("'self'")
      expect(parsePolicy(header).filter(({ values }) => values.length === 0)).toEqual([])
      expect(compilePolicy(effective, { opaque: true, preset, grant }).header).toBe(header)
    }
  }
  const { meta } = compilePolicy({ csp: { connectDomains: ['https://a.example'] } }, { opaque: true })
  expect(valuesOf(meta, 'script-src')).toBe("'unsafe-inline'")
  expect(valuesOf(meta, 'connect-src')).toBe('https://a.example')
  expect(valuesOf(meta, 'font-src')).toBe("'none'")
  expect(valuesOf(meta, 'base-uri')).toBe("'none'")
})

test('the compat preset is looser in the documented directives, with and without csp', () => {
  const { header, branch } = compilePolicy({ csp: { resourceDomains: ['https://a.example'] } }, { preset: 'compat' })
  expect(branch).toBe('compat')
  expect(header.split('; ')).toEqual([
    "default-src 'self' 'unsafe-inline'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: https://a.example",
    "style-src 'self' 'unsafe-inline' blob: data: https://a.example",
    "connect-src 'self'",
    "img-src 'self' blob: data: https://a.example",
    "font-src 'self' blob: data: https://a.example",
    "media-src 'self' blob: data: https://a.example",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "worker-src 'self' blob: https://a.example",
    "form-action 'none'",
    "manifest-src 'none'",
  ])
  expect(compilePolicy({}, { preset: 'compat' }).header).toBe(compilePolicy({ csp: {} }, { preset: 'compat' }).header)
})

const WRONG: readonly (readonly [string, PolicyOptions])[] = [
  ['preset', { preset: 'loose' as 'compat' }],
  ['ownNames', { ownNames: ['https://a.example/path'] }],
  ['ownNames', { ownNames: ['*'] }],
  ['fontOrigins', { fontOrigins: ["'self'"] }],
  ['fontOrigins', { fontOrigins: ['https://a.example; script-src *'] }],
  ['frameAncestors', { frameAncestors: ['*'] }],
  ['frameAncestors', { frameAncestors: ["https://a.example; script-src 'unsafe-eval'"] }],
  ['sandbox', { sandbox: ['allow-everything'] }],
  ['sandbox', { sandbox: ['allow-scripts; script-src *'] }],
  ['reportTo', { reportTo: 'a b' }],
  ['reportUri', { reportUri: 'https://a.example/; script-src *' }],
  ['grant.features', { grant: { features: ['camera=*'] } }],
  ['grant.keywords', { grant: { keywords: ["'unsafe-inline'" as "'self'"] } }],
  ['grant.schemes', { grant: { schemes: ['https:' as 'blob:'] } }],
  ['maxEntries', { maxEntries: Number.NaN }],
]
test.each(WRONG)('an invalid option %s throws and is named in the message', (option, options) => {
  let thrown: unknown
  try {
    compilePolicy({}, options)
  } catch (error) {
    thrown = error
  }
  expect(CasementError.is(thrown, 'INVALID_ARGUMENT')).toBe(true)
  expect(String(thrown)).toContain(option)
})
