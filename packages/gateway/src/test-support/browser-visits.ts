import type { Gateway } from '../gateway.ts'
import { ask, type AskOptions, type Reply } from './ask.ts'

/** A browser without a window: it follows redirects and keeps cookies, each for its host. */
export interface Browser {
  /** The response at the end of the redirects, and its address. A predicate stops it before an address is requested. */
  visit(url: string, options?: VisitOptions): Promise<Visit>
  /** The value of the `Cookie` header for a host. */
  cookies(host: string): string
  setCookie(host: string, name: string, value: string): void
}

/** The options of a visit. */
export interface VisitOptions extends Pick<AskOptions, 'method' | 'body' | 'headers'> {
  readonly stopAt?: ((url: URL) => boolean) | undefined
}

/** The end of a visit. */
export interface Visit extends Reply {
  readonly url: URL
}

const MAX_REDIRECTS = 12

/** Opens a browser in which the names of the gateway's page lead to the gateway, and all others to the network. */
export function openBrowser(gateway: () => Gateway, pageHost: string): Browser {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (host: string): Map<string, string> => {
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const cookies = (host: string): string => [...jarOf(host)].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (host: string, lines: readonly string[] = []): void => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jarOf(host).delete(name)
      else jarOf(host).set(name, value)
    }
  }
  const request = (url: URL, { method = 'GET', body, headers }: VisitOptions): Promise<Reply> => {
    const isPage = url.host === pageHost
    return ask(isPage ? gateway().port : Number(url.port), url.pathname + url.search, {
      host: url.host,
      method,
      headers: { cookie: cookies(url.host), ...headers },
      ...(body !== undefined && { body }),
    })
  }
  return {
    cookies,
    setCookie: (host, name, value) => void jarOf(host).set(name, value),
    async visit(address, options = {}) {
      let url = new URL(address)
      let step: VisitOptions = options
      for (let count = 0; count < MAX_REDIRECTS; count++) {
        const reply = await request(url, step)
        keep(url.host, reply.headers['set-cookie'])
        const next = reply.status >= 300 && reply.status < 400 && reply.headers.location
        if (!next) return { ...reply, url }
        url = new URL(next, url)
        if (options.stopAt?.(url)) return { ...reply, url }
        step = {}
      }
      throw new Error(`Too many redirects, the last to ${url.href}`)
    },
  }
}
