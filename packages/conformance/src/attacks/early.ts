import type { Attack } from './attack.ts'
import { page, type Judge } from './judges.ts'
import { script } from './view-kit.ts'

const early = (id: string, title: string, code: string, escaped: Judge): Attack => ({
  id: `early-${id}`,
  title,
  category: 'calls',
  view: () => script(`${code}; await wait(600)`),
  escaped,
})
const calls = page(({ calls: made }) => made.join(', '))
const HELLO = `{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }`
const CALL = `{ name: 'app_tool', arguments: {} }`

/** Requests from a View that has not introduced itself, and messages in a form that no View sends. */
export const earlyAttacks: readonly Attack[] = [
  early('call', 'calls a tool before the handshake', `ask('tools/call', ${CALL})`, calls),
  early(
    'message',
    'sends a message before the handshake',
    `ask('ui/message', ${HELLO})`,
    page(({ chats }) => chats > 0 && 'it was sent'),
  ),
  early(
    'context',
    'writes to the context of the model before the handshake',
    `ask('ui/update-model-context', ${HELLO})`,
    page(({ contextBytes }) => contextBytes > 0 && `${contextBytes} bytes`),
  ),
  early(
    'read',
    'reads a resource before the handshake',
    `ask('resources/read', { uri: 'ui://attacker/view' })`,
    // The host reads it once, for the View itself.
    page(({ reads }, { hostOrigin }) => reads.length > (hostOrigin.includes('weak') ? 0 : 1) && `${reads.length} times`),
  ),
  early(
    'half',
    'calls a tool in the middle of the handshake',
    `await ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'a', version: '1' }, appCapabilities: {} }, 8000); ask('tools/call', ${CALL})`,
    calls,
  ),
  early(
    'text',
    'calls a tool by JSON text in place of a message',
    `await handshake(); parent.postMessage(JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: ${CALL} }), '*')`,
    calls,
  ),
]
