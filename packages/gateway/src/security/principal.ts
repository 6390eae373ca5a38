/** The role of a user. An admin also manages the servers, the users and the settings of the gateway. */
export type Role = 'admin' | 'member'

/** How a user was authenticated: as the one user of this machine, with a token, by the header of a trusted proxy, or by OpenID Connect. */
export type AuthenticationMethod = 'local' | 'token' | 'header' | 'oidc'

/** The owner of stored data. Everything that is stored belongs to a tenant and, within it, to a user. */
export interface Owner {
  readonly tenant: string
  /** The id of the user, unique within the tenant. */
  readonly user: string
}

/** The authenticated user of a request. */
export interface Principal extends Owner {
  readonly role: Role
  readonly via: AuthenticationMethod
}

/** The tenant of every user, unless the operator separates several. */
export const DEFAULT_TENANT = 'default'

/** The id of the user who started a gateway for their own machine. No proxy or identity provider can name it. */
export const LOCAL_USER_ID = 'local'

/** The user who started a gateway for their own machine. */
export const LOCAL_USER: Principal = { tenant: DEFAULT_TENANT, user: LOCAL_USER_ID, role: 'admin', via: 'local' }

/** Whether two are the same user. */
export const isSameOwner = (one: Owner, other: Owner): boolean => one.tenant === other.tenant && one.user === other.user

/** A key for maps: no two users have the same. */
export const ownerKey = ({ tenant, user }: Owner): string => JSON.stringify([tenant, user])
