import type { AdminAuditRecord, AdminServers, AdminSession, AdminUser } from '@casement/gateway/api'
import type { GatewayApi } from '../api/gateway-api.ts'

/** The requests of the administration page. */
export interface AdminApi {
  users(after?: string): Promise<readonly AdminUser[]>
  sessions(after?: string): Promise<readonly AdminSession[]>
  servers(): Promise<AdminServers>
  audit(before?: number): Promise<readonly AdminAuditRecord[]>
  block(user: string): Promise<void>
  unblock(user: string): Promise<void>
  deleteUser(user: string): Promise<void>
  endSession(id: string): Promise<void>
}

/** The number of rows per page. */
export const PAGE = 50

const part = encodeURIComponent

/** The routes for admins. */
export function createAdminApi({ request }: Pick<GatewayApi, 'request'>): AdminApi {
  // The gateway responds with what its types say.
  const get = async <T>(path: string): Promise<T> => (await request(path)).json() as Promise<T>
  const run = async (method: string, path: string): Promise<void> => void (await request(path, { method }))
  return {
    users: (after = '') => get(`/api/admin/users?limit=${PAGE}&after=${part(after)}`),
    sessions: (after) => get(`/api/admin/sessions?limit=${PAGE}${after === undefined ? '' : `&after=${part(after)}`}`),
    servers: () => get('/api/admin/servers'),
    audit: (before) => get(`/api/admin/audit/recent?limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`),
    block: (user) => run('POST', `/api/admin/users/${part(user)}/block`),
    unblock: (user) => run('DELETE', `/api/admin/users/${part(user)}/block`),
    deleteUser: (user) => run('DELETE', `/api/admin/users/${part(user)}`),
    endSession: (id) => run('DELETE', `/api/admin/sessions/${part(id)}`),
  }
}
