import type { AuditEvent } from 'casement/host'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallEntry, Entry } from '../api.ts'
import { startPostgres, type PostgresServer } from '../test-support/postgres.ts'
import type { StoreNews } from './changes.ts'
import { listConversations } from './conversations.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { LOCAL_USER } from '../security/principal.ts'
import { MIGRATIONS } from './migrations.ts'
import { openServer } from './postgres-server.ts'
import type { Database } from './sql.ts'
import { createStore, type Store } from './store.ts'
import type { UserStore } from './user-store.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const kinds = [
  ['embedded', () => openEmbedded(undefined)],
  ['server', async () => openServer(await server.database())],
] as const

const call = (id: string, more: Partial<CallEntry> = {}): CallEntry => ({
  kind: 'call',
  id,
  at: 5,
  by: 'model',
  server: 'demo',
  tool: 'chart',
  status: 'done',
  input: {},
  ...more,
})

const audited = (method: string): AuditEvent => ({
  at: 1,
  ms: 2,
  app: 'a',
  view: 'v',
  appInfo: undefined,
  method,
  target: undefined,
  params: {},
  decision: 'allowed',
})

describe.each(kinds)('the store, %s', (kind, open) => {
  let store: Store
  let user: UserStore
  let told: StoreNews[]
  let time = 100

  beforeAll(async () => {
    store = createStore({ kind, open, tell: (event) => told.push(event), now: () => ++time })
    user = store.as(LOCAL_USER)
    await store.ready
  })
  beforeEach(() => {
    told = []
  })
  afterAll(() => store.close())

  test('a conversation is created once, renamed, listed by its last change, and removed with all that is in it', async () => {
    const first = await user.createConversation('c1', 'first')
    expect(await user.createConversation('c1', 'again')).toEqual(first)
    const second = await user.createConversation(undefined, 'second')
    await user.renameConversation('c1', 'renamed')
    expect((await user.listConversations()).map(({ title }) => title)).toEqual(['renamed', 'second'])
    await user.putEntry('c1', call('e', { view: 'v1' }))
    await user.writeState('v1', 'k', { version: 1, value: 1 })
    await user.writeContext('v1', 'c1', { view: 'v1', name: 'n', app: 'a', content: [] })
    expect(await user.removeConversation('c1')).toBe(true)
    expect(await user.removeConversation('c1')).toBe(false)
    expect(await user.readConversation('c1')).toBeUndefined()
    expect(await user.readState('v1')).toEqual({})
    expect(await user.renameConversation('c1', 'gone')).toBeUndefined()
    await user.removeConversation(second.id)
    expect(told.map(({ type }) => type)).toContain('conversation-removed')
  })

  test('entries keep their order and their place when they are replaced, whatever text is in them', async () => {
    await user.createConversation('c2', '')
    const nasty = { text: 'a\u0000b \ud800 "\\u0000" 😀', deep: [null, 1.5, true] }
    const message: Entry = { kind: 'message', id: 'm', at: 1, role: 'user', by: 'person', content: [] }
    await user.putEntry('c2', call('one', { status: 'running' }))
    await user.putEntry('c2', message)
    await user.putEntry('c2', call('one', { input: nasty, result: { content: [], structuredContent: nasty } }))
    const { entries = [] } = (await user.readConversation('c2')) ?? {}
    expect(entries.map(({ id }) => id)).toEqual(['one', 'm'])
    expect(entries[0]).toEqual(call('one', { input: nasty, result: { content: [], structuredContent: nasty } }))
    expect(await user.putEntry('nowhere', message)).toBe(false)
    expect(told.filter(({ type }) => type === 'entry')).toHaveLength(3)
  })

  test('the entries of a conversation are listed page by page, and found by their words', async () => {
    await user.createConversation('long', 'Long')
    const texts = ['Bern to Chur', 'Zurich', 'Chur to Davos', 'Basel', 'Churwalden']
    for (const [index, text] of texts.entries())
      await user.putEntry('long', {
        kind: 'message',
        id: `e${index}`,
        at: 1,
        role: 'user',
        by: 'person',
        content: [{ type: 'text', text }],
      })
    const ids = async (page: Parameters<UserStore['listEntries']>[1]): Promise<unknown> =>
      (await user.listEntries('long', page))?.map(({ id }) => id)
    expect(await ids({ limit: 2 })).toEqual(['e0', 'e1'])
    expect(await ids({ limit: 2, after: 'e1' })).toEqual(['e2', 'e3'])
    expect(await ids({ search: 'chur' })).toEqual(['e0', 'e2', 'e4'])
    expect(await ids({ search: 'chur', limit: 1, after: 'e0' })).toEqual(['e2'])
    expect(await ids({ search: 'chur dav' })).toEqual(['e2'])
    expect(await ids({ after: 'unknown' })).toEqual([])
    expect(await user.listEntries('missing')).toBeUndefined()
    await user.removeConversation('long')
  })

  test('the state of a View is kept by key, and has an end', async () => {
    await user.writeState('v', 'a', { version: 1, value: { x: 1 } })
    await user.writeState('v', 'b', { version: 2, value: null })
    await user.writeState('v', 'a', { version: 2, value: 'new' })
    await user.writeState('v', 'b', undefined)
    expect(await user.readState('v')).toEqual({ a: { version: 2, value: 'new' } })
    const big = { version: 1, value: 'x'.repeat(1024 * 1024) }
    await expect(user.writeState('v', 'c', big)).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    for (let key = 1; key < 100; key++) await user.writeState('v', `k${key}`, { version: 1, value: key })
    await expect(user.writeState('v', 'one more', { version: 1, value: 1 })).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    await user.writeState('v', 'a', { version: 3, value: 'still' })
  })

  test('a fork has the entries up to one, and each View the state and context that it had then', async () => {
    const value = async (name: string, text: string, version = 1): Promise<void> =>
      user.writeState('f1', name, { version, value: text })
    const slot = (view: string) => ({ view, name: view, app: 'a', content: [] })
    await user.createConversation('f', 'Original')
    await user.putEntry('f', call('one', { view: 'f1' }))
    await value('draft', 'first')
    await value('draft', 'second', 2)
    await value('removed', 'there')
    await user.writeContext('f1', 'f', slot('f1'))
    await user.putEntry('f', call('two', { view: 'f2', status: 'running' }))
    await user.putEntry('f', call('one', { view: 'f1', ms: 7 }))
    await value('draft', 'third', 3)
    await user.writeState('f1', 'removed', undefined)
    await user.writeContext('f2', 'f', slot('f2'))
    // Shown in the View of the first.
    await user.putEntry('f', call('three', { view: 'f1' }))
    await value('draft', 'fourth', 4)
    await value('later', 'x')

    const copy = async (entry: string) => {
      const { id = '', title } = (await user.forkConversation('f', { entry, title: `After ${entry}` })) ?? {}
      const detail = await user.readConversation(id)
      const views = (detail?.entries ?? []).map((each) => (each.kind === 'call' ? (each.view ?? '') : ''))
      return { title, views, states: await user.readState(views[0] ?? ''), detail }
    }
    const first = await copy('one')
    expect(first).toMatchObject({
      title: 'After one',
      views: [expect.any(String)],
      detail: { context: [{ ...slot('f1'), view: first.views[0] }] },
    })
    expect(first.detail?.entries).toMatchObject([{ tool: 'chart', ms: 7 }])
    expect(first.states).toEqual({ draft: { version: 2, value: 'second' }, removed: { version: 1, value: 'there' } })
    const second = await copy('two')
    expect(second.states).toEqual({ draft: { version: 3, value: 'third' } })
    expect(second.detail?.entries[1]).toMatchObject({ status: 'interrupted' })
    expect(second.detail?.context.map(({ view }) => view)).toEqual(second.views)
    const third = await copy('three')
    expect(third.states).toEqual(await user.readState('f1'))
    expect(third.views[2]).toBe(third.views[0])
    // The copy is independent, and the original is as it was.
    await user.writeState(first.views[0] ?? '', 'draft', { version: 9, value: 'other' })
    expect((await user.readState('f1'))['draft']).toEqual({ version: 4, value: 'fourth' })
    expect((await user.readConversation('f'))?.entries.map(({ id }) => id)).toEqual(['one', 'two', 'three'])
    expect(await user.forkConversation('f', { entry: 'nowhere' })).toBeUndefined()
    expect(await user.forkConversation('nowhere', { entry: 'one' })).toBeUndefined()
    await user.removeConversation('f')
    expect(await user.readState('f1')).toEqual({})
  })

  test('what Views tell the model is one slot each, in the order in which they first spoke (R-245, R-248)', async () => {
    await user.createConversation('c3', '')
    const slot = (view: string, text: string) => ({ view, name: view, app: 'a', content: [{ type: 'text', text }] }) as never
    await user.writeContext('x', 'c3', slot('x', '1'))
    await user.writeContext('y', 'c3', slot('y', '2'))
    await user.writeContext('x', 'c3', slot('x', '3'))
    expect((await user.readConversation('c3'))?.context).toEqual([slot('x', '3'), slot('y', '2')])
    await user.writeContext('x', 'c3', null)
    expect((await user.readConversation('c3'))?.context).toEqual([slot('y', '2')])
    expect(await user.writeContext('z', 'nowhere', slot('z', ''))).toBe(false)
  })

  test('answers are remembered by app and kind, and forgotten together or alone', async () => {
    const record = (app: string, kindOfAct: string) => ({ app, kind: kindOfAct, level: 'always' as never, at: 7 })
    await user.writeConsent(record('a', 'link'))
    await user.writeConsent(record('a', 'tool'))
    await user.writeConsent(record('b', 'link'))
    expect(await user.listConsent('a', null)).toEqual([record('a', 'link'), record('a', 'tool')])
    await user.removeConsent('a', 'link')
    expect(await user.listConsent(null, null)).toEqual([record('a', 'tool'), record('b', 'link')])
    await user.removeConsent(null, null)
    expect(await user.listConsent(null, null)).toEqual([])
  })

  test('the audit log is read from its end, page by page', async () => {
    await user.appendAudit([])
    const batch = ['1', '2', '3'].map((method) => ({ key: method, conversation: 'c', event: audited(method) }))
    await user.appendAudit(batch)
    await user.appendAudit([{ key: '4', conversation: undefined, event: audited('4') }])
    // A batch whose response was lost is written again, and is in the log once.
    await user.appendAudit(batch)
    const all = await user.listAudit({ conversation: null, before: null, limit: 10 })
    expect(all.map(({ method }) => method)).toEqual(['4', '3', '2', '1'])
    expect(all[0]).not.toHaveProperty('conversation')
    const page = await user.listAudit({ conversation: 'c', before: all[1]?.id ?? 0, limit: 1 })
    expect(page).toMatchObject([{ method: '2', conversation: 'c' }])
  })

  test('a resource is kept by the hash of its document and by its app', async () => {
    const resource = { uri: 'ui://x', html: '<p>' }
    await user.keepResource('h', 'a', resource)
    await user.keepResource('h', 'b', { ...resource, csp: { connectDomains: ['https://b.example'] } })
    expect(await user.findResource('h', 'a')).toEqual(resource)
    expect(await user.findResource('h', null)).toMatchObject({ csp: { connectDomains: ['https://b.example'] } })
    expect(await user.findResource('h', 'c')).toBeUndefined()
  })

  test('servers that were added are listed until they are removed', async () => {
    await user.writeServer('b', { command: 'run' })
    await user.writeServer('a', { url: 'http://one.example' })
    await user.writeServer('a', { url: 'http://two.example' })
    expect(await user.listServers()).toEqual([
      ['a', { url: 'http://two.example' }],
      ['b', { command: 'run' }],
    ])
    await user.writeServer('a', undefined)
    expect((await user.listServers()).map(([name]) => name)).toEqual(['b'])
  })

  test('saved calls are listed in the order in which they were saved, replaced by id, and have a limit', async () => {
    const saved = (id: string, name = id) => ({ id, server: 's', name, tool: 't', input: { text: 'a\0b' } })
    await user.putSavedCall(saved('one'))
    time++
    await user.putSavedCall({ ...saved('two'), expected: { content: [] } })
    await user.putSavedCall(saved('one', 'renamed'))
    expect(await user.listSavedCalls()).toEqual([saved('one', 'renamed'), { ...saved('two'), expected: { content: [] } }])
    expect([await user.removeSavedCall('two'), await user.removeSavedCall('two')]).toEqual([true, false])
    for (let count = 1; count < 1000; count++) await user.putSavedCall(saved(`call ${count}`))
    await expect(user.putSavedCall(saved('one more'))).rejects.toMatchObject({ code: 'OVER_BUDGET' })
    await user.putSavedCall(saved('one', 'still possible'))
  })

  test('deletion by age needs two observations a day apart, hides first, and removes a week later', async () => {
    const days = (count: number): number => count * 24 * 60 * 60 * 1000
    const ids = async (): Promise<string[]> => (await user.listConversations()).map(({ id }) => id)
    expect(await user.readSettings()).toMatchObject({ retentionDays: null, deleted: 0 })
    await user.createConversation('old', '')
    await user.putEntry('old', call('e', { view: 'old-view', resourceHash: 'old-document' }))
    await user.writeState('old-view', 'k', { version: 1, value: 1 })
    await user.keepResource('old-document', 'a', { uri: 'ui://x', html: '<p>' })
    time += days(20)
    await store.removeExpired()
    expect(await ids()).toContain('old')
    await user.createConversation('new', '')
    await user.putEntry('new', call('e', { view: 'new-view', resourceHash: 'old-document' }))
    await user.writeState('new-view', 'k', { version: 1, value: 1 })
    await user.writeSettings({ retentionDays: 30 })
    time += days(20)
    await store.removeExpired()
    expect(await ids(), 'one observation').toContain('old')
    expect((await user.readSettings()).expiring).toBeGreaterThan(0)
    time += days(0.5)
    await store.removeExpired()
    expect(await ids(), 'half a day later').toContain('old')
    time += days(0.6)
    told = []
    await store.removeExpired()
    expect(await ids()).toEqual(['new'])
    expect(told).toEqual([{ type: 'resync' }])
    expect(await user.readState('old-view'), 'hidden, not removed').toMatchObject({ k: {} })
    expect(await user.listAudit({ conversation: null, before: null, limit: 10 })).toEqual([])
    await user.writeSettings({ retentionDays: null })
    expect(await ids(), 'keeping everything brings it back').toContain('old')

    await user.writeSettings({ retentionDays: 30 })
    for (const wait of [0, 1.1, 4, 4, 1.1]) {
      time += days(wait)
      await user.putEntry('new', call('later'))
      await store.removeExpired()
    }
    await user.writeSettings({ retentionDays: null })
    expect(await ids()).toEqual(['new'])
    expect(await user.readState('old-view')).toEqual({})
    expect(await user.readState('new-view')).toMatchObject({ k: {} })
    expect(await user.findResource('old-document', null), 'the other conversation shows it').toBeDefined()
  })

  test('a clock that is far ahead once deletes nothing', async () => {
    const days = (count: number): number => count * 24 * 60 * 60 * 1000
    await user.createConversation('recent', '')
    await user.writeSettings({ retentionDays: 30 })
    await store.removeExpired()
    time += days(5000)
    await store.removeExpired()
    await store.removeExpired()
    time -= days(5000)
    await store.removeExpired()
    time += days(2)
    await store.removeExpired()
    expect((await user.listConversations()).map(({ id }) => id)).toContain('recent')
    await user.writeSettings({ retentionDays: null })
  })

  test('conversations are listed page by page, and found by the words in them', async () => {
    for (let index = 0; index < 25; index++) await user.createConversation(`page-${index}`, `Numbered ${index}`)
    const first = await user.listConversations({ limit: 10, search: 'numbered' })
    const second = await user.listConversations({ limit: 10, search: 'numbered', after: first.at(-1) })
    const third = await user.listConversations({ limit: 10, search: 'numbered', after: second.at(-1) })
    expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(25)
    expect(third).toHaveLength(5)
    await user.putEntry('page-3', call('c', { tool: 'weather', input: { city: 'Zürich', text: 'a\u0000b \ud800' } }))
    const found = async (search: string): Promise<string[]> => (await user.listConversations({ search })).map(({ id }) => id)
    expect(await found('zür')).toEqual(['page-3'])
    expect(await found('weather ZÜRICH')).toEqual(['page-3'])
    expect(await found('weather paris')).toEqual([])
    expect(await found('city'), 'names of fields are not text').toEqual([])
    expect(await found(`'); drop table x; --`)).toEqual([])
    await user.putEntry('page-3', call('c', { input: {} }))
    expect(await found('zür'), 'the entry was replaced').toEqual([])
  })

  test('a setting is the same for all, whoever comes first', async () => {
    expect(await store.settle('s', 'mine')).toBe('mine')
    expect(await store.settle('s', 'yours')).toBe('mine')
  })
})

