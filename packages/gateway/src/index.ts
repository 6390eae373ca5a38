/**
 * `@casement/gateway`: behind a web host for MCP Apps. Connects to MCP servers, offers them to the page with policy and audit,
 * serves the sandbox origins, and keeps what must outlive a page in PostgreSQL.
 * @module
 */
export { createGateway, type Gateway } from './gateway.ts'
export type { GatewayOptions } from './options.ts'
export { USER_LIMITS, type UserLimits } from './limits/user-limits.ts'
export type { RequestKind } from './limits/request-limits.ts'
export type { BuiltInServer } from './connections/target.ts'
export type { ServerPool } from './connections/pool.ts'
export type { Store } from './store/store.ts'
export type { UserStore } from './store/user-store.ts'
export { backupStore, listSnapshots, restoreStore } from './store/embedded/snapshot.ts'
export { openTokens, type TokenAdministration } from './token-administration.ts'
export { openUsers, type UserAdministration, type UserLocation } from './user-administration.ts'
export type { DeletionOptions, UserRecord } from './store/user-data.ts'
export type { NewToken } from './security/tokens.ts'
export type { TokenRecord } from './store/access.ts'
export type { AdminMapping, Auth, HeaderAuth, OidcAuth, TokenAuth } from './security/auth.ts'
export { LOCAL_USER, type AuthenticationMethod, type Owner, type Principal, type Role } from './security/principal.ts'
export { route, type Call, type PublicRoute, type Route, type RouteOptions } from './router.ts'
export type { TelemetryOptions } from './observability/telemetry.ts'
export type { PublicNames } from './security/names.ts'
export { jsonLog, type Log, type LogEntry, type LogLevel } from './observability/log.ts'
