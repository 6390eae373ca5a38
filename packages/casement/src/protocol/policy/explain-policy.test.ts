import { expect, test } from 'vitest'
import { compilePolicy } from './compile-policy.ts'
import { explainPolicy } from './explain-policy.ts'

const METADATA = {
  csp: {
    connectDomains: ['*', 'https://api.example.com', 'https://api.example.com'],
    resourceDomains: ['https://cdn.example.com'],
  },
  permissions: { camera: {} },
}

test('every source of every directive has its origin', () => {
  const compiled = compilePolicy(METADATA, { fontOrigins: ['https://fonts.example.com'], frameAncestors: ["'self'"] })
  const explained = explainPolicy(compiled)
  const line = explained.directives.map(({ name, sources }) => [name, ...sources.map(({ source }) => source)].join(' '))
  expect(line.join('; ')).toBe(compiled.header)
  const because = (name: string): unknown =>
    explained.directives.find((directive) => directive.name === name)?.sources.map((s) => [s.source, s.because])
  expect(because('connect-src')).toEqual([
    ["'self'", 'required by R-055'],
    ['https://api.example.com', 'declared in connectDomains[1]'],
  ])
  expect(because('font-src')).toEqual([
    ["'self'", 'required by R-057'],
    ['https://cdn.example.com', 'declared in resourceDomains[0]'],
    ['https://fonts.example.com', 'host option fontOrigins'],
  ])
  expect(because('frame-ancestors')).toEqual([["'self'", 'host option frameAncestors']])
})

test('the text lists the origin of every source', () => {
  expect(explainPolicy(compilePolicy(METADATA, { sandbox: [] })).text).toMatchInlineSnapshot(`
    "The resource declares csp, so the policy is constructed from its lists (R-052 to R-061).

    default-src
      'none'                   required by R-052
    script-src
      'self'                   required by R-053
      'unsafe-inline'          required by R-053
      https://cdn.example.com  declared in resourceDomains[0]
    style-src
      'self'                   required by R-054
      'unsafe-inline'          required by R-054
      https://cdn.example.com  declared in resourceDomains[0]
    connect-src
      'self'                   required by R-055
      https://api.example.com  declared in connectDomains[1]
    img-src
      'self'                   required by R-056
      data:                    required by R-056
      https://cdn.example.com  declared in resourceDomains[0]
    font-src
      'self'                   required by R-057
      https://cdn.example.com  declared in resourceDomains[0]
    media-src
      'self'                   required by R-058
      data:                    required by R-058
      https://cdn.example.com  declared in resourceDomains[0]
    frame-src
      'none'                   required by R-059
    object-src
      'none'                   required by R-060
    base-uri
      'self'                   required by R-061
    worker-src
      'none'                   always: the specification does not cover it, and no View needs it
    form-action
      'none'                   always: the specification does not cover it, and no View needs it
    manifest-src
      'none'                   always: the specification does not cover it, and no View needs it
    sandbox
      (no value: the strictest form)

    features: camera

    refused
      connectDomains[0] "*": any-host. The entry allows every host; name the hosts that are used.

    notes
      connectDomains[2] "https://api.example.com": duplicate. The same source was already declared in this list."
  `)
})

test.each([
  [{}, {}, 'restrictive default'],
  [{ csp: {} }, {}, 'constructed'],
  [{}, { preset: 'compat' }, 'compat preset'],
] as const)('%j with %j is explained as %s', (metadata, options, words) => {
  expect(explainPolicy(compilePolicy(metadata, options)).branch).toContain(words)
})
