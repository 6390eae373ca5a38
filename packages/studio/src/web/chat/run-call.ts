import type { Author, CallEntry } from '@casement/gateway/api'
import type { Progress } from 'casement/protocol'
import type { CallToolResult } from 'casement/protocol/schemas'
import { describeFailure } from '../api/api-failure.ts'
import type { KnownTool } from '../api/servers.ts'
import type { ServerLink } from '../api/server-link.ts'
import { createStore } from '../store.ts'
import { holdCall } from './call-lock.ts'
import { reuseView } from './reuse-view.ts'
import type { OpenConversation } from './open-conversation.ts'
import { streamText } from './stream-text.ts'
import { createTextPipe, type TextPipe } from './text-pipe.ts'

/** A tool call to make. */
export interface CallPlan {
  readonly known: KnownTool
  readonly link: ServerLink
  readonly by: Author
  /** The arguments, or the promise of those that a model is still writing. */
  readonly input: Record<string, unknown> | Promise<Record<string, unknown>>
  /** The text of the arguments as it is written. */
  readonly arguments?: TextPipe | undefined
  readonly id?: string | undefined
  /** Ends it, and whoever writes its arguments. */
  readonly abort?: AbortController | undefined
}

/** A call on its way. */
export interface RunningCall {
  readonly id: string
  /** The entry when it is done, failed or cancelled; never rejects. */
  readonly finished: Promise<CallEntry>
}

/** Makes a tool call part of a conversation: its View is mounted at once, and the result follows. */
export function runCall(conversation: OpenConversation, plan: CallPlan): RunningCall {
  const { known, link, by } = plan
  const id = plan.id ?? crypto.randomUUID()
  const { abort = new AbortController() } = plan
  const { signal } = abort
  const start = performance.now()
  const progress = createStore<Progress | undefined>(undefined)
  const isReady = !(plan.input instanceof Promise)
  let entry: CallEntry = {
    kind: 'call',
    id,
    at: Date.now(),
    by,
    server: known.server,
    tool: known.tool.name,
    status: isReady ? 'running' : 'streaming',
    input: plan.input instanceof Promise ? {} : plan.input,
    ...(known.ui !== undefined && { resourceUri: known.ui }),
  }
  const document = (): Partial<CallEntry> => {
    const resourceHash = known.ui === undefined ? undefined : link.hashOf(known.ui)
    return resourceHash === undefined ? {} : { resourceHash }
  }
  const put = (changes: Partial<CallEntry>): CallEntry => {
    entry = { ...entry, ...document(), ...changes }
    conversation.put(entry)
    return entry
  }
  // A tool can be faster than its View is read. Without the hash, the View could not be shown again when the server is gone.
  const storeDocument = async (stored: Promise<CallEntry>): Promise<void> => {
    const { resourceUri, resourceHash } = await stored
    if (resourceUri === undefined || resourceHash !== undefined) return
    await link.hashed(resourceUri)
    put({})
  }
  const call = async (): Promise<CallToolResult> => {
    const input = await plan.input
    signal.throwIfAborted()
    if (!isReady) put({ status: 'running', input })
    const options = { signal, timeout: LONGEST_CALL, resetTimeoutOnProgress: true, onprogress: progress.set }
    const client = link.as({ actor: by, view: id, conversation: conversation.id })
    // `never` in the type of a client is where the two versions of the SDK disagree; ours is one of the second.
    return (await client.callTool({ name: known.tool.name, arguments: input }, options as never)) as CallToolResult
  }

  const result = call()
  // Before the entry shows, so that its View finds what it is fed with.
  conversation.startCall(id, {
    arguments: plan.arguments,
    result,
    progress,
    cancel: () => abort.abort(new DOMException('Cancelled by the user', 'AbortError')),
  })
  const data = plan.arguments ? { partial: plan.arguments, result } : { input: plan.input, result }
  put(known.ui === undefined ? {} : { view: reuseView(conversation, known, data) ?? id })
  const ms = (): number => Math.round(performance.now() - start)
  const finished = result.then(
    (value) => put({ status: value.isError ? 'failed' : 'done', result: value, ms: ms() }),
    (error: unknown) =>
      put({
        status: signal.aborted ? 'cancelled' : 'failed',
        ms: ms(),
        ...(!signal.aborted && { error: describeFailure(error).message }),
      }),
  )
  holdCall(id, finished)
  void storeDocument(finished)
  return { id, finished }
}

const LONGEST_CALL = 10 * 60_000

/** Arguments that are complete, written out at a speed as a model would. */
export function writeOut(
  input: Record<string, unknown>,
  charactersPerSecond: number,
  signal: AbortSignal,
): { readonly arguments: TextPipe; readonly input: Promise<Record<string, unknown>> } {
  const pipe = createTextPipe()
  const write = async (): Promise<Record<string, unknown>> => {
    try {
      for await (const piece of streamText(JSON.stringify(input), charactersPerSecond, signal)) pipe.write(piece)
      pipe.end()
      return input
    } catch (error) {
      pipe.fail(error)
      throw error
    }
  }
  return { arguments: pipe, input: write() }
}
