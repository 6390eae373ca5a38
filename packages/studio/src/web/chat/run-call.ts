import type { Author, CallEntry } from '@casement/gateway/api'
import type { McpClientLike } from 'casement/host'
import { followTask, readTask, type Progress, type Task } from 'casement/protocol'
import type { CallToolResult } from 'casement/protocol/schemas'
import { describeFailure } from '../api/api-failure.ts'
import type { KnownTool } from '../api/servers.ts'
import type { ServerLink } from '../api/server-link.ts'
import { createStore, type Store } from '../store.ts'
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
  /** Cancels the call, and the streaming of its arguments. */
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
    const options = { signal, timeout: MAX_CALL_MS, resetTimeoutOnProgress: true, onprogress: progress.set }
    const client = link.as({ actor: by, view: id, conversation: conversation.id })
    // `never` in the type of a client is where the two versions of the SDK disagree; ours is one of the second.
    const outcome = (await client.callTool({ name: known.tool.name, arguments: input }, options as never)) as CallToolResult
    const task = readTask(outcome)
    return task ? followCall(client, task, signal, progress, put) : outcome
  }

  const result = call()
  // Before the entry shows, so that its View finds what it is fed with.
  conversation.startCall(id, {
    arguments: plan.arguments,
    result,
    progress,
    cancel: () => cancelByUser(abort),
  })
  const data = plan.arguments ? { partial: plan.arguments, result } : { input: plan.input, result }
  put(known.ui === undefined ? {} : { view: reuseView(conversation, known, data) ?? id })
  const finished = finishCall(result, signal, () => Math.round(performance.now() - start), put)
  holdCall(id, finished)
  void storeDocument(finished)
  return { id, finished }
}

/** Changes an entry, and stores it. */
type Put = (changes: Partial<CallEntry>) => CallEntry

/** Stores the outcome of a call. */
function finishCall(result: Promise<CallToolResult>, signal: AbortSignal, ms: () => number, put: Put): Promise<CallEntry> {
  return result.then(
    (value) => put({ status: value.isError ? 'failed' : 'done', result: value, ms: ms() }),
    (error: unknown) =>
      put({
        status: signal.aborted ? 'cancelled' : 'failed',
        ms: ms(),
        ...(!signal.aborted && { error: describeFailure(error).message }),
      }),
  )
}

/** Follows the task that a call became. Its id is stored, so that another page can go on. */
function followCall(
  client: McpClientLike,
  created: Task,
  signal: AbortSignal,
  progress: Store<Progress | undefined>,
  put: Put,
): Promise<CallToolResult> {
  let count = 0
  return followTask(client, created, {
    signal,
    onchange({ taskId, status, statusMessage }) {
      put({ task: { taskId, status, ...(statusMessage !== undefined && { statusMessage }) } })
      if (statusMessage !== undefined) progress.set({ progress: ++count, message: statusMessage })
    },
  })
}

/** Follows the task of a call that another page made. */
export function resumeTask(conversation: OpenConversation, call: CallEntry, link: ServerLink): void {
  const { id, task } = call
  if (!task) return
  const abort = new AbortController()
  const progress = createStore<Progress | undefined>(undefined)
  let entry = call
  const put: Put = (changes) => {
    entry = { ...entry, ...changes }
    conversation.put(entry)
    return entry
  }
  const client = link.as({ actor: call.by, view: id, conversation: conversation.id })
  const result = followCall(client, task, abort.signal, progress, put)
  conversation.startCall(id, { arguments: undefined, result, progress, cancel: () => cancelByUser(abort) })
  put({})
  holdCall(
    id,
    finishCall(result, abort.signal, () => Date.now() - call.at, put),
  )
}

const cancelByUser = (abort: AbortController): void => abort.abort(new DOMException('Cancelled by the user', 'AbortError'))

const MAX_CALL_MS = 10 * 60_000

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
