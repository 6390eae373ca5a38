import { isRecord } from '../../protocol/rpc/message.ts'

/** Replaces a value that changes from run to run. */
export const MASK = '[varies]'

const VOLATILE = new Set(['progressToken', 'containerDimensions', 'requestId', 'userAgent'])

/** A message without the values that change from run to run: ids, progress tokens, measured sizes, the browser. For snapshots. */
export function maskVolatile(message: unknown): unknown {
  if (!isRecord(message)) return message
  const masked = mask(message) as Record<string, unknown>
  if ('id' in masked) masked['id'] = MASK
  if (message['method'] === 'ui/notifications/size-changed') masked['params'] = MASK
  return masked
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, VOLATILE.has(key) ? MASK : mask(member)]))
}
