import { ownerKey, type Owner } from '../security/principal.ts'
import { CHANNEL, changeOf, type Change, type StoreNews } from './changes.ts'
import type { Database, Sql } from './sql.ts'
import { addUser } from './users.ts'

const MAX_KNOWN_USERS = 10_000

/** A change that nodes exchange. */
export interface Notification {
  readonly node: string
  readonly change: Change
  readonly owner?: Owner | undefined
}

/** The durability of writes. */
export interface Commits {
  /** A write as a user and its notification, in one commit; without an owner, a write to the gateway's own tables. */
  commit<T>(
    owner: Owner | undefined,
    work: (sql: Sql) => Promise<T>,
    news?: (result: T) => StoreNews | undefined,
    options?: { readonly statements?: 'one' | 'several' },
  ): Promise<T>
  /** The user was removed from the table of users. */
  forgetUser(owner: Owner): void
  /** Makes sure that the user is in the table of users. */
  noteUser(database: Database, owner: Owner): Promise<void>
}

/** The dependencies of commits. */
export interface CommitsOptions {
  readonly current: () => Promise<Database>
  readonly kind: Database['kind']
  readonly node: string
  readonly tell: (news: StoreNews, owner?: Owner) => void
  readonly now: () => number
}

/** The node's own changes, which it already knows. */
const OWN_NEWS: ReadonlySet<string> = new Set(['kept-servers', 'credentials'])

/** Commits writes, and notifies this node and the others. */
export function createCommits({ current, kind, node, tell, now }: CommitsOptions): Commits {
  const known = new Set<string>()
  async function noteUser(database: Database, owner: Owner): Promise<void> {
    const key = ownerKey(owner)
    if (known.has(key)) return
    await addUser(database, owner, now())
    if (known.size >= MAX_KNOWN_USERS) known.clear()
    known.add(key)
  }
  async function notify(sql: Sql, event: StoreNews | undefined, owner: Owner | undefined): Promise<void> {
    const change = kind === 'server' && event && changeOf(event)
    if (!change) return
    const payload: Notification = { node, change, owner: owner && { tenant: owner.tenant, user: owner.user } }
    await sql.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(payload)])
  }
  return {
    noteUser,
    forgetUser: (owner) => void known.delete(ownerKey(owner)),
    async commit(owner, work, news = () => undefined, { statements = 'one' } = {}) {
      const database = await current()
      if (owner) await noteUser(database, owner)
      const sql = owner ? database.as(owner) : database
      const result =
        kind === 'embedded' && statements === 'one'
          ? await work(sql)
          : await sql.transaction(async (inside) => {
              const inner = await work(inside)
              await notify(inside, news(inner), owner)
              return inner
            })
      const event = news(result)
      if (event && !OWN_NEWS.has(event.type)) tell(event, owner)
      return result
    },
  }
}
