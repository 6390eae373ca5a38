import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import type { GatewayOptions } from '../options.ts'
import type { UserLimits } from '../limits/user-limits.ts'
import type { Owner } from '../security/principal.ts'
import type { StoreNews } from './changes.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openServer } from './postgres-server.ts'
import { createStore, type Store } from './store.ts'
import type { DatabaseState } from './unavailable.ts'

/** The location and the durability of a store. */
export type StoreLocation = Pick<GatewayOptions, 'databaseUrl' | 'dataDir' | 'durability' | 'snapshotDays'>

/** Opens the store that the options name, in the background. */
export function openStore(
  options: StoreLocation,
  log: Log,
  tell: (news: StoreNews, owner?: Owner) => void,
  limits?: UserLimits,
): Store {
  const { databaseUrl, dataDir, durability, snapshotDays } = options
  const onSnapshotFailure = (reason: string): void => log({ level: 'warn', event: 'snapshot-failed', reason })
  const onState = (state: DatabaseState): void =>
    state.status === 'ready'
      ? log({ level: 'info', event: 'store-available' })
      : log({ level: 'error', event: 'store-unavailable', reason: state.reason })
  return databaseUrl
    ? createStore({ kind: 'server', open: (opening) => openServer(databaseUrl, opening), tell, onState, limits })
    : createStore({
        kind: 'embedded',
        open: (opening) =>
          openEmbedded(dataDir && join(dataDir, 'store'), { ...opening, durability, snapshotDays, onSnapshotFailure }),
        tell,
        onState,
        limits,
      })
}
