import { type Facts, fetchFacts, type FetchOptions, type Finding, runStaticChecks, type Target } from '@casement/doctor'
import { EXTENSION_ID, getToolUiResourceUri, RESOURCE_MIME_TYPE } from 'casement/protocol'
import type { Opened } from '../suite/proves-itself.ts'
import { type Answer, type ClientKind, type Fields, fieldsOf, listOf, openSession, type Session } from './session.ts'

/** The clients that a server is visited by. */
export type Visitor = 'apps' | 'plain' | 'curious' | 'again' | 'modern-apps' | 'modern-plain'

/** The facts and findings of the doctor. */
export interface Diagnosis {
  readonly facts: Facts
  readonly findings: readonly Finding[]
}

/** A server under examination. Everything is fetched once, on first use. */
export interface ServerSubject {
  /** The findings of the doctor, whose static rules are used here as well. */
  diagnosis(): Promise<Diagnosis>
  /** A connection of this kind of client. */
  visit(visitor: Visitor): Promise<Session>
  /** All tools, as listed for this visitor. */
  tools(visitor: Visitor): Promise<readonly Fields[]>
  /** All resources, as listed for a client with Apps. */
  resources(): Promise<readonly Fields[]>
  /** The addresses of views that tools name. */
  uris(visitor: Visitor): Promise<readonly string[]>
  /** The result of a read-only tool with a View; undefined if there is none. */
  call(visitor: Visitor): Promise<{ readonly tool: string; readonly answer: Answer } | undefined>
}

/** How long each request may take, in milliseconds, and which tool may be called with what. */
export interface ServerOptions {
  readonly timeout?: number | undefined
  /** Naming a tool permits calling it, whatever it does. */
  readonly tool?: string | undefined
  readonly input?: Fields | undefined
}

const apps = (settings: Fields = {}): Fields => ({
  extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE], ...settings } },
})

const VISITORS: Readonly<Record<Visitor, ClientKind>> = {
  apps: { era: 'legacy', capabilities: apps() },
  plain: { era: 'legacy', capabilities: {} },
  curious: { era: 'legacy', capabilities: apps({ features: { streaming: {} }, sandboxPolicies: ['strict'] }) },
  again: { era: 'legacy', capabilities: apps() },
  'modern-apps': { era: 'modern', capabilities: apps() },
  'modern-plain': { era: 'modern', capabilities: {} },
}

const TIMEOUT = 15_000
const MAX_PAGES = 100

/** Opens a server for examination. */
export function openServer(target: Target, { timeout = TIMEOUT, tool, input }: ServerOptions = {}): Opened<ServerSubject> {
  const kept = new Map<string, Promise<unknown>>()
  const once = <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const there = (kept.get(key) as Promise<Value> | undefined) ?? make()
    kept.set(key, there)
    return there
  }
  const sessions: Session[] = []
  const visit: ServerSubject['visit'] = (visitor) =>
    once(`visit ${visitor}`, async () => {
      const session = await openSession(target, VISITORS[visitor], timeout)
      sessions.push(session)
      return session
    })
  const tools: ServerSubject['tools'] = (visitor) => once(`tools ${visitor}`, async () => listAll(await visit(visitor), 'tools'))
  const diagnosis = (): Promise<Diagnosis> =>
    once('diagnosis', async () => diagnose(await visit('apps'), target, { timeout, tool, input }))
  const subject: ServerSubject = {
    diagnosis,
    visit,
    tools,
    resources: () =>
      once('resources', async () => {
        const session = await visit('apps')
        return session.capabilities['resources'] === undefined ? [] : listAll(session, 'resources')
      }),
    async uris(visitor) {
      const uris = (await tools(visitor)).flatMap((each) => getToolUiResourceUri(each) ?? [])
      return [...new Set(uris)].toSorted()
    },
    call: (visitor) =>
      once(`call ${visitor}`, async () => {
        // The doctor has chosen a tool that may be called, and arguments for it.
        const [called] = (await diagnosis()).facts.calls
        if (!called) return undefined
        const session = await visit(visitor)
        const answer = await session.request('tools/call', { name: called.tool, arguments: called.input })
        return { tool: called.tool, answer }
      }),
  }
  return {
    subject,
    async close() {
      await Promise.all(sessions.map((session) => session.close().catch(() => {})))
    },
  }
}

/** Fetches and judges as the doctor does. A refusal is an error to it. */
async function diagnose(session: Session, target: Target, options: FetchOptions): Promise<Diagnosis> {
  const request = async (method: string, params: Fields): Promise<Fields> => {
    const answer = await session.request(method, params)
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer.value
  }
  const facts = await fetchFacts({ ...session, request }, target, options)
  return { facts, findings: runStaticChecks(facts) }
}

async function listAll(session: Session, what: 'tools' | 'resources'): Promise<readonly Fields[]> {
  const found: Fields[] = []
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await session.request(`${what}/list`, cursor === undefined ? {} : { cursor })
    if (!answer.ok) return found
    found.push(...listOf(fieldsOf(answer.value)[what]))
    cursor = answer.value['nextCursor']
    if (typeof cursor !== 'string' || cursor === '') break
  }
  return found
}
