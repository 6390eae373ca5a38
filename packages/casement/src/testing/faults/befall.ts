import type { Fault, FaultName } from './faults.ts'

/** One message, as far as a fault cares. */
export interface Traffic {
  readonly direction: 'in' | 'out'
  readonly kind: 'request' | 'note' | 'answer' | 'noise'
  /** Its method, or the method that it answers. */
  readonly method: string | undefined
}

const NEEDS_CONSENT = new Set(['ui/open-link', 'ui/download-file', 'ui/message', 'sampling/createMessage', 'tools/call'])
const FROM_SERVER = /^(?:tools|resources|prompts)\//

// Most faults can befall anything; these only make sense for some messages.
const ONLY: Partial<Record<FaultName, (traffic: Traffic) => boolean>> = {
  'wrong-id': ({ kind }) => kind === 'answer',
  'late-approval': ({ kind, method }) => kind === 'answer' && method !== undefined && NEEDS_CONSENT.has(method),
  unauthorized: ({ kind, method }) => kind === 'answer' && method !== undefined && FROM_SERVER.test(method),
}

/** True when a fault may befall a message. */
export function befall({ name, direction, method }: Fault, traffic: Traffic): boolean {
  if (traffic.kind === 'noise') return false
  if (direction !== undefined && direction !== traffic.direction) return false
  if (method !== undefined && method !== traffic.method) return false
  return ONLY[name]?.(traffic) ?? true
}
