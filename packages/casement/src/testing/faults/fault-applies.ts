import type { Fault, FaultName } from './faults.ts'

/** The properties of a message that faults depend on. */
export interface Traffic {
  readonly direction: 'in' | 'out'
  readonly kind: 'request' | 'note' | 'response' | 'noise'
  /** Its method; for a response, the method of its request. */
  readonly method: string | undefined
}

const NEEDS_CONSENT = new Set(['ui/open-link', 'ui/download-file', 'ui/message', 'sampling/createMessage', 'tools/call'])
const FROM_SERVER = /^(?:tools|resources|prompts)\//

// Most faults apply to all messages, these only to some.
const ONLY: Partial<Record<FaultName, (traffic: Traffic) => boolean>> = {
  'wrong-id': ({ kind }) => kind === 'response',
  'late-approval': ({ kind, method }) => kind === 'response' && method !== undefined && NEEDS_CONSENT.has(method),
  unauthorized: ({ kind, method }) => kind === 'response' && method !== undefined && FROM_SERVER.test(method),
}

/** True if a fault applies to a message. */
export function applies({ name, direction, method }: Fault, traffic: Traffic): boolean {
  if (traffic.kind === 'noise') return false
  if (direction !== undefined && direction !== traffic.direction) return false
  if (method !== undefined && method !== traffic.method) return false
  return ONLY[name]?.(traffic) ?? true
}
