import { describe, expect, test } from 'vitest'
import type { OidcAuth } from '../auth.ts'
import { userOf } from './claims.ts'

const auth = (more: Partial<OidcAuth> = {}): OidcAuth => ({ type: 'oidc', issuer: 'https://login.test', clientId: 'x', ...more })

describe('the user of an ID token', () => {
  test('has the id of the subject and the name', () => {
    const user = { tenant: 'default', user: '42', role: 'member', via: 'oidc', name: 'Ada' }
    expect(userOf(auth(), { sub: '42', name: 'Ada' })).toEqual(user)
    expect(userOf(auth(), { sub: '42' })).toEqual({ ...user, name: null })
    expect(userOf(auth({ userClaim: 'login', nameClaim: 'nick' }), { sub: '42', login: 'ada', nick: 'A' })).toMatchObject({
      user: 'ada',
      name: 'A',
    })
  })

  test.each([undefined, '', ' ', 42, ['ada'], 'a\u0000b', 'x'.repeat(501), 'local'])('cannot be %j', (sub) => {
    expect(() => userOf(auth(), { sub })).toThrow(/claim "sub"|reserved/)
  })

  test('is an email address only when the provider has verified it', () => {
    const byEmail = auth({ userClaim: 'email' })
    const email = 'ada@example.com'
    expect(userOf(byEmail, { email, email_verified: true }).user).toBe(email)
    for (const verified of [undefined, false, 'true', 1])
      expect(() => userOf(byEmail, { email, email_verified: verified })).toThrow(/not verified/)
  })

  test.each<[groups: unknown, role: string]>([
    [['staff', 'ops'], 'admin'],
    ['ops', 'admin'],
    [['opsy'], 'member'],
    ['staff,ops', 'member'],
    [{ ops: true }, 'member'],
    [undefined, 'member'],
  ])('with the groups %j is a %s', (groups, role) => {
    expect(userOf(auth({ groupsClaim: 'groups', adminGroups: ['ops'] }), { sub: '42', groups }).role).toBe(role)
  })

  test('is an admin in one tenant only', () => {
    const tenants = auth({
      tenantClaim: 'org',
      adminTenant: 'acme',
      admins: ['root'],
      groupsClaim: 'groups',
      adminGroups: ['ops'],
    })
    expect(userOf(tenants, { sub: 'root', org: 'acme' })).toMatchObject({ tenant: 'acme', role: 'admin' })
    expect(userOf(tenants, { sub: 'root', org: 'evil', groups: ['ops'] })).toMatchObject({ tenant: 'evil', role: 'member' })
    expect(() => userOf(tenants, { sub: 'root' })).toThrow(/claim "org"/)
  })
})
