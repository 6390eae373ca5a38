import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineApp, serve, tool, type Served } from 'casement/server'
import { fetchListener } from 'casement/sandbox/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../api.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import type { OwnedAudit } from '../store/store.ts'
import { api, ask, connectPage } from '../test-support/ask.ts'
import { createAskingServer } from '../test-support/asking-server.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { openAuditJournal } from './audit-journal.ts'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
const PIXEL = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' }
let isStarted = false
let isCancelled = false

const app = defineApp({
  name: 'tools',
  version: '1.0.0',
  tools: {
    plain: tool({ run: () => 'plain' }),
    image: tool({ run: () => ({ content: [PIXEL] }) }),
    fails: tool({
      run: () => {
        throw new Error('it failed')
      },
    }),
    hidden: tool({ visibility: ['app'], run: () => 'hidden' }),
    slow: tool({
      run: async (_, { signal }) => {
        isStarted = true
        signal.addEventListener('abort', () => (isCancelled = true))
        await sleep(60_000, undefined, { signal }).catch(() => {})
        return 'late'
      },
    }),
  },
})

let gateway: Gateway
let served: Served
let asking: Server
beforeAll(async () => {
  served = await serve(app, { http: { port: 0 }, signals: false, onerror: () => {} })
  const handler = createAskingServer()
  asking = createServer(fetchListener((request) => handler.fetch(request)))
  await new Promise<void>((resolve) => asking.listen(0, '127.0.0.1', resolve))
  const { port } = asking.address() as AddressInfo
  gateway = await createGateway({
    port: 0,
    pages: pagesFolder,
    servers: { tools: { url: served.url ?? '' }, asking: { url: `http://127.0.0.1:${port}/mcp` } },
  })
  await gateway.ready
})
afterAll(async () => {
  await gateway.close()
  await served.close()
  asking.closeAllConnections()
  asking.close()
})

/** A call as it is on the wire. */
async function send(revision: (typeof REVISIONS)[number], name: string, id: number): Promise<{ type: string; message: object }> {
  const isModern = revision === '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name, arguments: {}, ...(isModern && { _meta: meta }) }
  const { headers, text } = await ask(gateway.port, '/mcp/tools', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  })
  const type = headers['content-type'] ?? ''
  const body = type.startsWith('text/event-stream') ? (/^data: (\{.*)$/m.exec(text)?.[1] ?? '') : text
  return { type, message: JSON.parse(body) as object }
}

describe.each(REVISIONS)('MCP %s', (revision) => {
  test.each(['plain', 'image', 'fails', 'hidden', 'missing'])('a direct call of %s has the response of the SDK', async (name) => {
    // A call of a new kind takes the SDK; the kind is known by the revision, the envelope and the headers.
    const first = await send(revision, name, 1)
    await send(revision, 'plain', 2)
    const second = await send(revision, name, 1)
    expect(second.message).toEqual(first.message)
  })

  test('a plain call is one JSON message', async () => {
    await send(revision, 'plain', 1)
    const { type, message } = await send(revision, 'plain', 7)
    expect(type).toBe('application/json')
    expect(message).toMatchObject({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'plain' }] } })
  })

  test('each call is in the audit log as soon as it has a response', async () => {
    const count = async (): Promise<number> =>
      (await api<AuditRecord[]>(gateway, 'GET', '/api/audit?limit=200')).value.filter(({ target }) => target === 'plain').length
    const before = await count()
    for (let id = 1; id <= 3; id++) await send(revision, 'plain', id)
    expect(await count()).toBe(before + 3)
  })
})

test('a direct call that the page leaves is cancelled at the server', async () => {
  const client = await connectPage(gateway, 'tools')
  await client.callTool({ name: 'plain', arguments: {} })
  isStarted = false
  isCancelled = false
  const leaving = new AbortController()
  const call = client.callTool({ name: 'slow', arguments: {} }, { signal: leaving.signal })
  await expect.poll(() => isStarted).toBe(true)
  leaving.abort()
  await expect(call).rejects.toThrow(/abort/i)
  await expect.poll(() => isCancelled).toBe(true)
})

test('a question in the response to a direct call reaches the user', async () => {
  const client = await connectPage(gateway, 'asking')
  // The page is not open, so the question is cancelled, and the tool reports that.
  for (let round = 0; round < 2; round++)
    expect(await client.callTool({ name: 'book', arguments: { train: 'R1' } })).toMatchObject({
      content: [{ text: 'Nothing booked' }],
    })
})

describe('the journal', () => {
  const record = (key: string): OwnedAudit => ({
    owner: { tenant: 'default', user: 'ada' },
    key,
    conversation: undefined,
    event: { at: 1, ms: 1, app: 'a', view: 'v', appInfo: undefined, method: 'm', target: key, params: {}, decision: 'allowed' },
  })

  test('keeps what is not stored, and forgets what is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casement-journal-'))
    const first = await openAuditJournal(folder, true)
    expect(first.left).toEqual([])
    await Promise.all(['a', 'b', 'c'].map((key) => first.journal.append(record(key))))
    // As after `kill -9`: it is not closed, and its last line may be cut off.
    writeFileSync(
      join(folder, 'audit-journal-a.jsonl'),
      `${readFileSync(join(folder, 'audit-journal-a.jsonl'), 'utf8')}{"key":"d`,
    )
    const second = await openAuditJournal(folder, true)
    expect(second.left.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    second.journal.stored(3)
    await second.journal.close()
    const third = await openAuditJournal(folder, true)
    expect(third.left).toEqual([])
    await third.journal.close()
    await first.journal.close()
  })
  test('returns nothing of what a file had before it was begun anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casement-journal-'))
    const { journal } = await openAuditJournal(folder, true)
    const padding = 'x'.repeat(100_000)
    const append = async (name: string, count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await journal.append(record(`${name}${padding}`))
      journal.stored(count)
    }
    // Each file holds 2 MB, so these fill the first one and then the second, and the last one is at the beginning of the first again.
    await append('first', 11)
    await append('second', 11)
    await append('third', 1)
    const second = await openAuditJournal(folder, true)
    expect(new Set(second.left.map(({ key }) => key.slice(0, -padding.length)))).toEqual(new Set(['second', 'third']))
    await Promise.all([second.journal.close(), journal.close()])
  })

  test('leaves out a line that was written in part', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casement-journal-'))
    const { journal } = await openAuditJournal(folder, true)
    for (const key of ['first', 'second', 'third']) await journal.append(record(key))
    const file = join(folder, readdirSync(folder).find((name) => readFileSync(join(folder, name)).length > 0) ?? '')
    const bytes = readFileSync(file)
    // A power cut may write some sectors of a line and not others.
    bytes.write('7', bytes.indexOf('second'))
    writeFileSync(file, bytes)
    const reopened = await openAuditJournal(folder, true)
    expect(reopened.left.map(({ key }) => key)).toEqual(['first', 'third'])
    await Promise.all([reopened.journal.close(), journal.close()])
  })
})
