import { fc } from '../../../../../test/seeded-fast-check.ts'

/** Names that every object inherits: a lookup that does not check for own properties finds them. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']

const EVENTS = ['tool-input', 'tool-input-partial', 'tool-result', 'tool-cancelled', 'host-context-changed']

const METHODS = [
  ...EVENTS.map((event) => `ui/notifications/${event}`),
  ...INHERITED.map((name) => `ui/notifications/${name}`),
  ...INHERITED,
  'ping',
  'ui/initialize',
  'ui/resource-teardown',
  'tools/call',
  'tools/list',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/resources/updated',
  'notifications/tools/list_changed',
]

// Every member that the View reads from a message, and the inherited names.
const KEYS = [
  ...INHERITED,
  'arguments',
  'availableDisplayModes',
  'code',
  'containerDimensions',
  'content',
  'css',
  'data',
  'displayMode',
  'experimental',
  'fonts',
  'height',
  'hostCapabilities',
  'hostContext',
  'hostInfo',
  'id',
  'isError',
  'length',
  'maxWidth',
  'message',
  'method',
  'name',
  'progress',
  'progressToken',
  'reason',
  'requestId',
  'sampling',
  'split',
  'structuredContent',
  'styles',
  'text',
  'then',
  'theme',
  'tool',
  'toolInfo',
  'trim',
  'type',
  'uri',
  'variables',
  '_meta',
]

const jsonScalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1, 2, 3, 1e308, '', 'dark', 'inline', 'echo', 'ui://resource', '0', '\n'),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(...METHODS),
)

// Values that a structured clone can carry and JSON cannot.
const cloneScalar = fc.oneof(
  fc.constantFrom(undefined, Number.NaN, Infinity, 10n),
  fc.constantFrom(new Date(0), new Map([['theme', 'dark']]), new Set([1]), new Uint8Array(3), /x/, new Error('cloned')),
  fc.constant(null).map(() => {
    const cycle: Record<string, unknown> = { theme: 'dark' }
    cycle['arguments'] = cycle
    return cycle
  }),
)

const nested = (scalar: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('record')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    record: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  }))['value']

function messageOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const method = fc.oneof(
    { arbitrary: fc.constantFrom(...METHODS), weight: 6 },
    // As long as the prefix of the Apps notifications, but another one.
    {
      arbitrary: fc.tuple(fc.string({ minLength: 17, maxLength: 17 }), fc.constantFrom(...EVENTS)).map((parts) => parts.join('')),
      weight: 1,
    },
    { arbitrary: value, weight: 1 },
  )
  const id = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom('1', '2', null), value)
  const envelope = fc.record(
    {
      jsonrpc: fc.oneof({ arbitrary: fc.constant('2.0'), weight: 12 }, { arbitrary: value, weight: 1 }),
      method,
      id,
      params: value,
      result: value,
      error: value,
    },
    { requiredKeys: ['jsonrpc'] },
  )
  const notification = fc.record({ jsonrpc: fc.constant('2.0'), method, params: value }, { requiredKeys: ['jsonrpc', 'method'] })
  const response = fc.record(
    { jsonrpc: fc.constant('2.0'), id, result: value, error: value },
    { requiredKeys: ['jsonrpc', 'id'] },
  )
  return fc.oneof(
    { arbitrary: notification, weight: 6 },
    { arbitrary: envelope, weight: 4 },
    { arbitrary: response, weight: 3 },
    { arbitrary: value, weight: 1 },
  )
}

/** A value that JSON can express: what a message, or a part of one, may be. */
export const hostileJson: fc.Arbitrary<unknown> = nested(jsonScalar)

/** A message that JSON text can carry, near enough to a valid one to reach deep into its reader. */
export const hostileJsonMessage: fc.Arbitrary<unknown> = messageOf(hostileJson)

/** A message with everything that a structured clone can carry. */
export const hostileClonedMessage: fc.Arbitrary<unknown> = messageOf(
  nested(fc.oneof({ arbitrary: jsonScalar, weight: 5 }, { arbitrary: cloneScalar, weight: 1 })),
)

/** One line of text over the port: a message, or anything else. */
export const hostileLine: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: hostileJsonMessage.map((message) => JSON.stringify(message) ?? ''), weight: 8 },
  { arbitrary: fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\n', ' ')), weight: 1 },
)
