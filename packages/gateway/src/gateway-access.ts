import type { GatewayOptions } from './options.ts'
import { createAccessWatch, type AccessWatch } from './security/access-watch.ts'
import { createAuthentication, type Authenticate } from './security/authentication.ts'
import { openControl } from './security/control.ts'
import { cookieNames } from './security/cookies.ts'
import type { LocalAccess } from './security/local-access.ts'
import type { Names } from './security/names.ts'
import { createSessions } from './security/sessions.ts'
import { createSignIn, type SignInRoutes } from './sign-in.ts'
import type { Store } from './store/store.ts'

/** Who may use a gateway, and how they sign in. */
export interface GatewayAccess {
  readonly authenticate: Authenticate
  readonly watch: AccessWatch
  readonly signIn: SignInRoutes
  /** Settles when the command line can manage the gateway. Never rejects. */
  readonly opened: Promise<void>
  close(): Promise<void>
}

/** What the access to a gateway depends on. */
export interface GatewayAccessOptions {
  readonly options: Pick<GatewayOptions, 'auth' | 'dataDir'>
  readonly names: Names
  readonly hostname: string
  readonly port: number
  readonly secret: string
  readonly local: LocalAccess
  readonly store: Store
  readonly remote: (request: Request) => string
}

const SESSION_LIFE = 12 * 60 * 60 * 1000

/** Opens the access to a gateway. */
export function openAccess({
  options,
  names,
  hostname,
  port,
  secret,
  local,
  store,
  remote,
}: GatewayAccessOptions): GatewayAccess {
  const { auth, dataDir } = options
  const { access } = store
  const sessions = createSessions({ access, cookies: cookieNames(names, port), life: SESSION_LIFE })
  const control = openControl(dataDir, store.ready, { hostname, port, host: new URL(names.origin).host })
  const authenticate = createAuthentication({ auth, secret, controlSecret: control.secret, local, sessions, access, remote })
  const watch = createAccessWatch(authenticate)
  return {
    authenticate,
    watch,
    signIn: createSignIn({ auth, sessions, access }),
    opened: control.opened,
    async close() {
      watch.close()
      await control.close()
    },
  }
}
