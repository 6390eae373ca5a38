/** Verifies the access tokens of requests. `casement/server/auth` creates one. */
export interface Authorization {
  /** Returns the OAuth protected resource metadata if it belongs to this path (RFC 9728). */
  metadataFor(path: string): object | undefined
  /** Verifies the `Authorization` header. `auth` is the `context.auth` of tools; `challenge` is the `WWW-Authenticate` header of a refusal. */
  verify(
    header: string | undefined,
  ): Promise<{ readonly auth: unknown } | { readonly status: number; readonly message: string; readonly challenge: string }>
}

/** Options for Streamable HTTP. */
export interface HttpOptions {
  /** Default 3000. 0 chooses a free port. */
  readonly port?: number
  /** The address to listen at. Default 127.0.0.1. */
  readonly host?: string
  /** Default `/mcp`. */
  readonly path?: string
  /** The host names that requests may be sent to. Default: `localhost`, `127.0.0.1`, `[::1]` and `host`. */
  readonly allowedHosts?: readonly string[]
  /** The host names of web pages that may send requests. Default: `localhost`, `127.0.0.1` and `[::1]`. */
  readonly allowedOrigins?: readonly string[]
  /** The maximum size of a request body, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number
  /** How long `close` waits for requests in flight, in milliseconds. Default 10,000. */
  readonly grace?: number
  /** Returns the user of a request, which tools get as `context.auth`. Undefined rejects the request with 401. */
  readonly authenticate?: (headers: Readonly<Record<string, string | string[] | undefined>>) => unknown
  /** Requires a valid access token, as an OAuth 2.1 resource server. In place of `authenticate`. */
  readonly auth?: Authorization
  /** The URL of the OAuth protected resource metadata, for the `WWW-Authenticate` header of a 401 (RFC 9728). */
  readonly resourceMetadata?: string
}
