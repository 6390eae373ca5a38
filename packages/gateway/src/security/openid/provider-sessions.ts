import type { Encryption } from '../../connections/encryption.ts'
import type { Log } from '../../observability/log.ts'
import type { AccessStore } from '../../store/access-store.ts'
import type { SessionRecord } from '../../store/access.ts'
import type { OidcAuth } from '../auth.ts'
import { isSameOwner } from '../principal.ts'
import type { NewSession } from '../sessions.ts'
import { userOf } from './claims.ts'
import { reasonOf, type Discovery } from './discovery.ts'
import type { ProviderLogin, ProviderTokens } from './provider.ts'

/** Sessions that follow those at the identity provider. */
export interface ProviderSessions {
  /** The session to open for a user who signed in. Throws `SignInRefused`. */
  sessionOf(login: ProviderLogin): Promise<NewSession>
  /** The session as the provider confirms it; undefined when it has ended. Asks only when the renewal is due. */
  current(session: SessionRecord): Promise<SessionRecord | undefined>
  /** Where the browser ends the session at the provider; undefined where it cannot. */
  endUrl(session: SessionRecord): Promise<URL | undefined>
}

/** The dependencies of these sessions. */
export interface ProviderSessionsOptions {
  readonly auth: OidcAuth
  readonly discovery: Discovery
  readonly access: AccessStore
  readonly encryption: () => Promise<Encryption>
  readonly log: Log
  readonly now?: () => number
}

const MIN_RENEWAL = 60
// A user who lost a role or was removed is noticed within this time, however long the tokens live.
const MAX_RENEWAL = 15 * 60
const CONTEXT = 'session'

/** Opens the sessions of an identity provider. */
export function createProviderSessions({
  auth,
  discovery,
  access,
  encryption,
  log,
  now = Date.now,
}: ProviderSessionsOptions): ProviderSessions {
  const encrypt = async (tokens: ProviderTokens): Promise<string> => (await encryption()).encrypt(JSON.stringify(tokens), CONTEXT)
  const decrypt = async (body: string): Promise<ProviderTokens | undefined> => {
    const text = (await encryption()).decrypt(body, CONTEXT)
    // Encrypted above.
    return text === undefined ? undefined : (JSON.parse(text) as ProviderTokens)
  }
  const renewAt = ({ tokens, expiresIn = MAX_RENEWAL }: ProviderLogin): number | null =>
    tokens.refreshToken === undefined ? null : now() + Math.min(Math.max(expiresIn, MIN_RENEWAL), MAX_RENEWAL) * 1000

  const end = async ({ id, user }: SessionRecord, reason: string): Promise<undefined> => {
    await access.removeSessions({ id })
    log({ level: 'info', event: 'session-ended', user, reason })
  }

  const renew = async (session: SessionRecord, body: string): Promise<SessionRecord | undefined> => {
    const tokens = await decrypt(body)
    if (!tokens)
      return end(session, 'Its tokens were encrypted with another key. Configure the same key (CASEMENT_KEY) on all nodes.')
    const login = await (await discovery.provider()).renew(tokens, session.subject ?? '')
    const user = userOf(auth, login.claims)
    if (!isSameOwner(user, session)) return end(session, 'The identity provider returned another user.')
    const { role, name } = user
    await access.renewSession(session.id, { role, name, tokens: await encrypt(login.tokens), renewAt: renewAt(login) })
    return { ...session, role, name }
  }

  return {
    async sessionOf(login) {
      const user = userOf(auth, login.claims)
      return {
        ...user,
        provider: auth.issuer,
        subject: login.subject,
        providerSession: login.session,
        tokens: await encrypt(login.tokens),
        renewAt: renewAt(login),
      }
    },
    async current(session) {
      if (session.provider !== auth.issuer) return undefined
      if (session.renewAt === null || session.renewAt > now()) return session
      const body = await access.claimRenewal(session.id)
      // Another request renews it, or has ended it.
      if (body === undefined) return access.findSession(session.id)
      try {
        return await renew(session, body)
      } catch (error) {
        const { isEnded } = await import('./provider.ts')
        if (isEnded(error)) return end(session, reasonOf(error))
        log({ level: 'warn', event: 'session-not-renewed', user: session.user, reason: reasonOf(error) })
        return session
      }
    },
    async endUrl({ id }) {
      try {
        const body = await access.readSessionTokens(id)
        return (await discovery.provider()).endSessionUrl((body && (await decrypt(body))) || {})
      } catch {
        // The session here ends anyway.
        return undefined
      }
    },
  }
}
