import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewShare, Share, SharedConversation } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { hashOf } from './security/tokens.ts'
import { createSecret } from './security/secret.ts'
import type { Reply } from './test-support/ask.ts'
import { askShared, connectShared, SHARED } from './test-support/attacks/attack.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import { createToolServer } from './test-support/tool-server.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const ADA = { tenant: 'default', user: 'ada' }
/** In what Ada shares, and in what she does not. */
const SHARED_TEXT = 'zq7-shared'
const SECRET = 'zq7-secret'

describe.each(['embedded', 'server'] as const)('a conversation that is shared, %s', (kind) => {
  let here: Gateway
  let there: Gateway
  beforeAll(async () => {
    const location = kind === 'server' ? { databaseUrl: await postgres.database() } : {}
    const options = { ...SHARED, ...location, builtIn: { tools: createToolServer() } }
    here = await createGateway(options)
    there = kind === 'server' ? await createGateway(options) : here
    await Promise.all([here.ready, there.ready])
    const ada = here.store.as(ADA)
    for (const [id, text] of [
      ['open', SHARED_TEXT],
      ['closed', SECRET],
    ] as const) {
      await ada.createConversation(id, `Title ${text}`)
      const call = { kind: 'call', id: `call-${id}`, at: 1, by: 'model', server: 'tools', tool: 'both', status: 'done' } as const
      await ada.putEntry(id, { ...call, input: { text }, view: `view-${id}`, resourceHash: `document-${id}` })
      await ada.writeState(`view-${id}`, 'k', { version: 1, value: SECRET })
      await ada.writeContext(`view-${id}`, id, { view: `view-${id}`, name: SECRET, app: 'app', content: [] })
      await ada.keepResource(`document-${id}`, 'app', { uri: 'ui://tools/view', html: `<p>${text}` })
    }
    await ada.writeConsent({ app: SECRET, kind: 'link', level: 'allow', at: 1 })
    // The same ids, in another user's hands.
    const bob = here.store.as({ tenant: 'default', user: 'bob' })
    await bob.createConversation('open', 'of Bob')
  })
  afterAll(() => Promise.all([here.close(), there.close()]))

  const as = (user: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    askShared(user === 'ada' ? here : there, path, user, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const share = async (conversation = 'open'): Promise<NewShare & { readonly api: string }> => {
    const { status, text } = await as('ada', 'POST', '/api/shares', { conversation })
    expect(status).toBe(201)
    const created = JSON.parse(text) as NewShare
    return { ...created, api: created.path.replace('/?shared=', '/api/shared/') }
  }
  const snapshot = async (): Promise<string> => {
    const ada = here.store.as(ADA)
    return JSON.stringify([
      await ada.listConversations(),
      await ada.readConversation('open'),
      await ada.readConversation('closed'),
      await ada.readState('view-open'),
      await ada.listConsent(null, null),
      await ada.listShares(null),
    ])
  }

  test('is read by other users on every node, with the documents of its Views, until the link is revoked', async () => {
    const { id, api, path } = await share()
    expect(path).toMatch(/^\/\?shared=[\w-]{43}$/)
    const { status, text, headers } = await as('bob', 'GET', api)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const read = JSON.parse(text) as SharedConversation
    expect(read).toMatchObject({ title: `Title ${SHARED_TEXT}`, sharedBy: 'ada', entries: [{ id: 'call-open' }] })
    expect(text).not.toContain(SECRET)
    const document = await as('bob', 'GET', `${api}/resources/document-open`)
    expect(JSON.parse(document.text)).toEqual({ uri: 'ui://tools/view', html: `<p>${SHARED_TEXT}` })
    expect((await as('bob', 'GET', path)).headers['content-type']).toContain('text/html')
    await here.store.as(ADA).putEntry('open', { kind: 'message', id: 'later', at: 2, role: 'user', by: 'person', content: [] })
    expect(JSON.parse((await as('bob', 'GET', api)).text)).toMatchObject({ entries: [{}, { id: 'later' }] })

    expect((await as('ada', 'DELETE', `/api/shares/${id}`)).status).toBe(204)
    for (const address of [api, `${api}/resources/document-open`]) expect((await as('bob', 'GET', address)).status).toBe(404)
    expect((await as('ada', 'DELETE', `/api/shares/${id}`)).status).toBe(404)
  })

  test('ends with the conversation', async () => {
    const ada = here.store.as(ADA)
    await ada.createConversation('short', 'short')
    const { api } = await share('short')
    expect((await as('bob', 'GET', api)).status).toBe(200)
    await ada.removeConversation('short')
    expect((await as('bob', 'GET', api)).status).toBe(404)
    expect(await ada.listShares('short')).toEqual([])
  })

  test('is not found by a guess, by its id, or by the hash in the database', async () => {
    const { id, path } = await share()
    const secret = path.slice('/?shared='.length)
    for (const guess of [id, hashOf(secret), createSecret(), secret.slice(0, -1), `${secret}x`, 'open', '%', "' or 1=1 --", '']) {
      const { status, text } = await as('bob', 'GET', `/api/shared/${encodeURIComponent(guess)}`)
      expect([guess, status, text.includes(SHARED_TEXT)]).toEqual([guess, 404, false])
    }
  })

  test('shows nothing else of its owner: no other conversation, state, context, consent, audit or document', async () => {
    const { api } = await share()
    expect((await as('bob', 'GET', `${api}/resources/document-closed`)).status).toBe(404)
    for (const path of [
      '/api/conversations/closed',
      '/api/conversations/call-open',
      '/api/resources/document-open',
      '/api/audit',
      '/api/consent',
      '/api/shares',
    ]) {
      const { text } = await as('bob', 'GET', path)
      expect([path, text.includes('zq7')]).toEqual([path, false])
    }
    expect((await as('bob', 'GET', '/api/views/view-open/state')).text).toBe('{}')
    expect(JSON.parse((await as('bob', 'GET', '/api/conversations/open')).text)).toMatchObject({ title: 'of Bob' })
  })

  test('is changed by no request of a reader, with or without the link', async () => {
    const { id, api } = await share()
    const before = await snapshot()
    const entry = { kind: 'message', id: 'planted', at: 1, role: 'user', by: 'person', content: [] }
    for (const [method, path, body] of [
      ['DELETE', `/api/shares/${id}`, undefined],
      ['POST', '/api/shares', { conversation: 'closed' }],
      ['PUT', api, { title: 'planted' }],
      ['PATCH', api, { title: 'planted' }],
      ['DELETE', api, undefined],
      ['PUT', `${api}/entries/planted`, entry],
      ['PUT', '/api/conversations/closed/entries/planted', entry],
      ['DELETE', '/api/conversations/closed', undefined],
      [
        'PUT',
        '/api/views/view-closed/context',
        { conversation: 'closed', slot: { view: 'view-closed', name: 'planted', content: [] } },
      ],
    ] as const)
      expect([method, path, (await as('bob', method, path, body)).status]).toEqual([method, path, 404])
    expect((await as('bob', 'PUT', '/api/views/view-open/state/k', { version: 9, value: 'planted' })).status).toBe(204)
    expect(await snapshot()).toBe(before)
  })

  test('a tool call of its View is one of the reader, not of the owner', async () => {
    await share()
    const page = await connectShared(there, 'tools', 'bob', {
      'x-casement-actor': 'app',
      'x-casement-view': 'view-open',
      'x-casement-conversation': 'open',
    })
    await page.callTool({ name: 'for-app', arguments: {} })
    await page.close()
    const logOf = (user: string): Promise<string> => as(user, 'GET', '/api/audit').then(({ text }) => text)
    expect(await logOf('bob')).toContain('for-app')
    expect(await logOf('ada')).not.toContain('for-app')
  })

  test('is audited: created, read and revoked, each by its user', async () => {
    const { id, api } = await share()
    await as('bob', 'GET', api)
    await as('ada', 'DELETE', `/api/shares/${id}`)
    const lines = (await as('root', 'GET', '/api/admin/audit')).text.trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ target }) => target === id)
    expect(events.map(({ user, method }) => [user, method])).toEqual([
      ['ada', 'shares/create'],
      ['bob', 'shares/read'],
      ['ada', 'shares/revoke'],
    ])
    expect(JSON.stringify(lines)).not.toContain(api.split('/').at(-1))
  })

  test('is not read from another tenant', async () => {
    const { path } = await share()
    const hash = hashOf(path.slice('/?shared='.length))
    expect(await here.store.shared('default', hash).conversation()).toBeDefined()
    expect(await here.store.shared('elsewhere', hash).conversation()).toBeUndefined()
  })

  test('has at most a hundred links, which its owner can list', async () => {
    await here.store.as(ADA).createConversation('popular', '')
    for (let count = 0; count < 100; count++) await share('popular')
    expect((await as('ada', 'POST', '/api/shares', { conversation: 'popular' })).status).toBe(404)
    const listed = JSON.parse((await as('ada', 'GET', '/api/shares?conversation=popular')).text) as Share[]
    expect(listed).toHaveLength(100)
    expect(JSON.stringify(listed)).not.toMatch(/hash|shared=/)
    await here.store.as(ADA).removeConversation('popular')
  })
})
