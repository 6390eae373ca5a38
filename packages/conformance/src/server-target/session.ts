import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Target } from '@casement/doctor'

/** An object with unknown members. */
export type Fields = Readonly<Record<string, unknown>>

/** The outcome of a request. */
export type Answer =
  | { readonly ok: true; readonly value: Fields }
  | { readonly ok: false; readonly code: unknown; readonly message: string }

/** A connection as some client would open it. */
export interface Session {
  readonly era: 'legacy' | 'modern'
  readonly protocolVersion: string
  readonly info: Fields
  readonly capabilities: Fields
  /** Sends a request and returns the raw response, including an error. */
  request(method: string, params?: Fields): Promise<Answer>
  close(): Promise<void>
}

/** The client that connects: its MCP revision and its capabilities. */
export interface ClientKind {
  readonly era: 'legacy' | 'modern'
  readonly capabilities: Fields
}

const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const INFO = { name: 'casement-conformance', version: '0.0.0' }

/** Connects, or rejects with the error of the server. Only the transport is the official one, because its client would correct faults. */
export async function openSession(target: Target, { era, capabilities }: ClientKind, timeout: number): Promise<Session> {
  const transport = transportTo(target)
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const send = createRequester(transport, timeout)
  const request: Session['request'] = (method, params = {}) =>
    send(method, era === 'modern' ? { ...params, _meta: envelope } : params)
  try {
    await transport.start()
    const params = { protocolVersion: LEGACY, clientInfo: INFO, capabilities }
    const hello = era === 'modern' ? await request('server/discover') : await request('initialize', params)
    if (!hello.ok) throw new Error(`the server refused the connection: ${hello.message}`)
    if (era === 'legacy') {
      transport.setProtocolVersion?.(String(hello.value['protocolVersion']))
      await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    }
    const { serverInfo, protocolVersion = MODERN } = hello.value
    return {
      era,
      protocolVersion: String(protocolVersion),
      info: fieldsOf(serverInfo),
      capabilities: fieldsOf(hello.value['capabilities']),
      request,
      close: () => transport.close(),
    }
  } catch (error) {
    await transport.close().catch(() => {})
    throw error
  }
}

const failed = (message: string): Answer => ({ ok: false, code: undefined, message })

/** Requests over a transport: each gets an outcome, also if the transport fails or a timeout expires. */
function createRequester(transport: Transport, timeout: number): (method: string, params: Fields) => Promise<Answer> {
  const waiting = new Map<unknown, (answer: Answer) => void>()
  let nextId = 1
  transport.onmessage = (message) => {
    const { id, result, error } = message as { id?: unknown; result?: unknown; error?: { code: unknown; message: string } }
    const settle = waiting.get(id)
    if (error) settle?.({ ok: false, code: error.code, message: error.message })
    else if (result !== undefined) settle?.({ ok: true, value: fieldsOf(result) })
  }
  transport.onclose = () => {
    for (const settle of waiting.values()) settle(failed('the connection was closed'))
  }
  return (method, params) =>
    new Promise((resolve) => {
      const id = nextId++
      const timer = setTimeout(() => settle(failed(`${method} was not answered in ${timeout} ms`)), timeout)
      const settle = (answer: Answer): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      }
      waiting.set(id, settle)
      transport.send({ jsonrpc: '2.0', id, method, params: { ...params } }).catch((error: unknown) => {
        const { code, message } = error as { code?: unknown; message: string }
        settle({ ok: false, code, message })
      })
    })
}

function transportTo(target: Target): Transport {
  if (target.kind === 'stdio') {
    const { command, args = [], env, cwd } = target
    const variables = Object.entries({ ...process.env, ...env }).filter((each): each is [string, string] => each[1] !== undefined)
    return new StdioClientTransport({
      command,
      args: [...args],
      stderr: 'ignore',
      env: Object.fromEntries(variables),
      ...(cwd !== undefined && { cwd }),
    })
  }
  if (target.kind === 'in-process')
    return new StreamableHTTPClientTransport(new URL(target.url), {
      fetch: async (url, init) => target.fetch(new Request(url, init)),
    })
  return new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: { ...target.headers } } })
}

/** True for an object that is no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object, or an empty one. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The objects of a list, or none. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
