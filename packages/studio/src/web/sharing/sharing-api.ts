import type { CachedResource, NewShare, Share, SharedConversation } from '@casement/gateway/api'
import type { GatewayApi } from '../api/gateway-api.ts'

/** The requests of the page about shared conversations. */
export interface SharingApi {
  list(conversation: string): Promise<readonly Share[]>
  create(conversation: string): Promise<NewShare>
  revoke(id: string): Promise<void>
  read(link: string): Promise<SharedConversation>
  /** The document of a View, as this app's server sent it. */
  resource(link: string, hash: string, app: string): Promise<CachedResource>
}

const part = encodeURIComponent

/** Shares conversations, and reads those that others share. */
export function createSharingApi({ request }: Pick<GatewayApi, 'request'>): SharingApi {
  // The gateway responds with what its types say.
  const get = async <T>(path: string, init?: RequestInit): Promise<T> => (await request(path, init)).json() as Promise<T>
  return {
    list: (conversation) => get(`/api/shares?conversation=${part(conversation)}`),
    create: (conversation) =>
      get('/api/shares', {
        method: 'POST',
        body: JSON.stringify({ conversation }),
        headers: { 'Content-Type': 'application/json' },
      }),
    revoke: async (id) => void (await request(`/api/shares/${part(id)}`, { method: 'DELETE' })),
    read: (link) => get(`/api/shared/${part(link)}`),
    resource: (link, hash, app) => get(`/api/shared/${part(link)}/resources/${part(hash)}?app=${part(app)}`),
  }
}
