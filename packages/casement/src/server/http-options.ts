/** How apps are served over HTTP. */
export interface HttpOptions {
  /** Default 3000. 0 takes any that is free. */
  readonly port?: number
  /** The address to listen at. Default 127.0.0.1. */
  readonly host?: string
  /** Default `/mcp`. */
  readonly path?: string
  /** Names that requests may be addressed to. Default: `localhost`, `127.0.0.1`, `[::1]` and `host`. */
  readonly allowedHosts?: readonly string[]
  /** Names of the origins that web pages may call from, without scheme and port. Default: `localhost`, `127.0.0.1` and `[::1]`. */
  readonly allowedOrigins?: readonly string[]
  /** The largest body of a request, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number
  /** How long `close` waits for requests in flight, in milliseconds. Default 10,000. */
  readonly grace?: number
  /** Says who a request is from, by its headers. Undefined refuses it with 401. */
  readonly authenticate?: (headers: Readonly<Record<string, string | string[] | undefined>>) => unknown
  /** Where clients learn how to authorise themselves: named in the `WWW-Authenticate` of a 401. */
  readonly resourceMetadata?: string
}
