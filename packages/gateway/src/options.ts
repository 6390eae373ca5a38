import type { ServerConfig, SessionInfo } from './api.ts'
import type { BuiltInServer } from './connections/target.ts'
import type { UserLimits } from './limits/user-limits.ts'
import type { Log } from './observability/log.ts'
import type { TelemetryOptions } from './observability/telemetry.ts'
import type { Route } from './router.ts'
import type { Auth } from './security/auth.ts'
import type { PublicNames } from './security/names.ts'

/** The options of a gateway. */
export interface GatewayOptions {
  /** The first port to try; 0 for any free port. */
  readonly port: number
  /** The address to listen on. Default 127.0.0.1; any that other machines reach needs `auth` and `names`. */
  readonly hostname?: string | undefined
  /** The public address of a gateway. */
  readonly names?: PublicNames | undefined
  /** Default: a one-time link lets the user who started the gateway in; see `Gateway.link`. */
  readonly auth?: Auth | undefined
  /**
   * Whether admins may add servers that are started by a command, which runs any program as the gateway's user. Default: only
   * without `auth`, on one's own machine. Servers in `servers` are always started.
   */
  readonly allowCommands?: boolean | undefined
  /** A port on loopback for `/healthz`, `/readyz` and `/metrics`, without authentication. Default: none. */
  readonly metricsPort?: number | undefined
  /** Where the embedded database and the tokens are. Without it they live in memory. */
  readonly dataDir?: string | undefined
  /** `strict` (the default) syncs the embedded database to the disk before a write is acknowledged; `relaxed` may lose the last writes in a power cut. */
  readonly durability?: 'strict' | 'relaxed' | undefined
  /** For how many days daily snapshots of the embedded database are kept, in `store/snapshots`. Default 7; 0 makes none. */
  readonly snapshotDays?: number | undefined
  /** After how many days the audit log of users is deleted. Default: never. The local user's goes with the conversations. */
  readonly auditDays?: number | undefined
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly servers?: Readonly<Record<string, ServerConfig>> | undefined
  /** Limits of the connections that belong to one user each: processes with `perUser`, authorized and saved servers. Default 200, 15. */
  readonly userServers?: { readonly max?: number | undefined; readonly idleMinutes?: number | undefined } | undefined
  /** The limits of one user. Default: `USER_LIMITS`; a local gateway has no limits. */
  readonly userLimits?: Partial<UserLimits> | undefined
  /** Whether admins may export what users have stored, conversations included. `casement user export` always may. Default false. */
  readonly adminsExport?: boolean | undefined
  /**
   * The key that encrypts the credentials of users in the database: 32 random bytes in base64, the same on all nodes. Default: a file
   * in `dataDir`.
   */
  readonly key?: string | undefined
  /** MCP servers in this process. */
  readonly builtIn?: Readonly<Record<string, BuiltInServer>> | undefined
  /** The folder with the built page. */
  readonly pages: string
  /** More routes at the page's origin. Each declares who may call it. */
  readonly routes?: readonly Route[] | undefined
  readonly log?: Log | undefined
  /** Exports traces with OpenTelemetry, whose packages have to be installed. Default: nothing is exported or loaded. */
  readonly telemetry?: TelemetryOptions | undefined
  readonly profile?: string | undefined
  /** The model behind `routes`, as reported to the page. */
  readonly model?: SessionInfo['model']
  /** The secret of the API, where several nodes are behind one name. Default: a new one for each run. */
  readonly secret?: string | undefined
}
