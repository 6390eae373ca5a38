import { CasementError } from '../../protocol/errors.ts'
import { fromBase64Url, toBase64Url } from './digest.ts'

/**
 * The resource that a token grants access to: `proxy` and `view` are the two documents, `proxies` the proxy of every app for one host page, without any browser
 * feature, `report` the endpoint the browser posts violations to, `reports` the stream on which the host page reads them.
 */
export type TokenKind = 'proxy' | 'proxies' | 'view' | 'report' | 'reports'

/** Everything that a token is bound to. Equal claims give the same token, so that a URL can be cached. */
export interface TokenClaims {
  readonly kind: TokenKind
  /** The only `Host` that accepts it: a document is served only at its own origin. */
  readonly host: string
  /** The host of the View's origin. Empty for `proxies`. */
  readonly view: string
  /** The hash of the HTML. Empty for a proxy, which is the same for every View of its app. */
  readonly document: string
  /** The hash of the View's policy; for a proxy the browser features that it may delegate. */
  readonly policy: string
  readonly hostOrigin: string
  /** In seconds since 1970. */
  readonly expires: number
}

/** Why a token is rejected. */
export type TokenFault = 'malformed' | 'bad-signature' | 'expired' | 'wrong-kind' | 'wrong-host'

/** Signs and checks tokens with one secret. */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  verify(token: string, expected: { kind: TokenKind; host: string; now: number }): Promise<TokenClaims | TokenFault>
}

const MIN_SECRET_BYTES = 16
// Our tokens have a few hundred characters. Longer ones are rejected without a signature check.
const MAX_TOKEN_CHARS = 2048

/** Creates a signer with HMAC-SHA-256. */
export function createTokenSigner(secret: string | Uint8Array): TokenSigner {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : new Uint8Array(secret)
  if (bytes.length < MIN_SECRET_BYTES)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `createSandboxHandler: the secret has ${bytes.length} bytes; use at least ${MIN_SECRET_BYTES} random bytes`,
    )
  let imported: Promise<CryptoKey> | undefined
  const key = (): Promise<CryptoKey> =>
    (imported ??= crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']))

  return {
    async sign(claims) {
      const payload = encodeClaims(claims)
      const signature = await crypto.subtle.sign('HMAC', await key(), signedBytes(payload))
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`
    },
    async verify(token, { kind, host, now }) {
      const [payload = '', mac = '', ...rest] = token.split('.')
      const signature = fromBase64Url(mac)
      if (token.length > MAX_TOKEN_CHARS || rest.length > 0 || !payload || !signature) return 'malformed'
      // `verify` compares in constant time. The payload is not read before it has passed.
      if (!(await crypto.subtle.verify('HMAC', await key(), signature, signedBytes(payload)))) return 'bad-signature'
      const claims = decodeClaims(payload)
      if (!claims) return 'malformed'
      if (claims.kind !== kind) return 'wrong-kind'
      if (claims.host !== host) return 'wrong-host'
      return claims.expires * 1000 <= now ? 'expired' : claims
    },
  }
}

// The prefix keeps our signatures from being valid elsewhere, should the secret be used for something else too.
const signedBytes = (payload: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`casement-sandbox-1.${payload}`)

function encodeClaims({ kind, host, view, document, policy, hostOrigin, expires }: TokenClaims): string {
  const fields = JSON.stringify([kind, host, view, document, policy, hostOrigin, expires])
  return toBase64Url(new TextEncoder().encode(fields))
}

// Only payloads that were signed here are decoded, so their shape is known; they may still be of another version.
function decodeClaims(payload: string): TokenClaims | undefined {
  const bytes = fromBase64Url(payload)
  const fields: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
  if (!Array.isArray(fields) || fields.length !== 7) return undefined
  const [kind, host, view, document, policy, hostOrigin, expires] = fields as [TokenKind, ...string[]]
  return { kind, host, view, document, policy, hostOrigin, expires: Number(expires) } as TokenClaims
}
