import { getToolUiResourceUri } from 'casement/protocol'
import type { Answer, CallFacts, Facts, ViewFacts } from '../static/facts.ts'
import { asText, fieldsOf, listOf, type Fields } from '../static/fields.ts'
import { olderUri } from '../static/hashed-uri.ts'
import { SESSION_LOST } from './http-pipe.ts'
import type { Session } from './session.ts'
import { TIMED_OUT } from './requester.ts'
import type { Target } from './target.ts'
import { exampleInput } from './example-input.ts'

/** The request and its timeout. */
export interface FetchOptions {
  /** Only this tool; naming it permits calling it. */
  readonly tool?: string | undefined
  /** Arguments for that tool. */
  readonly input?: Fields | undefined
  /** For each request, in milliseconds. */
  readonly timeout: number
  /** The tools that are called: those that declare `readOnlyHint` and the named one (the default), only the former, or none. */
  readonly calls?: 'named' | 'read-only' | 'none' | undefined
}

const MAX_PAGES = 100

/** Fetches the data for the static checks. A failed request is recorded as a fact. */
export async function fetchFacts(session: Session, target: Target, options: FetchOptions): Promise<Facts> {
  const listed = await fetchLists(session, options.tool, options.timeout)
  const { tools, resources } = listed
  const found = tools.ok ? tools.value : []
  const [views, calls, ping] = await Promise.all([
    fetchViews(session, found, resources.ok ? resources.value : [], options.timeout),
    Promise.all(found.filter((tool) => mayCall(tool, options)).map((tool) => call(session, tool, options))),
    // The second generation has none.
    session.era === 'legacy' ? ask(() => session.request('ping', {}, options.timeout)) : undefined,
  ])
  return {
    url: target.kind === 'stdio' ? undefined : target.url,
    info: session.info,
    capabilities: session.capabilities,
    negotiated: session.era === 'legacy' ? { version: session.protocolVersion } : undefined,
    ...listed,
    views,
    calls,
    ping,
    noise: session.noise ?? [],
  }
}

/** Fetches the lists of a server, and the Views of its tools. No tool is called. */
export async function fetchListed(
  session: Session,
  tool: string | undefined,
  timeout: number,
): Promise<Pick<Facts, 'tools' | 'views'>> {
  const { tools } = await fetchLists(session, tool, timeout)
  return { tools, views: await fetchViews(session, tools.ok ? tools.value : [], [], timeout) }
}

async function fetchLists(
  session: Session,
  tool: string | undefined,
  timeout: number,
): Promise<Pick<Facts, 'tools' | 'allTools' | 'resources' | 'listMilliseconds'>> {
  const start = performance.now()
  const [tools, resources] = await Promise.all([
    listAll(session, 'tools', timeout),
    session.capabilities['resources'] === undefined ? { ok: true as const, value: [] } : listAll(session, 'resources', timeout),
  ])
  return {
    tools: only(tools, tool),
    allTools: tools.ok ? tools.value : [],
    resources,
    listMilliseconds: performance.now() - start,
  }
}

const only = (tools: Answer<readonly Fields[]>, name: string | undefined): Answer<readonly Fields[]> =>
  tools.ok && name !== undefined ? { ok: true, value: tools.value.filter((tool) => tool['name'] === name) } : tools

/** A tool that is not named with --tool runs only if it declares readOnlyHint. */
function mayCall(tool: Fields, { tool: named, calls = 'named' }: FetchOptions): boolean {
  if (calls === 'none') return false
  if (calls === 'named' && tool['name'] === named) return true
  return getToolUiResourceUri(tool) !== undefined && fieldsOf(tool['annotations'])['readOnlyHint'] === true
}

async function fetchViews(
  session: Session,
  tools: readonly Fields[],
  resources: readonly Fields[],
  timeout: number,
): Promise<ViewFacts[]> {
  const users = new Map<string, string[]>()
  for (const tool of tools) {
    const uri = getToolUiResourceUri(tool)
    if (uri !== undefined) users.set(uri, [...(users.get(uri) ?? []), String(tool['name'])])
  }
  const read = (uri: string): Promise<Answer<Fields>> => ask(() => session.request('resources/read', { uri }, timeout))
  return Promise.all(
    [...users].map(async ([uri, names]) => {
      const before = olderUri(uri)
      const [{ value, milliseconds }, older] = await Promise.all([
        timed(() => read(uri)),
        before === undefined ? undefined : read(before).then((answer) => ({ uri: before, read: answer })),
      ])
      const listed = resources.filter((resource) => resource['uri'] === uri)
      return { uri, tools: names, read: value, milliseconds, listed, older }
    }),
  )
}

async function call(session: Session, tool: Fields, { tool: named, input, timeout }: FetchOptions): Promise<CallFacts> {
  const name = String(tool['name'])
  const given = name === named ? input : undefined
  const args = given ?? fieldsOf(exampleInput(tool['inputSchema']))
  const { value: answer, milliseconds } = await timed(() =>
    ask(() => session.request('tools/call', { name, arguments: args }, timeout)),
  )
  return { tool: name, input: args, answer, milliseconds }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; milliseconds: number }> {
  const start = performance.now()
  const value = await work()
  return { value, milliseconds: performance.now() - start }
}

async function listAll(session: Session, what: 'tools' | 'resources', timeout: number): Promise<Answer<readonly Fields[]>> {
  const found: Fields[] = []
  const seen = new Set<unknown>()
  for (let cursor: unknown; seen.size < MAX_PAGES;) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await ask(() => session.request(`${what}/list`, params, timeout))
    if (!answer.ok) return answer
    found.push(...listOf(answer.value[what]))
    cursor = answer.value['nextCursor']
    if (cursor === undefined || cursor === null || cursor === '') return { ok: true, value: found }
    if (seen.has(cursor)) return { ok: false, problem: 'endless', message: `nextCursor ${JSON.stringify(cursor)} came twice` }
    seen.add(cursor)
  }
  return { ok: false, problem: 'endless', message: `more than ${MAX_PAGES} pages` }
}

type Problem = Exclude<Extract<Answer<Fields>, { ok: false }>['problem'], 'endless'>

async function ask(send: () => Promise<unknown>): Promise<Answer<Fields>> {
  try {
    return { ok: true, value: fieldsOf(await send()) }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    return {
      ok: false,
      problem: problemOf(code, message),
      message: `${message}${code === undefined ? '' : ` (${asText(code)})`}`,
    }
  }
}

// Servers of the first generation respond with -32002 for a missing resource, those of the second with -32602.
function problemOf(code: unknown, message: string): Problem {
  if (code === 401 || code === 403) return 'unauthorised'
  if (code === SESSION_LOST) return 'session-lost'
  if (code === TIMED_OUT) return 'timeout'
  if (code === -32_601) return 'unsupported'
  if (code === -32_002 || /not found|unknown resource|no such resource/i.test(message)) return 'not-found'
  return 'failed'
}
