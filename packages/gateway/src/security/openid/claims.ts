import { roleOf, type OidcAuth } from '../auth.ts'
import { DEFAULT_TENANT, LOCAL_USER_ID, type Principal } from '../principal.ts'

/** The claims of an identity provider about a user. */
export type Claims = Readonly<Record<string, unknown>>

/** The user of a session at an identity provider. */
export interface ProviderUser extends Principal {
  readonly name: string | null
}

/** The identity provider knows the user, but the user may not sign in here. The message is for the user. */
export class SignInRefused extends Error {}

// Options that `header` has in addition.
const MAX_ID = 500
const MAX_NAME = 200

/** The claims that decide who a user is, and what the user may do. */
export const claimsNeeded = ({ userClaim = 'sub', nameClaim = 'name', groupsClaim, tenantClaim }: OidcAuth): string[] =>
  [userClaim, nameClaim, groupsClaim, tenantClaim].filter((claim) => claim !== undefined)

/** The user whom the claims describe. Throws `SignInRefused` if they name no user who may sign in. */
export function userOf(auth: OidcAuth, claims: Claims): ProviderUser {
  const { userClaim = 'sub', nameClaim = 'name', groupsClaim, tenantClaim, adminTenant = DEFAULT_TENANT } = auth
  const user = idOf(claims, userClaim)
  if (user === LOCAL_USER_ID)
    throw new SignInRefused(`The user id "${LOCAL_USER_ID}" is reserved. Ask the administrator for another one.`)
  // At many providers, users can enter any address.
  if (userClaim === 'email' && claims['email_verified'] !== true)
    throw new SignInRefused('The identity provider has not verified your email address.')
  const tenant = tenantClaim === undefined ? DEFAULT_TENANT : idOf(claims, tenantClaim)
  const role =
    tenant === adminTenant ? roleOf(auth, user, groupsClaim === undefined ? [] : textsOf(claims[groupsClaim])) : 'member'
  const name = claims[nameClaim]
  return { tenant, user, role, via: 'oidc', name: typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME) : null }
}

function idOf(claims: Claims, claim: string): string {
  const value = claims[claim]
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_ID || /[\u0000-\u001f\u007f]/.test(value))
    throw new SignInRefused(`The identity provider sent no usable claim "${claim}". Ask the administrator of this gateway.`)
  return value
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')
