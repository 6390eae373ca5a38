import { readMessage } from 'casement/protocol'
import type { WireEntry } from '../wire/wire-log.ts'
import type { Pairs } from './pairs.ts'

/** The kind of a message. */
export type EntryKind = 'request' | 'note' | 'answer' | 'other'

/** The summary of a message. */
export interface EntryLine {
  readonly kind: EntryKind
  /** The method; for a response the method of its request. */
  readonly label: string
  /** The detail that distinguishes it from others of its method: the tool or the URI. */
  readonly detail: string | undefined
  /** The time from request to response, on both. */
  readonly ms: number | undefined
  /** True for a pending request. */
  readonly isOpen: boolean
  /** Why it went wrong, where it did. */
  readonly error: string | undefined
}

/** Describes a message, with what its partner knows. */
export function describeEntry(entry: WireEntry, pairs: Pairs): EntryLine {
  const message = readMessage(entry.message)
  const partner = pairs.partnerOf(entry.seq)
  const ms = partner && Math.abs(partner.at - entry.at)
  const refused = entry.refused
  switch (message.kind) {
    case 'request':
      return {
        kind: 'request',
        label: message.method,
        detail: detailOf(message.params),
        ms,
        isOpen: !partner && refused === undefined,
        error: refused ?? (partner && failureOf(partner.message)),
      }
    case 'note':
      return {
        kind: 'note',
        label: message.method,
        detail: detailOf(message.params),
        ms: undefined,
        isOpen: false,
        error: refused,
      }
    case 'reply':
    case 'failure': {
      const asked = partner && readMessage(partner.message)
      const label = asked?.kind === 'request' ? asked.method : 'response without a request'
      const detail = asked?.kind === 'request' ? detailOf(asked.params) : undefined
      return { kind: 'answer', label, detail, ms, isOpen: false, error: refused ?? failureOf(entry.message) }
    }
    default:
      return {
        kind: 'other',
        label: 'not JSON-RPC',
        detail: undefined,
        ms: undefined,
        isOpen: false,
        error: refused ?? message.why,
      }
  }
}

/** The error of a response, or of a result with isError. */
function failureOf(raw: unknown): string | undefined {
  const message = readMessage(raw)
  if (message.kind === 'failure') return `${message.error.code} ${message.error.message}`
  if (message.kind !== 'reply' || !isObject(message.result) || message.result['isError'] !== true) return undefined
  return 'the result says isError'
}

function detailOf(params: unknown): string | undefined {
  if (!isObject(params)) return undefined
  for (const name of ['name', 'uri', 'url', 'mode', 'key', 'level', 'kind']) {
    const value = params[name]
    if (typeof value === 'string') return value.slice(0, 200)
  }
  return undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const HEARTBEATS = new Set(['ping', 'dev.casement/sandbox/scrolled'])

/** True for keep-alive messages without information. */
export const isHeartbeat = ({ label, error }: EntryLine): boolean => error === undefined && HEARTBEATS.has(label)

/** Formats a number of bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Formats a duration. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
}
