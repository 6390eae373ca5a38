import type { AccessStore } from '../store/access-store.ts'
import type { AddedSession, SessionRecord } from '../store/access.ts'
import { cookiesOf, type CookieNames } from './cookies.ts'
import type { Principal } from './principal.ts'
import { createSecret } from './secret.ts'
import { hashOf } from './tokens.ts'

/** A session to open. */
export interface NewSession extends Principal, Partial<Pick<AddedSession, OptionalField>> {}

type OptionalField = 'name' | 'token' | 'providerSession' | 'provider' | 'subject' | 'renewAt' | 'tokens'

const NONE: Pick<AddedSession, OptionalField> = {
  name: null,
  token: null,
  providerSession: null,
  provider: null,
  subject: null,
  renewAt: null,
  tokens: null,
}

/** The sessions of browsers, each with an id in a cookie. */
export interface Sessions {
  /** The session of a request; undefined when it has none, or more than one. */
  find(request: Request): Promise<SessionRecord | undefined>
  /** Opens a session with a new id, ends the one that the browser had, and returns the cookie. */
  open(request: Request, session: NewSession): Promise<string>
  /** Ends the session of a request, and returns the cookie that forgets it. */
  close(request: Request): Promise<string>
}

/** The dependencies of sessions. */
export interface SessionsOptions {
  readonly access: AccessStore
  readonly cookies: CookieNames
  /** For how long a user stays signed in, in milliseconds. */
  readonly life: number
  readonly now?: () => number
}

// A browser sends a handful; more are an attempt to have the database searched for each.
const MAX_COOKIES = 8
const MAX_AGENT = 200

/** Keeps sessions in the database, so that every node knows them and each can be ended. */
export function createSessions({ access, cookies, life, now = Date.now }: SessionsOptions): Sessions {
  const idsOf = (request: Request): string[] => cookiesOf(request, cookies.session).slice(0, MAX_COOKIES).map(hashOf)
  return {
    async find(request) {
      const found = await Promise.all(idsOf(request).map((id) => access.findSession(id)))
      const valid = found.filter((session) => session !== undefined)
      // If the prefix of the cookie cannot be used, a View can add a session of another user. Then it is unclear which one is
      // meant.
      return new Set(valid.map(({ id }) => id)).size === 1 ? valid[0] : undefined
    },
    async open(request, session) {
      for (const id of idsOf(request)) await access.removeSessions({ id })
      const secret = createSecret()
      await access.addSession({
        ...NONE,
        ...session,
        id: hashOf(secret),
        agent: (request.headers.get('user-agent') ?? '').slice(0, MAX_AGENT),
        expiresAt: now() + life,
      })
      return cookies.write(cookies.session, secret, life)
    },
    async close(request) {
      for (const id of idsOf(request)) await access.removeSessions({ id })
      return cookies.write(cookies.session, '', 0)
    },
  }
}
