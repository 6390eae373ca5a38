import type { CallEntry, Entry, MessageEntry } from '@casement/gateway/api'
import type { CallToolResult, ContentBlock } from 'casement/protocol/schemas'
import type { ChatEvent, ChatMessage, ChatRequest } from '../../model/chat-protocol.ts'
import { ApiFailure, describeFailure } from '../api/api-failure.ts'
import { readEvents } from '../api/events.ts'
import { createStore, type Store } from '../store.ts'
import type { Studio } from '../studio.ts'
import { isUnderWay } from './is-under-way.ts'
import { describeForModel, offerTools, type OfferedTool } from './model-tools.ts'
import type { OpenConversation } from './open-conversation.ts'
import { runCall } from './run-call.ts'
import { createTextPipe, type TextPipe } from './text-pipe.ts'

/** The model's side of the open conversation. */
export interface ModelLoop {
  readonly isAnswering: Store<boolean>
  /** The error of the model by conversation, until the next request. */
  readonly failures: Store<ReadonlyMap<string, unknown>>
  /** Sends a message of the user and requests a response of the model. */
  say(conversation: OpenConversation, content: readonly ContentBlock[]): Promise<void>
  /** Requests a response of the model to the conversation. */
  answer(conversation: OpenConversation): Promise<void>
  stop(): void
}

// A model that calls tools forever is stopped before the bill is.
const MAX_TURNS = 25

/** Runs the model loop: streams text and tool arguments, runs tools, and repeats with their results. */
export function createModelLoop(studio: () => Studio): ModelLoop {
  const isAnswering = createStore(false)
  // The conversations with messages that no turn has processed yet.
  const unread = new Set<OpenConversation>()
  let abort = new AbortController()
  const failures = createStore<ReadonlyMap<string, unknown>>(new Map())
  const setFailure = ({ id }: OpenConversation, error?: unknown): void =>
    failures.set((before) => new Map([...before].filter(([key]) => key !== id).concat(error === undefined ? [] : [[id, error]])))

  const takeTurns = async (conversation: OpenConversation): Promise<void> => {
    const read = (): boolean => unread.delete(conversation)
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const called = await takeTurn(studio(), conversation, read, abort.signal)
      if (abort.signal.aborted || !(called || unread.has(conversation))) return
    }
  }
  const answer = async (conversation: OpenConversation): Promise<void> => {
    unread.add(conversation)
    if (isAnswering.get()) return
    abort = new AbortController()
    isAnswering.set(true)
    let current = conversation
    try {
      for (const next of unread) {
        current = next
        setFailure(next)
        await takeTurns(next)
      }
    } catch (error) {
      if (!abort.signal.aborted) setFailure(current, error)
    } finally {
      unread.clear()
      isAnswering.set(false)
    }
  }

  return {
    isAnswering,
    failures,
    answer,
    async say(conversation, content) {
      conversation.put({ kind: 'message', id: crypto.randomUUID(), at: Date.now(), role: 'user', by: 'person', content })
      await answer(conversation)
    },
    stop: () => abort.abort(new DOMException('Stopped by the user', 'AbortError')),
  }
}

interface OpenCall {
  readonly name: string
  readonly pipe: TextPipe
  readonly abort: AbortController
  resolve(input: Record<string, unknown>): void
  reject(error: unknown): void
  readonly finished: Promise<unknown>
}

/** One turn of the model. True if it called tools, whose results the next turn receives. */
async function takeTurn(studio: Studio, conversation: OpenConversation, read: () => void, signal: AbortSignal): Promise<boolean> {
  // Wait for the tools: without them the model cannot help.
  await studio.servers.settled(signal)
  const offered = await offerTools(studio.servers, studio.views)
  const names = new Map(
    [...offered].flatMap(([name, tool]) =>
      tool.of === 'server' ? [[keyOf(tool.known.server, tool.known.tool.name), name]] : [],
    ) as [string, string][],
  )
  read()
  const request: ChatRequest = {
    messages: toMessages(conversation.entries.get(), (entry) => names.get(keyOf(entry.server, entry.tool)) ?? entry.tool),
    tools: [...offered].map(([name, tool]) => describeForModel(name, tool)),
    context: conversation.context.forBridges.toContent(),
    model: studio.modelChoice.get(),
  }
  const response = await studio.api.request('/api/chat', {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
    signal,
  })
  const calls = new Map<string, OpenCall>()
  const text = growingMessage(conversation)
  const begin = (id: string, name: string): OpenCall => {
    const known = calls.get(id)
    if (known) return known
    text.end()
    const call = beginCall(studio, conversation, offered.get(name), name, signal)
    calls.set(id, call)
    return call
  }
  try {
    for await (const event of readEvents<ChatEvent>(response)) {
      if (event.type === 'text') text.write(event.delta)
      if (event.type === 'tool-start') begin(event.id, event.name)
      if (event.type === 'tool-delta') calls.get(event.id)?.pipe.write(event.delta)
      if (event.type === 'tool-call') {
        const call = begin(event.id, event.name)
        if (call.pipe.text === '') call.pipe.write(JSON.stringify(event.input))
        call.pipe.end()
        if (event.invalid === undefined) call.resolve({ ...event.input })
        else call.reject(new ApiFailure('INVALID_ARGUMENT', event.invalid))
      }
      if (event.type === 'error') throw new ApiFailure(event.error.code, event.error.message, event.error.fix)
    }
  } catch (error) {
    // An incomplete call of the model will never run.
    for (const call of calls.values()) {
      call.pipe.fail(error)
      call.reject(error)
    }
    throw error
  } finally {
    text.end()
  }
  await Promise.all([...calls.values()].map(({ finished }) => finished))
  return calls.size > 0
}