describe.each(kinds)('migrations, %s', (_, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('run once, go forward only, and leave nothing half done', async () => {
    const newest = MIGRATIONS.at(-1)?.version ?? 0
    const asBefore = MIGRATIONS.filter(({ version }) => version <= 2)
    expect(await migrate(database, asBefore)).toBe(2)
    await database.query(`insert into conversations values ('c', 'kept', 1, 1)`)
    const body = JSON.stringify(call('e', { input: { city: 'Oslo' } }))
    await database.query(`insert into entries (conversation, id, kind, body) values ('c', 'e', 'call', $1)`, [body])
    expect(await migrate(database)).toBe(newest)
    expect(await migrate(database)).toBe(newest)
    expect(await listConversations(database.as(LOCAL_USER), { limit: 9, search: 'oslo' })).toMatchObject([
      { id: 'c', title: 'kept' },
    ])
    const more = [...MIGRATIONS, { version: newest + 1, statements: ['create table extra (id int)', 'create nonsense'] }]
    await expect(migrate(database, more)).rejects.toThrow(/nonsense/)
    expect(await database.query(`select 1 from pg_tables where tablename = 'extra'`)).toEqual([])
    expect(await migrate(database, [...MIGRATIONS, { version: newest + 1, statements: ['create table extra (id int)'] }])).toBe(
      newest + 1,
    )
    await expect(migrate(database)).rejects.toThrow(/newer version/)
  })
})

