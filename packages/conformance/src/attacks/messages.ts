import type { Attack } from './attack.ts'
import { anyOf, breaksHost, page, type Judge } from './judges.ts'
import { afterHandshake } from './view-kit.ts'

const unharmed: Judge = anyOf(
  breaksHost,
  page(({ errors }) => errors[0]),
)
const sends = (id: string, title: string, code: string, escaped: Judge = unharmed): Attack => ({
  id: `message-${id}`,
  title,
  category: 'messages',
  view: () => afterHandshake(`const raw = (m, t) => attempt(() => parent.postMessage(m, '*', t)); ${code}; await wait(200)`),
  escaped,
})
const polluted = page(({ polluted: is }) => is && 'objects of the host page were changed')
const weighs = (count: number, bytes: number): Judge =>
  anyOf(
    breaksHost,
    page(
      ({ received }) =>
        (received.count > count || received.longest > bytes) &&
        `${received.count} messages, the longest of ${received.longest}, reached the host page`,
    ),
  )
const NOTE = `jsonrpc: '2.0', method: 'notifications/message'`

/** Messages that no honest View sends. */
export const messageAttacks: readonly Attack[] = [
  sends(
    'flood',
    'fifty thousand messages',
    `for (let n = 0; n < 50000; n++) raw({ ${NOTE}, params: { level: 'info', data: n } }); await wait(1500)`,
    weighs(20_000, Infinity),
  ),
  sends(
    'flood-requests',
    'fifty thousand pings',
    `for (let n = 0; n < 50000; n++) raw({ jsonrpc: '2.0', id: 'p' + n, method: 'ping' }); await wait(1500)`,
    weighs(20_000, Infinity),
  ),
  sends(
    'flood-taps',
    'fifty thousand made-up reports',
    `for (let n = 0; n < 50000; n++) raw({ 'dev.casement/tap': { kind: 'error', message: 'x' } }); await wait(1500)`,
    weighs(20_000, Infinity),
  ),
  sends(
    'fifty-megabytes',
    'a message of fifty megabytes',
    `raw({ ${NOTE}, params: { level: 'info', data: 'x'.repeat(50 << 20) } }); await wait(1500)`,
    weighs(Infinity, 20 << 20),
  ),
  sends(
    'fifty-megabytes-text',
    'a text of fifty megabytes',
    `raw(JSON.stringify({ ${NOTE}, params: { level: 'info', data: 'x'.repeat(50 << 20) } })); await wait(1500)`,
    weighs(Infinity, 20 << 20),
  ),
  sends(
    'many-nodes',
    'a message of two million parts',
    `raw({ ${NOTE}, params: { level: 'info', data: Array.from({ length: 2e6 }, () => 1) } }); await wait(1500)`,
    anyOf(
      breaksHost,
      page(({ received }) => received.longest > 3_000_000 && 'it reached the host page'),
    ),
  ),
  sends(
    'prototype',
    'keys that change prototypes',
    `raw(JSON.parse('{"jsonrpc":"2.0","method":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')); raw('{"jsonrpc":"2.0","method":"x","params":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')`,
    polluted,
  ),
  sends(
    'prototype-params',
    'keys that change prototypes, in every request',
    `for (const method of ['ui/message', 'ui/update-model-context', 'tools/call', 'ui/initialize', 'dev.casement/state/write', 'ui/notifications/size-changed']) raw('{"jsonrpc":"2.0","id":"' + method + '","method":"' + method + '","constructor":{"prototype":{"polluted":1}},"params":{"name":"app_tool","__proto__":{"polluted":1},"arguments":{"__proto__":{"polluted":1}},"constructor":{"prototype":{"polluted":1}}}}')`,
    polluted,
  ),
  sends(
    'deep',
    'a message a hundred thousand levels deep',
    `let deep = {}; for (let n = 0; n < 100000; n++) deep = { deep }; raw({ ${NOTE}, params: { level: 'info', data: deep } }); let text = ''; raw('{"jsonrpc":"2.0","method":"x","params":' + '['.repeat(100000) + ']'.repeat(100000) + '}')`,
  ),
  sends('cycle', 'a message that contains itself', `const m = { ${NOTE} }; m.params = { level: 'info', data: m }; raw(m)`),
  sends('not-json', 'texts that are no JSON', `for (const m of ['', '{', 'null', '[', '{"jsonrpc":', 'NaN', '\\ud800']) raw(m)`),
  sends(
    'not-objects',
    'values that are no messages',
    `for (const m of [null, undefined, 0, true, [], 'x', NaN, 1n, new Date(), new Map([[1, 2]]), new Set([1]), /x/, new Error('x'), new ArrayBuffer(8), new Blob(['x'])]) raw(m)`,
  ),
  sends('bigint', 'numbers that JSON does not have', `raw({ ${NOTE}, params: { level: 'info', data: 1n } })`),
  sends(
    'null-fields',
    'members that are null',
    `raw(null); for (const m of [{ jsonrpc: '2.0', id: null, method: null, params: null }, { jsonrpc: '2.0', id: null, result: null }, { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: null }, { jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: null, arguments: null } }, { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: null }]) raw(m)`,
  ),
  sends(
    'ids',
    'ids of every kind',
    `for (const id of [{}, [], NaN, Infinity, -1, 1.5, 2 ** 53, true, '', 'x'.repeat(1e6), '__proto__', 'constructor', 1n]) raw({ jsonrpc: '2.0', id, method: 'ui/download-file', params: { contents: null } })`,
  ),
  sends(
    'answers',
    'answers to questions that nobody asked',
    `raw({ jsonrpc: '2.0', id: 1n, result: 1n }); for (let id = -50; id < 200; id++) { raw({ jsonrpc: '2.0', id, result: null }); raw({ jsonrpc: '2.0', id: String(id), error: 'x' }); raw({ jsonrpc: '2.0', id, error: { code: 'x' }, result: 1 }) }`,
  ),
  sends(
    'wrong-params',
    'every method with params of the wrong kind',
    `for (const method of ['ui/initialize', 'ui/open-link', 'ui/download-file', 'ui/message', 'ui/update-model-context', 'ui/request-display-mode', 'tools/call', 'tools/list', 'resources/read', 'resources/list', 'sampling/createMessage', 'dev.casement/state/read', 'dev.casement/state/write', 'notifications/message', 'notifications/cancelled', 'notifications/progress']) for (const params of [[], 'x', 7, { contents: null }, { contents: [null], content: [null], url: null, name: {}, uri: [], mode: [], requestId: {}, progressToken: {} }]) raw({ jsonrpc: '2.0', id: method + JSON.stringify(params), method, params })`,
  ),
]