const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool])

/** A call that the model begins to write: its View is mounted now. */
function beginCall(
  studio: Studio,
  conversation: OpenConversation,
  tool: OfferedTool | undefined,
  name: string,
  signal: AbortSignal,
): OpenCall {
  const pipe = createTextPipe()
  const abort = new AbortController()
  signal.addEventListener('abort', () => abort.abort(signal.reason))
  const { promise: input, resolve, reject } = withResolvers<Record<string, unknown>>()
  input.catch(() => {})
  abort.signal.addEventListener('abort', () => reject(abort.signal.reason))
  const open = { name, pipe, abort, resolve, reject }
  if (tool?.of === 'server') {
    const { known } = tool
    const { finished } = runCall(conversation, {
      known,
      link: studio.servers.link(known.server),
      by: 'model',
      input,
      arguments: pipe,
      abort,
    })
    return { ...open, finished }
  }
  return { ...open, finished: callElsewhere(conversation, tool, name, input, abort) }
}

/** A tool of a View, or an unknown one: the model receives a result either way. */
async function callElsewhere(
  conversation: OpenConversation,
  tool: Extract<OfferedTool, { of: 'view' }> | undefined,
  name: string,
  input: Promise<Record<string, unknown>>,
  abort: AbortController,
): Promise<void> {
  const start = performance.now()
  let entry: CallEntry = {
    kind: 'call',
    id: crypto.randomUUID(),
    at: Date.now(),
    by: 'model',
    server: tool?.app.from ?? '',
    tool: name,
    status: 'streaming',
    input: {},
  }
  const put = (changes: Partial<CallEntry>): void => {
    entry = { ...entry, ...changes }
    conversation.put(entry)
  }
  try {
    const args = await input
    put({ status: 'running', input: args })
    if (!tool) throw new ApiFailure('NO_SUCH_TOOL', `There is no tool ${name}.`)
    const result = await tool.tools.call(name, args, { signal: abort.signal })
    put({ status: result.isError ? 'failed' : 'done', result, ms: Math.round(performance.now() - start) })
  } catch (error) {
    put({ status: abort.signal.aborted ? 'cancelled' : 'failed', error: describeFailure(error).message })
  }
}

/** A message that grows on the page and is kept when it is whole. After a tool call the text goes on in another. */
function growingMessage(conversation: OpenConversation): { write(delta: string): void; end(): void } {
  let entry: MessageEntry | undefined
  let text = ''
  return {
    write(delta) {
      text += delta
      entry ??= { kind: 'message', id: crypto.randomUUID(), at: Date.now(), role: 'assistant', by: 'model', content: [] }
      entry = { ...entry, content: [{ type: 'text', text }] }
      conversation.show(entry)
    },
    end() {
      if (entry) conversation.put(entry)
      entry = undefined
      text = ''
    },
  }
}

/** The conversation as the model gets it: each call with its result, in the order of the page. */
export function toMessages(entries: readonly Entry[], nameOf: (entry: CallEntry) => string): ChatMessage[] {
  return entries.flatMap((entry): ChatMessage[] => {
    if (entry.kind === 'message')
      return entry.role === 'user'
        ? [{ role: 'user', content: entry.content }]
        : [{ role: 'assistant', content: entry.content, calls: [] }]
    if (isUnderWay(entry)) return []
    const name = nameOf(entry)
    return [
      { role: 'assistant', content: [], calls: [{ id: entry.id, name, input: entry.input }] },
      { role: 'tool', call: entry.id, name, result: resultOf(entry) },
    ]
  })
}

/** The part of a result for the model, without the data for the View. */
function resultOf({ result, error, status }: CallEntry): CallToolResult {
  if (!result) return { isError: true, content: [{ type: 'text', text: error ?? `The call was ${status}.` }] }
  return { content: result.content, ...(result.isError !== undefined && { isError: result.isError }) }
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let settle: Pick<ReturnType<typeof withResolvers<T>>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...(settle as NonNullable<typeof settle>) }
}
