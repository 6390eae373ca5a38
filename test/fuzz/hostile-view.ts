import { viewToHost, hostToView } from '../../packages/casement/src/protocol/methods.ts'
import { toJsonSchema } from '../../packages/casement/src/protocol/schemas/json-schema.ts'
import type { AnySchema } from '../../packages/casement/src/protocol/schemas/schema.ts'
import { arbitraryFrom, spoiled } from '../arbitrary-from-json-schema.ts'
import { fc } from '../seeded-fast-check.ts'

/** The tools of the fuzzed host's server, and whether a View may call each. */
export const TOOLS: Readonly<Record<string, boolean>> = {
  both: true,
  'app-only': true,
  'model-only': false,
  nobody: false,
  transfer: false,
  constructor: false,
}

const HOSTILE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', 'toJSON', '']
const LINKS = [
  'https://a.example/x',
  'http://a.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'https://user@evil.example/',
  'file:///etc/passwd',
  '//evil.example',
  'HTTPS://A.EXAMPLE/%00',
  'https://\u202eevil.example/',
]
const URIS = ['ui://mine/view', 'ui://other/view', 'file:///etc/passwd', 'ui://mine/../other', 'UI://mine/view', '']

/** A value that is shaped like JSON, with keys that every object inherits. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 1, 1.5, 1e308, '', 'x', 'model-only', 'ui/initialize'),
    fc.string({ maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(...HOSTILE_KEYS, 'name', 'uri', 'url', 'content', 'type', 'text', '_meta', 'progressToken'),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
}))['value']

/** Something that structured cloning carries and JSON does not. */
const cloneOnly = fc.constantFrom<unknown>(
  undefined,
  Number.NaN,
  Infinity,
  10n,
  new Date(0),
  new Map([['name', 'both']]),
  new Set([1]),
  new Uint8Array(2),
  /x/,
)

const nest = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

// The values that decide whether the gate lets a request pass, so most cases set one of them.
const TELLING: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  'tools/call': fc.record({
    name: fc.oneof(
      fc.constantFrom<unknown>(...Object.keys(TOOLS), 'unknown', ' model-only', 'model-only\0', ['model-only'], {
        toString: 'x',
      }),
    ),
  }),
  'ui/open-link': fc.record({ url: fc.constantFrom(...LINKS) }),
  'resources/read': fc.record({ uri: fc.constantFrom(...URIS) }),
  'resources/subscribe': fc.record({ uri: fc.constantFrom(...URIS) }),
  'resources/unsubscribe': fc.record({ uri: fc.constantFrom(...URIS) }),
  'ui/request-display-mode': fc.record({ mode: fc.constantFrom('inline', 'fullscreen', 'pip', 'other') }),
  'notifications/cancelled': fc.record({ requestId: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b')) }),
}

/** Params of a method: valid ones by its schema, with the telling values, and spoiled ones. */
export function paramsOf(method: string, schema: AnySchema): fc.Arbitrary<unknown> {
  const valid = arbitraryFrom(toJsonSchema(schema))
  const telling = TELLING[method]
  const good = telling ? fc.tuple(valid, telling).map(([params, values]): unknown => Object.assign({}, params, values)) : valid
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 2, arbitrary: fc.tuple(good, fc.nat(200)).map(([params, seed]) => spoiled(params, seed)) },
    { weight: 1, arbitrary: hostileJson },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good, fc.constantFrom(...HOSTILE_KEYS), hostileJson)
        .map(([params, key, value]) => withOwn(params, key, value)),
    },
    { weight: 1, arbitrary: fc.constantFrom(60, 63, 64, 65, 300).map((depth) => ({ name: 'both', arguments: nest(depth) })) },
  )
}

/** Sets an own member, also one called `__proto__`. */
const withOwn = (params: unknown, key: string, value: unknown): unknown =>
  Object.defineProperty({ ...(params as object) }, key, { value, enumerable: true, configurable: true, writable: true })

const entriesOf = (table: Readonly<Record<string, { readonly params: AnySchema }>>): [string, fc.Arbitrary<unknown>][] =>
  Object.entries(table).map(([method, { params }]) => [method, paramsOf(method, params)])

/** A message of one direction of the method table, valid or nearly so. */
function messageOf(
  table: Readonly<Record<string, { readonly params: AnySchema; readonly result?: AnySchema }>>,
): fc.Arbitrary<unknown> {
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('a', 'b', '__proto__')) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, '', -1, 1.5, 2 ** 53, 'x'.repeat(257), true, [1], { id: 1 }, 10n) },
  )
  const known = fc.oneof(
    ...entriesOf(table).map(([method, params]) =>
      fc.record(
        { jsonrpc: fc.constant('2.0'), id, method: fc.constant(method), params },
        // A notification has no id, and a request should have one, but either may come as the other.
        { requiredKeys: table[method]?.result ? ['jsonrpc', 'id', 'method'] : ['jsonrpc', 'method'] },
      ),
    ),
  )
  const strange = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id,
      method: fc.constantFrom<unknown>(
        ...HOSTILE_KEYS,
        'ui/unknown',
        'tools/unknown',
        'dev.casement/sandbox/navigated',
        'x'.repeat(300),
        7,
      ),
      params: fc.oneof(hostileJson, cloneOnly),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const stray = fc.record(
    {
      jsonrpc: fc.constantFrom<unknown>('2.0', '2.0', '2.0', '1.0', undefined),
      id,
      method: fc.constantFrom(...Object.keys(table)),
      params: hostileJson,
      result: hostileJson,
      error: fc.oneof(hostileJson, fc.record({ code: fc.integer(), message: fc.string() })),
    },
    { requiredKeys: [] },
  )
  return fc.oneof(
    { weight: 10, arbitrary: known },
    { weight: 2, arbitrary: strange },
    { weight: 2, arbitrary: stray },
    { weight: 1, arbitrary: fc.oneof(hostileJson, cloneOnly, fc.array(known, { maxLength: 2 })) },
  )
}

/** The messages that a View may send to its host. */
export const viewMessage: fc.Arbitrary<unknown> = messageOf(viewToHost)

/** The messages that a host may send to its View. */
export const hostMessage: fc.Arbitrary<unknown> = messageOf(hostToView)

/** The key of a request id, by which `1` and `'1'` differ. */
export const keyOf = (id: unknown): string => `${typeof id} ${String(id)}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** By JSON-RPC and MCP alone: the id of a message that must be answered; undefined when it must not. */
export function idToAnswer(message: unknown): string | number | undefined {
  if (!isRecord(message)) return undefined
  const { jsonrpc, id, method } = message
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  if (!isId || method === undefined) return undefined
  // Without the version it is hardly JSON-RPC: only a plausible request gets a response.
  const isPlausible = typeof method === 'string' && String(id).length <= 256
  return jsonrpc === '2.0' || isPlausible ? (id as string | number) : undefined
}
