/** A server at an address. */
interface AddressTarget {
  readonly kind: 'http'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A server in this process that handles Streamable HTTP requests, as if it were at `url`. */
interface InProcessTarget {
  readonly kind: 'in-process'
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response> | Response
}

/** A server that is started. */
export interface StdioTarget {
  readonly kind: 'stdio'
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Which server is examined. */
export type Target = AddressTarget | InProcessTarget | StdioTarget

/** One that is spoken to by HTTP. */
export type HttpTarget = AddressTarget | InProcessTarget

/** The name of a server in a report, without possible secrets. */
export function addressOf(target: Target): string {
  if (target.kind === 'stdio') return [target.command, ...(target.args ?? [])].join(' ')
  const { origin, pathname } = new URL(target.url)
  return `${origin}${pathname}`
}
