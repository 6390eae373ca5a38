/**
 * `@casement/gateway`: behind a web host for MCP Apps. Connects to MCP servers, offers them to the page with policy and audit,
 * serves the sandbox origins, and keeps what must outlive a page in PostgreSQL.
 * @module
 */
export { createGateway, type Gateway } from './gateway.ts'
export type { GatewayOptions } from './options.ts'
export type { BuiltInServer } from './connections/target.ts'
export type { ServerPool } from './connections/pool.ts'
export type { Store } from './store/store.ts'
export { backupStore, listSnapshots, restoreStore } from './store/embedded/snapshot.ts'
export type { Auth } from './security/auth.ts'
export type { Principal, Role } from './security/principal.ts'
export { route, type Call, type PublicRoute, type Route, type RouteOptions } from './router.ts'
export type { PublicNames } from './security/names.ts'
export { jsonLog, type Log, type LogEntry, type LogLevel } from './observability/log.ts'
