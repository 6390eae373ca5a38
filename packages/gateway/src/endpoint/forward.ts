import { ProtocolError, type Client, type RequestOptions } from '@modelcontextprotocol/client'
import { CasementError, WireCode } from 'casement/protocol'
import type { Connection } from '../connections/connection.ts'
import { isUnauthorized } from '../connections/failure.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import type { Asker } from './asker.ts'
import type { AuditLog } from './audit-log.ts'
import { passThrough } from './pass-through.ts'
import { checkVisibility } from './policy.ts'
import { cacheResource } from './resource-cache.ts'
import type { KnownTools, ListedTool } from './known-tools.ts'
import type { OpenCalls } from './open-calls.ts'
import type { Peer } from './peer.ts'
import { TASK_METHODS, type TaskClient, type Tasks } from './tasks.ts'
import { traceHeaders, traceOf, withTrace } from './trace-context.ts'

/** The dependencies for forwarding a request. */
export interface Passage {
  readonly connection: Connection
  readonly tools: KnownTools
  readonly calls: OpenCalls
  readonly tasks: Tasks
  readonly store: Store
  readonly audit: AuditLog
  readonly metrics: Metrics
  readonly telemetry: Telemetry | undefined
  readonly log: Log
}

/** One request of the page. */
export interface Asked {
  readonly method: string
  readonly params: Record<string, unknown>
  readonly signal: AbortSignal
  /** Present if the page subscribed to progress. */
  readonly onprogress?: RequestOptions['onprogress']
  /** The capabilities of the client, if the request or its session has them. */
  readonly capabilities?: object | undefined
  /** The client, if it can handle requests during this request. */
  readonly peer?: Peer | undefined
}

// The time that a user waits while progress is visible; each progress report restarts it.
const TIMEOUT = 10 * 60 * 1000
// Calls and actions are logged; lists and pings are not.
const AUDITED = new Set(['tools/call', 'resources/read', 'prompts/get', 'tasks/cancel'])

/** Forwards a request to its server, with the policy before it and the audit log after it in every case. */
export async function forward(passage: Passage, asker: Asker, given: Asked): Promise<Record<string, unknown>> {
  const { connection, metrics } = passage
  const { name } = connection.entry
  const start = performance.now()
  const caller = traceOf(given.params) ?? asker.trace
  const span = passage.telemetry?.start({ server: name, method: given.method, target: targetOf(given) }, caller)
  const trace = span?.trace ?? caller
  const asked = { ...given, params: withTrace(given.params, trace) }
  const done = async (decision: 'allowed' | 'denied' | 'failed' | 'cancelled', outcome: unknown): Promise<void> => {
    const seconds = (performance.now() - start) / 1000
    span?.end(decision, outcome instanceof Error ? outcome.message : undefined)
    metrics.count('casement_mcp_requests_total', { server: name, method: asked.method, decision })
    metrics.time('casement_mcp_request_seconds', seconds, { server: name })
    if (!AUDITED.has(asked.method)) return
    await writeAudit(passage, { ...asker, trace }, asked, seconds * 1000, decision, outcome).catch((error: unknown) => {
      throw toWire(error)
    })
  }
  let result: Record<string, unknown>
  try {
    // No call may run without an audit record.
    if (AUDITED.has(asked.method)) await passage.store.available()
    const client = await connection.client(asked.signal)
    result = await send(passage, asker, asked, client)
    if (asked.method === 'resources/read') noteResource(passage, asker, client, asked, result)
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      span?.end('failed', error.message)
      throw toWire(error)
    }
    await done(CasementError.is(error, 'DENIED') ? 'denied' : asked.signal.aborted ? 'cancelled' : 'failed', error)
    throw connection.isReady && isUnauthorized(error) ? authorizationRequired(connection) : toWire(error)
  }
  // Recorded before it is acknowledged: a call with a response is in the log, whatever happens next.
  await done('allowed', result)
  return result
}

function send(passage: Passage, asker: Asker, asked: Asked, client: TaskClient): Promise<Record<string, unknown>> {
  if (asked.method === 'tools/call') return callTool(passage, asker, asked, client)
  const { principal, actor, view, conversation } = asker
  if (!TASK_METHODS.includes(asked.method)) return request(client, asked)
  // A task may ask the user something.
  const call = { tool: asked.method, by: actor, view, conversation }
  return passage.calls.run(principal, call, () => passage.tasks.request(asker, asked, client), asked.peer)
}

