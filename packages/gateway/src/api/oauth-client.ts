import { createClientMetadata } from '../connections/oauth.ts'
import { readRoute, type Route } from '../router.ts'
import type { Auth } from '../security/auth.ts'
import type { Names } from '../security/names.ts'

/** The registration of the gateway with authorization servers. */
export interface OAuthClient {
  readonly redirectUrl: string
  /** Undefined where authorization servers cannot read the document. */
  readonly clientMetadataUrl: string | undefined
}

const PATH = '/oauth/client-metadata.json'

/**
 * The document needs a public https URL: it is not served if the gateway is on this machine only, or behind a proxy that
 * authenticates every request.
 */
export function describeOAuthClient({ protocol, origin }: Names, auth: Auth | undefined): OAuthClient {
  const isPublic = protocol === 'https' && auth?.type !== 'header'
  return { redirectUrl: `${origin}/oauth/callback`, clientMetadataUrl: isPublic ? `${origin}${PATH}` : undefined }
}

/** Serves the client metadata document (CIMD): its URL is the client id of the gateway. */
export function oauthClientRoutes({ redirectUrl, clientMetadataUrl }: OAuthClient): Route[] {
  if (clientMetadataUrl === undefined) return []
  const metadata = { client_id: clientMetadataUrl, ...createClientMetadata(redirectUrl) }
  const headers = { 'Cache-Control': 'public, max-age=3600' }
  return [readRoute('public', 'visit', PATH, () => Response.json(metadata, { headers }))]
}
