import { DENIED } from '../../protocol/errors.ts'
import { denied, paramOf, type Policy } from './policy.ts'

const DEFAULT_LINK_SCHEMES: readonly string[] = ['https:', 'http:']

const MAX_URL_LENGTH = 8192

/** Parses an absolute URL as a browser does, or says what is wrong with it. */
export function readLink(text: unknown, schemes: readonly string[] = DEFAULT_LINK_SCHEMES): { url: string } | { why: string } {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH) return { why: 'the URL is too long' }
  if (!URL.canParse(text)) return { why: 'the URL is not absolute' }
  const url = new URL(text)
  if (!schemes.includes(url.protocol)) return { why: `the scheme ${url.protocol} is not allowed` }
  // https://bank.example@evil.example looks like one site and opens another.
  if (url.username || url.password) return { why: 'URLs with a user name or password are not allowed' }
  return { url: url.href }
}

/** Admits only links that a user can read and a browser can open safely. The host receives the normalized URL, or the View's own text. */
export const linkPolicy =
  (schemes: readonly string[] | undefined, normalize: boolean): Policy =>
  (request, next) => {
    if (request.method !== 'ui/open-link') return next(request)
    const link = readLink(paramOf(request, 'url'), schemes)
    if ('why' in link) throw denied('link', `ui/open-link: ${link.why}`, DENIED)
    return next(normalize ? { ...request, params: { url: link.url } } : request)
  }
