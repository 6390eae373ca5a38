/** What a user may do. An admin also manages the servers and the settings of the gateway. */
export type Role = 'admin' | 'member'

/** The authenticated user of a request. */
export interface Principal {
  readonly id: string
  readonly role: Role
  /** How the user was authenticated: as the one user of this machine, with a token, or by the header of a trusted proxy. */
  readonly via: 'local' | 'token' | 'header'
}

/** The user who started a gateway for their own machine. */
export const LOCAL_USER: Principal = { id: 'local', role: 'admin', via: 'local' }
