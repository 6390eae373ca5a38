import type { AppBridge } from 'casement/host'
import type { Mutation, MutantContext } from './mutation.ts'

/** A JSON-RPC message on its way. */
export interface Message {
  jsonrpc?: string
  id?: unknown
  method?: string
  params?: Fields
  result?: Fields
  error?: Fields
}

/** An object that may be changed. */
export type Fields = Record<string, unknown>

/** Passes a message on, or others, or none. */
export type Pass = (message: unknown) => void

/** The messages between the host and its View. */
export interface Meddler {
  readonly toView?: (message: Message, pass: Pass, context: MutantContext, answer: Pass) => void
  readonly fromView?: (message: Message, pass: Pass, context: MutantContext, answer: Pass) => void
}

/** Breaks a host by what happens to its messages. */
export function onWire(make: () => Meddler): Mutation {
  return {
    prepare(bridge, context) {
      const { toView, fromView } = make()
      const connect = bridge.connect.bind(bridge) as (channel: unknown) => Promise<void>
      bridge.connect = (given: Parameters<AppBridge['connect']>[0]) => {
        const channel = given as Channel
        const listeners = new Set<(message: unknown) => void>()
        const send: Pass = (message) => channel.post(message)
        const listener: Pass = (message) => {
          for (const receive of listeners) receive(message)
        }
        return connect({
          post: (message: Message) => (toView ? toView(message, send, context, listener) : send(message)),
          listen(receive: (message: unknown, ports?: unknown) => void) {
            listeners.add(receive)
            return channel.listen((raw) => {
              const message = readText(raw)
              if (fromView && isMessage(message)) fromView(message, receive, context, send)
              else receive(raw)
            })
          },
          close: (reason?: unknown) => channel.close(reason),
          closed: channel.closed,
        })
      }
    },
  }
}

/** A port carries JSON as text. */
function readText(raw: unknown): unknown {
  try {
    return typeof raw === 'string' ? JSON.parse(raw) : raw
  } catch {
    return raw
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null

interface Channel {
  post(message: unknown): void
  listen(receive: (message: unknown) => void): () => void
  close(reason?: unknown): void
  readonly closed: AbortSignal
}

/** Messages of the host that never reach the View. */
export const mute = (method: string): Mutation =>
  onWire(() => ({
    toView: (message, pass) => {
      if (message.method !== method) pass(message)
    },
  }))

/** Messages of the View that never reach the host. */
export const deaf = (isUnheard: (message: Message) => boolean): Mutation =>
  onWire(() => ({
    fromView: (message, pass) => {
      if (!isUnheard(message)) pass(message)
    },
  }))

/** The params of some message of the host are others. */
export const saying = (method: string, change: (params: Fields) => Fields): Mutation =>
  onWire(() => ({
    toView: (message, pass) =>
      pass(message.method === method ? { ...message, params: change(structuredClone(message.params ?? {})) } : message),
  }))

/** The params of some message of the View are others. */
export const hearing = (method: string, change: (params: Fields) => Fields): Mutation =>
  onWire(() => ({
    fromView: (message, pass) =>
      pass(message.method === method ? { ...message, params: change(structuredClone(message.params ?? {})) } : message),
  }))

/** Replaces the responses to some requests of the View. */
export function answering(isMeant: string | ((asked: Message) => boolean), change: (answer: Message) => Message): Mutation {
  const isIt = typeof isMeant === 'string' ? ({ method }: Message) => method === isMeant : isMeant
  return onWire(() => {
    const ids = new Set<unknown>()
    return {
      fromView(message, pass) {
        if (message.id !== undefined && isIt(message)) ids.add(message.id)
        pass(message)
      },
      toView: (message, pass) =>
        pass(message.method === undefined && ids.has(message.id) ? change(structuredClone(message)) : message),
    }
  })
}

/** Changes the host's part of the handshake. */
export const introducing = (change: (result: Fields) => void): Mutation =>
  answering('ui/initialize', (answer) => {
    if (answer.result) change(answer.result)
    return answer
  })

/** The host context of the handshake is different. */
export const surrounding = (context: Fields): Mutation =>
  introducing((result) => Object.assign(result['hostContext'] as Fields, context))
