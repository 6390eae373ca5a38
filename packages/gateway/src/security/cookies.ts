import type { Names } from './names.ts'

/** The names of a gateway's cookies, and how they are written. */
export interface CookieNames {
  /** The session of a user who signed in. */
  readonly session: string
  /** The browser that began to sign in at an identity provider. */
  readonly signIn: string
  /** A cookie for this host only. It is sent when another site leads here, because the sign-in page of an identity provider does. */
  write(name: string, value: string, life: number): string
}

/**
 * The cookies of a gateway. The `__Host-` prefix keeps other origins of the site from setting them. It needs Secure, which not every
 * browser accepts for http on loopback; there, the port is in the name, because cookies do not tell ports apart.
 */
export function cookieNames({ protocol }: Names, port: number): CookieNames {
  const isHttps = protocol === 'https'
  const nameOf = (name: string): string => (isHttps ? `__Host-casement-${name}` : `casement-${name}-${port}`)
  return {
    session: nameOf('user'),
    signIn: nameOf('sign-in'),
    write: (name, value, life) =>
      `${name}=${value}; Path=/; Max-Age=${Math.floor(life / 1000)}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  }
}

/** Every value of a cookie: one that was set for a whole site comes beside the one that was set for this host. */
export function cookiesOf(request: Request, name: string): string[] {
  return (request.headers.get('cookie') ?? '')
    .split(/; ?/)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
