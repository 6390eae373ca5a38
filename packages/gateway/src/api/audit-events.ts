import { randomUUID } from 'node:crypto'
import type { NewAudit } from '../store/audit.ts'

/** Details of the event besides the method and its target. */
export interface GatewayEventDetails {
  readonly at: number
  readonly conversation?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** An action of a user at the gateway itself, for the audit log. */
export const gatewayEvent = (
  method: string,
  target: string,
  { at, conversation, params = {} }: GatewayEventDetails,
): NewAudit => ({
  key: randomUUID(),
  conversation,
  event: { at, ms: 0, app: 'gateway', view: 'person', appInfo: undefined, method, target, params, decision: 'allowed' },
})
