import { describe, expect, test } from 'vitest'
import { resolveResourceMeta } from './resource-meta.ts'

const item = (ui: unknown): { _meta: { ui: unknown } } => ({ _meta: { ui } })
const csp = { connectDomains: ['https://a.example'] }

describe('the place of the metadata (R-034, R-035)', () => {
  test('the content item takes precedence', () => {
    expect(resolveResourceMeta(item({ domain: 'a' }), item({ domain: 'b' }))).toEqual({
      from: 'content',
      domain: 'a',
      warnings: [],
    })
  })

  test('the metadata is not merged: a border on the content item hides a policy on the listing', () => {
    expect(resolveResourceMeta(item({ prefersBorder: true }), item({ csp }))).toEqual({
      from: 'content',
      prefersBorder: true,
      warnings: [],
    })
    expect(resolveResourceMeta(item({}), item({ csp }))).toEqual({ from: 'content', warnings: [] })
  })

  test.each([
    [{}],
    [{ _meta: {} }],
    [{ _meta: { ui: undefined } }],
    [{ _meta: { ui: null } }],
    [undefined],
    ['a'],
    [{ _meta: 'a' }],
  ])('with %j the listing is the fallback', (content) => {
    expect(resolveResourceMeta(content, item({ csp }))).toEqual({ from: 'listing', csp, warnings: [] })
  })

  test('R-027: the listing is optional', () => {
    expect(resolveResourceMeta({})).toEqual({ from: 'none', warnings: [] })
  })

  test('R-038: meta is accepted for _meta on a content item, with a warning, if there is no _meta', () => {
    expect(resolveResourceMeta({ meta: { ui: { csp } } })).toMatchObject({
      from: 'content',
      csp,
      warnings: [expect.stringContaining('meta') as string],
    })
    expect(resolveResourceMeta({ _meta: {}, meta: { ui: { csp } } })).toEqual({ from: 'none', warnings: [] })
  })
})

describe('members', () => {
  test('csp and permissions are returned unchanged, for the policy compiler', () => {
    expect(resolveResourceMeta(item({ csp: 3, permissions: { camera: true } }))).toEqual({
      from: 'content',
      csp: 3,
      permissions: { camera: true },
      warnings: [],
    })
  })

  test('domain and border of the wrong type are ignored with a warning', () => {
    expect(resolveResourceMeta(item({ domain: 3, prefersBorder: 'yes' }))).toEqual({
      from: 'content',
      warnings: [expect.stringContaining('domain') as string, expect.stringContaining('prefersBorder') as string],
    })
  })

  test.each(['a', 3, true, []])('a content item whose ui is %j is treated as empty, without a fallback', (ui) => {
    expect(resolveResourceMeta(item(ui), item({ csp }))).toEqual({
      from: 'content',
      warnings: [expect.stringContaining('not an object') as string],
    })
  })

  test('csp outside of ui is reported and ignored', () => {
    expect(resolveResourceMeta({ _meta: { csp } })).toEqual({
      from: 'none',
      warnings: [expect.stringContaining('_meta.csp') as string],
    })
  })
})
