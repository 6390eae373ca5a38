import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import {
  appLabel,
  SANDBOX_GENERATION,
  type OpaqueTicket,
  type ProxyDirectory,
  type SandboxResource,
  type SandboxTicket,
} from '../../protocol/sandbox-ticket.ts'
import { notShown } from '../card/diagnosis.ts'

/** A sandbox: admits a UI resource and returns the ticket to open it with. */
export interface SandboxProvider {
  open(resource: SandboxResource, options?: { readonly signal?: AbortSignal }): Promise<SandboxTicket | OpaqueTicket>
  /** The proxy of an app, if its URL is known without a ticket. The host then loads it while the resource is read. */
  proxyFor?(app: string): Promise<ProxyAddress | undefined>
}

/** The URL of a proxy, and the only origin that it may frame. */
export type ProxyAddress = Pick<SandboxTicket, 'proxyUrl' | 'proxyOrigin' | 'viewOrigin'>

// Each cached ticket is kept with the HTML of its View.
const MAX_CACHED_TICKETS = 50
// A ticket must not expire before the frame has loaded.
const EXPIRY_MARGIN_MS = 60_000

/**
 * Requests tickets from the host's own back end, where `createMintEndpoint(handler)` of `casement/sandbox` handles the requests. The
 * same content gets the same ticket until it expires, so that the browser can cache the View.
 */
export function mintingSandbox(url: string | URL, init: Omit<RequestInit, 'body' | 'method' | 'signal'> = {}): SandboxProvider {
  // In order of use, the most recent one last.
  const cache = new Map<string, CachedTicket>()
  const directory = proxyDirectory(url, init)
  return {
    async proxyFor(app) {
      const found = await directory()
      if (!found) return undefined
      const { proxyBase, proxyOrigin, appDomain } = found
      const label = await appLabel(app)
      return { proxyUrl: proxyBase + label, proxyOrigin, viewOrigin: `${new URL(proxyOrigin).protocol}//${label}.${appDomain}` }
    },
    async open({ app, html, csp, permissions, domain }, { signal } = {}) {
      signal?.throwIfAborted()
      const body = JSON.stringify({ app, csp, permissions, domain, html })
      const cached = cache.get(body)
      // Views that are mounted together share one request, so the signal of one of them does not abort it.
      const entry = cached && cached.until > Date.now() ? cached : { ticket: requestTicket(url, init, body), until: Infinity }
      const forget = (): unknown => cache.get(body) === entry && cache.delete(body)
      cache.delete(body)
      cache.set(body, entry)
      for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED_TICKETS)) cache.delete(oldest)
      // A retry after an abort sends a new request, because the first one may never get a response.
      signal?.addEventListener('abort', forget)
      try {
        const ticket = await entry.ticket
        entry.until = ticket.expires - EXPIRY_MARGIN_MS
        return ticket
      } catch (error) {
        forget()
        throw error
      } finally {
        signal?.removeEventListener('abort', forget)
      }
    },
  }
}

interface CachedTicket {
  readonly ticket: Promise<SandboxTicket>
  /** The time from which it is requested again. */
  until: number
}

// Shared by all providers with the same endpoint, because a page may create a provider for each View.
const directories = new Map<string, Promise<ProxyDirectory | undefined>>()

/** Requests the directory of proxies once, before the first View is mounted, and again when it has expired. */
function proxyDirectory(url: string | URL, init: RequestInit): () => Promise<ProxyDirectory | undefined> {
  const key = String(url)
  const request = async (): Promise<ProxyDirectory | undefined> => {
    const response = await post(url, init, JSON.stringify({ want: 'directory' }))
    const body: unknown = response.ok && (await response.json())
    // The endpoint is the host's own back end, so its response is trusted beyond this check.
    return isRecord(body) && typeof body['proxyBase'] === 'string' ? (body as unknown as ProxyDirectory) : undefined
  }
  const refresh = (): Promise<ProxyDirectory | undefined> => {
    const directory = request().catch(() => undefined)
    directories.set(key, directory)
    return directory
  }
  // Not while a server renders the page.
  if (typeof document === 'object' && !directories.has(key)) void refresh()
  return async () => {
    const directory = await directories.get(key)
    return directory && directory.expires - EXPIRY_MARGIN_MS < Date.now() ? refresh() : directory
  }
}

function post(url: string | URL, init: RequestInit, body: string): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Content-Type', 'application/json')
  return fetch(url, { ...init, method: 'POST', headers, body })
}

async function requestTicket(url: string | URL, init: RequestInit, body: string): Promise<SandboxTicket> {
  let received: unknown
  let status: number
  try {
    const response = await post(url, init, body)
    status = response.status
    received = await response.json().catch(() => undefined)
  } catch (error) {
    throw notShown('mint-failed', `${String(url)} could not be reached.`, [String(error)], error)
  }
  if (status === 200 && isRecord(received) && received['mode'] === 'served') {
    // A back end without one is the host's own, around `handler.mint`.
    const { generation = SANDBOX_GENERATION } = received
    if (generation !== SANDBOX_GENERATION)
      throw notShown('sandbox-incompatible', `The sandbox has generation ${String(generation)}, not ${SANDBOX_GENERATION}.`)
    const ticket = received as unknown as SandboxTicket // the host's own back end responded
    checkOrigin(ticket.proxyOrigin)
    return ticket
  }
  const why = isRecord(received) && typeof received['error'] === 'string' ? received['error'] : 'It gave no reason.'
  const code = [400, 401, 403, 413].includes(status) ? 'mint-refused' : 'mint-failed'
  throw notShown(code, `${String(url)} answered ${status}. ${why}`)
}

/** Runs Views in opaque mode, through the one static file `casement/sandbox-proxy.html`. For hosts that can only serve files. */
export function staticSandbox(proxyUrl: string | URL): SandboxProvider {
  return {
    async open({ csp, permissions }) {
      const { href, origin } = new URL(proxyUrl, globalThis.location?.href)
      checkOrigin(origin)
      const { allowOpaque, effective, refused } = compilePolicy({ csp, permissions }, { opaque: true })
      return {
        mode: 'opaque',
        proxyUrl: href,
        proxyOrigin: origin,
        allow: allowOpaque,
        sandbox: 'allow-scripts',
        effective,
        refused,
        // Measured in Chromium. All Views share the process of this one file, and a static file has no headers of ours.
        capabilities: {
          isolatedProcess: 'unknown',
          isolatedFromOtherApps: 'no',
          blocksConnections: 'no',
          storage: 'memory',
        },
        reason: 'The sandbox is a static file, so the View has no origin of its own and storage lasts as long as it does.',
      }
    },
  }
}

/** Refuses a proxy on the page's own origin, from which a View could reach the page. */
export function checkOrigin(proxyOrigin: string): void {
  const own = globalThis.location?.origin
  if (proxyOrigin !== own) return
  const why = `The proxy is at ${own}, the origin of this page itself.`
  throw notShown('sandbox-same-origin', why, [], new CasementError('INVALID_ARGUMENT', why))
}
