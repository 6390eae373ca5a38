import { parsePolicy } from '../../protocol/policy/serialize-policy.ts'
import type { SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { createSandboxHandler, type SandboxHandler } from '../handler.ts'
import type { SandboxOptions } from '../options.ts'

/** The only page that may request tickets. */
export const HOST = 'http://casement.localhost:4400'
/** The origin of proxies. */
export const SANDBOX = 'http://sandbox.casement.localhost:4400'
/** The HTML of a View. */
export const HTML = '<!doctype html><html lang="en"><head><title>View</title></head><body>hello</body></html>'

/** The clock of all sandboxes in the tests. */
export const clock = { now: 0 }

/** Resets the clock. */
export const resetClock = (): void => void (clock.now = 1_000_000_000_000)

/** Creates a sandbox. */
export const create = (options: Partial<SandboxOptions> = {}): SandboxHandler =>
  createSandboxHandler({
    secret: '0123456789abcdef0123456789abcdef',
    domain: 'casement.localhost:4400',
    hostOrigins: [HOST],
    now: () => clock.now,
    ...options,
  })

/** Mints a ticket for the View. */
export const mint = (handler: SandboxHandler, more: object = {}): Promise<SandboxTicket> =>
  handler.mint({ app: 'https://server.example/mcp', html: HTML, hostOrigin: HOST, ...more })

/** Sends a request as a browser does. */
export const get = (
  handler: SandboxHandler,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> => handler.fetch(new Request(url, { headers, method }))

/** The policy of a response, by directive. */
export const policyOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    parsePolicy(response.headers.get('content-security-policy') ?? '').map(({ name, values }) => [name, values.join(' ')]),
  )
