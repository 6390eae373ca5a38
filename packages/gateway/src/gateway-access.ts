import { openEncryption } from './connections/credentials.ts'
import type { Log } from './observability/log.ts'
import type { GatewayOptions } from './options.ts'
import { CALLBACK_PATH, createProviderSignIn } from './provider-sign-in.ts'
import { createAccessWatch, type AccessWatch } from './security/access-watch.ts'
import { createAuthentication, type Authenticate } from './security/authentication.ts'
import { createBlockList } from './security/block-list.ts'
import { openControl } from './security/control.ts'
import { cookieNames } from './security/cookies.ts'
import type { LocalAccess } from './security/local-access.ts'
import type { Names } from './security/names.ts'
import { discoverInBackground } from './security/openid/discovery.ts'
import { createProviderSessions } from './security/openid/provider-sessions.ts'
import { createSessions, type Sessions } from './security/sessions.ts'
import { createSignIn, type SignInRoutes } from './sign-in.ts'
import type { Store } from './store/store.ts'

/** The users of a gateway and their authentication. */
export interface GatewayAccess {
  readonly authenticate: Authenticate
  readonly watch: AccessWatch
  /** The access of users has changed, here or on another node. */
  changed(): Promise<void>
  readonly signIn: SignInRoutes
  /** Settles when the command line can manage the gateway. Never rejects. */
  readonly opened: Promise<void>
  close(): Promise<void>
}

/** The dependencies of the access to a gateway. */
export interface GatewayAccessOptions {
  readonly options: Pick<GatewayOptions, 'auth' | 'dataDir' | 'key'>
  readonly names: Names
  readonly hostname: string
  readonly port: number
  readonly secret: string
  readonly local: LocalAccess
  readonly store: Store
  readonly remote: (request: Request) => string
  readonly log: Log
}

const HOUR = 60 * 60 * 1000
const SESSION_HOURS = 12

/** Opens the access to a gateway. */
export function openAccess(given: GatewayAccessOptions): GatewayAccess {
  const { options, names, hostname, port, secret, local, store, remote } = given
  const { auth, dataDir } = options
  const { access } = store
  const { sessions, signIn, stopDiscovery } = openSignIn(given)
  const control = openControl(dataDir, store.ready, { hostname, port, host: new URL(names.origin).host })
  const blocked = createBlockList(access)
  const authenticate = createAuthentication({
    auth,
    secret,
    controlSecret: control.secret,
    local,
    sessions,
    access,
    blocked,
    remote,
  })
  const watch = createAccessWatch(authenticate)
  return {
    authenticate,
    watch,
    async changed() {
      // Users whose provider is not available are checked again later.
      await blocked.refresh().catch(() => {})
      watch.check()
    },
    signIn,
    opened: control.opened,
    async close() {
      stopDiscovery()
      watch.close()
      await control.close()
    },
  }
}

interface OpenedSignIn {
  readonly sessions: Sessions
  readonly signIn: SignInRoutes
  readonly stopDiscovery: () => void
}

/** Opens the sessions of browsers, and the sign-in that the configuration selects. */
function openSignIn({ options, names, port, store: { access }, log }: GatewayAccessOptions): OpenedSignIn {
  const { auth } = options
  const cookies = cookieNames(names, port)
  const hours = (auth?.type === 'oidc' ? auth.sessionHours : undefined) ?? SESSION_HOURS
  const sessions = createSessions({ access, cookies, life: hours * HOUR })
  if (auth?.type !== 'oidc') return { sessions, signIn: createSignIn({ auth, sessions, access }), stopDiscovery: () => {} }
  const { origin } = names
  const discovery = discoverInBackground(auth, { callback: origin + CALLBACK_PATH, signedOut: `${origin}/` }, log)
  const providerSessions = createProviderSessions({ auth, discovery, access, encryption: openEncryption(options), log })
  const followed: Sessions = {
    ...sessions,
    async find(request) {
      const session = await sessions.find(request)
      return session && providerSessions.current(session)
    },
  }
  const signIn = createProviderSignIn({ auth, names, cookies, discovery, providerSessions, sessions: followed, access, log })
  return { sessions: followed, signIn, stopDiscovery: () => discovery.close() }
}
