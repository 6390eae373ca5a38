import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { CasementError } from '../../protocol/errors.ts'
import { ssrfGuard, type SsrfGuard, type SsrfGuardOptions } from './ssrf-guard.ts'

/** Limits on fetching a page from a server that untrusted input named. */
export interface FetchPageOptions extends SsrfGuardOptions {
  /** Milliseconds for everything, redirects included. Default 10,000. */
  readonly timeout?: number | undefined
  /** Bytes of the document. Default 5 MB. */
  readonly maxBytes?: number | undefined
  /** Default 5. */
  readonly maxRedirects?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A page, and the address it was found at in the end. */
export interface FetchedPage {
  readonly html: string
  readonly url: string
}

/**
 * Fetches an HTML page by a URL that cannot be trusted. Every hop is checked before it is asked, its name is resolved once, and
 * the connection goes to the address that was checked: an answer that changes in between has no effect.
 */
export async function fetchPage(address: string | URL, options: FetchPageOptions = {}): Promise<FetchedPage> {
  const { timeout = 10_000, maxRedirects = 5, signal } = options
  if (!URL.canParse(String(address))) throw new CasementError('INVALID_ARGUMENT', `externalUrl: ${String(address)} is not a URL`)
  const guard = ssrfGuard(options)
  const deadline = AbortSignal.timeout(timeout)
  const until = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    let url = new URL(address)
    for (let hop = 0; hop <= maxRedirects; hop++) {
      guard.checkUrl(url)
      const answer = await open(url, guard, until)
      const location = answer.headers.location
      if (!isRedirect(answer.statusCode) || location === undefined) {
        return { html: await readHtml(answer, url, options), url: url.href }
      }
      answer.destroy()
      if (!URL.canParse(location, url.href)) throw failed(`${url.href} redirects to an invalid URL`)
      url = new URL(location, url)
    }
    throw failed(`${String(address)} redirects more than ${maxRedirects} times`)
  } catch (error) {
    if (deadline.aborted && !signal?.aborted)
      throw new CasementError('TIMEOUT', `externalUrl: ${String(address)} took longer than ${timeout} ms`, { cause: error })
    throw CasementError.is(error) ? error : failed(`${String(address)} could not be fetched: ${String(error)}`, error)
  }
}

const isRedirect = (status = 0): boolean => [301, 302, 303, 307, 308].includes(status)

function open(url: URL, guard: SsrfGuard, signal: AbortSignal): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:'
  // A separate agent: connections that other code keeps alive were not checked.
  const agent = isTls ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': 'identity', 'user-agent': 'casement' }
  return new Promise((resolve, reject) => {
    const asking = (isTls ? httpsRequest : httpRequest)(url, { agent, headers, lookup: guard.lookup, signal }, resolve)
    asking.on('error', reject)
    asking.on('socket', (socket) =>
      socket.on('connect', () => {
        try {
          guard.checkAddress(socket.remoteAddress ?? '', url.hostname)
        } catch (error) {
          socket.destroy(error as Error)
        }
      }),
    )
    asking.end()
  })
}

async function readHtml(answer: IncomingMessage, { href }: URL, { maxBytes = 5_000_000 }: FetchPageOptions): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = answer.headers
  const refuse = (why: string): never => {
    answer.destroy()
    throw failed(`${href} ${why}`)
  }
  if (answer.statusCode !== 200) refuse(`answered ${answer.statusCode}`)
  if (!/^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) refuse(`is ${type || 'of no type'}, not HTML`)
  if (encoding !== 'identity') refuse(`has the content encoding ${encoding}, which was not requested`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) refuse(`is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return decode(Buffer.concat(chunks), type, href)
}

function decode(bytes: Uint8Array, type: string, href: string): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch (error) {
    throw failed(`${href} is in ${charset}, which is not supported`, error)
  }
}

const failed = (what: string, cause?: unknown): CasementError => new CasementError('REMOTE', `externalUrl: ${what}`, { cause })