async function callTool(
  { connection, tools, calls, tasks }: Passage,
  asker: Asker,
  asked: Asked,
  client: TaskClient,
): Promise<Record<string, unknown>> {
  const tool = String(asked.params['name'])
  const { principal, actor, view, conversation } = asker
  const listed = await tools.find(client, tool, asked.signal)
  checkVisibility(actor, tool, listed)
  const call = { tool, by: actor, view, conversation }
  const run = async (): Promise<Record<string, unknown>> => {
    const result = await (callDirectly(connection, client, asked, listed) ?? request(client, asked))
    return tasks.finish(asker, asked, client, result)
  }
  return calls.run(principal, call, run, asked.peer)
}

/** Undefined if only the official client can send the call: it reports progress, and knows the headers that a schema requires. */
function callDirectly(
  connection: Connection,
  client: Client,
  { params, signal, onprogress }: Asked,
  listed: ListedTool | undefined,
): Promise<Record<string, unknown>> | undefined {
  if (onprogress || listed?.hasHeaders || !isCall(params)) return undefined
  return connection.direct(client)?.call(client, { params, signal, timeout: TIMEOUT })
}

const isCall = (params: Record<string, unknown>): params is Record<string, unknown> & { name: string } =>
  typeof params['name'] === 'string'

function request(client: Client, { method, params, signal, onprogress }: Asked): Promise<Record<string, unknown>> {
  const headers = traceHeaders(params)
  const options: RequestOptions = {
    signal,
    timeout: TIMEOUT,
    resetTimeoutOnProgress: true,
    ...(onprogress && { onprogress }),
    ...(headers && { headers }),
  }
  return client.request({ method, params }, passThrough, options)
}

function noteResource(
  { connection, store, log }: Passage,
  { principal }: Asker,
  client: Client,
  asked: Asked,
  result: Record<string, unknown>,
): void {
  const { uri } = asked.params
  if (typeof uri !== 'string' || !uri.startsWith('ui://')) return
  connection.watch(uri)
  // Not awaited, because a page must not wait for the disk.
  cacheResource(store.as(principal), client, connection.entry.app, uri, result).catch((error: unknown) =>
    log({ level: 'warn', event: 'resource-not-cached', server: connection.entry.name, uri, reason: String(error) }),
  )
}

/** The tool, the prompt or the address of the resource. */
function targetOf({ params }: Asked): string | undefined {
  const target = params['name'] ?? params['uri']
  return typeof target === 'string' ? target : undefined
}

function writeAudit(
  { audit, connection }: Passage,
  { principal, actor, view, conversation, trace }: Asker,
  asked: Asked,
  ms: number,
  decision: 'allowed' | 'denied' | 'failed' | 'cancelled',
  outcome: unknown,
): Promise<void> {
  const { method, params } = asked
  return audit.write(principal, conversation, {
    at: Date.now() - Math.round(ms),
    ms,
    app: connection.entry.app,
    view: view ?? actor,
    appInfo: undefined,
    method,
    target: targetOf(asked),
    params,
    decision,
    ...(trace && { traceparent: trace.traceparent }),
    ...(decision === 'allowed'
      ? { result: outcome }
      : {
          ...(CasementError.is(outcome, 'DENIED') && { rule: String(outcome.cause) }),
          why: outcome instanceof Error ? outcome.message : String(outcome),
        }),
  })
}

/** The error of a request that the user has to authorize first. */
function authorizationRequired(connection: Connection): ProtocolError {
  const message = `${connection.reauthorize()} Authorize "${connection.entry.name}" under Servers, then try again.`
  return new ProtocolError(WireCode.InternalError, message, { reason: 'AUTHORIZATION_REQUIRED' })
}

/** An error of the SDK: with a numeric code. */
function toWire(error: unknown): unknown {
  if (error instanceof StoreUnavailable)
    return new ProtocolError(WireCode.InternalError, error.message, { reason: 'STORE_UNAVAILABLE' })
  if (!CasementError.is(error)) return error
  return new ProtocolError(error.wire?.code ?? WireCode.InternalError, error.message, error.wire?.data ?? { reason: error.code })
}