test('nodes on one server migrate at the same time, and hear of each other', async () => {
  const url = await server.database()
  const heard: StoreNews[][] = [[], [], []]
  const nodes = heard.map((events) =>
    createStore({ kind: 'server', open: () => openServer(url), tell: (event) => events.push(event) }),
  )
  await Promise.all(nodes.map(({ ready }) => ready))
  const [first, second] = nodes.map((each) => each.as(LOCAL_USER)) as [UserStore, UserStore]
  await first.createConversation('c', 'shared')
  await second.putEntry('c', call('e'))
  await first.writeState('v', 'k', { version: 1, value: 1 })
  const types = (): string[][] => heard.map((events) => events.map(({ type }) => type).toSorted())
  // A node reads a change when it is notified, and does not report a conversation that has been removed since.
  const stored = ['conversation', 'entry', 'state']
  await expect.poll(types).toEqual([stored, stored, stored])
  await first.removeConversation('c')
  const expected = ['conversation', 'conversation-removed', 'entry', 'state']
  await expect.poll(types).toEqual([expected, expected, expected])
  await Promise.all(nodes.map((node) => node.close()))
})

test('what was queried beside a transaction that fails is not taken back with it', async () => {
  const database = await openEmbedded(undefined)
  await database.query('create table t (n int)')
  const failing = database.transaction(async (sql) => {
    await sql.query('insert into t values (1)')
    throw new Error('no')
  })
  const beside = database.query('insert into t values (2)')
  await expect(failing).rejects.toThrow('no')
  await beside
  expect(await database.query('select n from t')).toEqual([{ n: 2 }])
  await database.close()
})
