import { DENIED } from '../../protocol/errors.ts'
import { denied, memberOf, type Policy } from './policy.ts'

/** What a host opens unless it says otherwise. */
const DEFAULT_LINK_SCHEMES: readonly string[] = ['https:', 'http:']

const LONGEST = 8192

/** The whole URL as a browser reads it, or what is wrong with it. Relative ones mean nothing outside the View. */
export function readLink(text: unknown, schemes: readonly string[] = DEFAULT_LINK_SCHEMES): { url: string } | { why: string } {
  if (typeof text !== 'string' || text.length > LONGEST) return { why: 'the URL is too long' }
  if (!URL.canParse(text)) return { why: 'it is not a whole URL' }
  const url = new URL(text)
  if (!schemes.includes(url.protocol)) return { why: `the scheme ${url.protocol} is not opened` }
  // https://bank.example@evil.example reads like one place and is another.
  if (url.username || url.password) return { why: 'a URL with a user name or password is not opened' }
  return { url: url.href }
}

/** Lets only links through that a user can read and a browser can open safely. The host gets the URL in full. */
export const linking =
  (schemes?: readonly string[]): Policy =>
  (asked, next) => {
    if (asked.method !== 'ui/open-link') return next(asked)
    const link = readLink(memberOf(asked, 'url'), schemes)
    if ('why' in link) throw denied('link', `ui/open-link: ${link.why}`, DENIED)
    return next({ ...asked, params: { url: link.url } })
  }
