import { createHmac } from 'node:crypto'
import type { TokenVault } from '../connections/token-vault.ts'
import { cookiesOf } from './cookies.ts'
import type { Names } from './names.ts'
import { createSecret, isSame } from './secret.ts'

/**
 * Lets the browser of the user who started the gateway in, and no other process of the machine. The command prints a one-time link
 * (`?key=…`); whoever opens it gets a cookie. Scripts use a link with the token of the session (`?session=…`), which is printed
 * for them only.
 */
export interface LocalAccess {
  /** A new link that lets one browser in, once. */
  link(): string
  /** The URL for scripts: it can be used repeatedly, and its links to calls run immediately. */
  readonly scriptUrl: string
  /** Whether a printed link is still unused. */
  readonly hasUnusedLink: boolean
  /** Authenticates a request; undefined if it is refused. A one-time key in it is used up. */
  admit(request: Request): Admission | undefined
  /** Whether an address has the token of the session. */
  hasSessionToken(url: URL): boolean
}

/** The authentication of a request. */
export interface Admission {
  /** By the printed link or by the token of the session, and not only by a cookie that the browser sends with every request. */
  readonly isByLink: boolean
  /** The cookie to set. */
  readonly cookie?: string | undefined
}

const COOKIE_DAYS = 30
const MAX_KEYS = 20
const VAULT_KEY = 'session-cookie key'

/** Opens the access to a gateway. A browser that was let in stays so over restarts with the same data folder. */
export async function createLocalAccess(
  names: Names,
  port: number,
  vault: TokenVault,
  now: () => number = Date.now,
): Promise<LocalAccess> {
  const signingKey = await readSigningKey(vault)
  const session = createSecret()
  const keys = new Set<string>()
  const isHttps = names.protocol === 'https'
  // The prefix keeps other origins of the site from setting the cookie, and needs Secure, which Safari refuses for http on loopback.
  // There, a View can add a cookie of the same name, so every value is looked at. Cookies do not tell ports apart; the name does.
  const name = isHttps ? '__Host-casement-session' : `casement-session-${port}`
  const sign = (until: string): string => createHmac('sha256', signingKey).update(`${name} ${until}`).digest('base64url')

  const makeCookie = (): string => {
    const until = String(Math.floor(now() / 1000) + COOKIE_DAYS * 86_400)
    const attributes = `Path=/; Max-Age=${COOKIE_DAYS * 86_400}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
    return `${name}=${until}.${sign(until)}; ${attributes}`
  }
  const isValid = (value: string): boolean => {
    const [until = '', signature = ''] = value.split('.')
    return /^\d{1,12}$/.test(until) && Number(until) * 1000 > now() && isSame(signature, sign(until))
  }
  const useKey = (given: string | null): boolean => {
    const found = given === null ? undefined : [...keys].find((key) => isSame(given, key))
    return found !== undefined && keys.delete(found)
  }
  const hasSessionToken = (url: URL): boolean => isSame(url.searchParams.get('session') ?? '', session)

  return {
    scriptUrl: `${names.origin}/?session=${session}`,
    hasSessionToken,
    get hasUnusedLink() {
      return keys.size > 0
    },
    link() {
      const key = createSecret()
      keys.add(key)
      if (keys.size > MAX_KEYS) keys.delete([...keys][0] ?? '')
      return `${names.origin}/?key=${key}`
    },
    admit(request) {
      const url = new URL(request.url)
      if (request.method === 'GET' && (hasSessionToken(url) || useKey(url.searchParams.get('key'))))
        return { isByLink: true, cookie: makeCookie() }
      return cookiesOf(request, name).some(isValid) ? { isByLink: false } : undefined
    },
  }
}

async function readSigningKey(vault: TokenVault): Promise<string> {
  const known = await vault.read<string>(VAULT_KEY)
  if (known !== undefined) return known
  const made = createSecret()
  // In a folder that cannot be written, browsers are let in until the gateway ends.
  await vault.write(VAULT_KEY, made).catch(() => {})
  return made
}
