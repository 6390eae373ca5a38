import { describe, expect, test } from 'vitest'
import { schemaProblem } from '../../packages/casement/src/host/model/json-schema-check.ts'
import { isLegacyMessage } from '../../packages/casement/src/legacy/messages.ts'
import { toApps } from '../../packages/casement/src/legacy/mcp-ui-to-apps.ts'
import { viewFromContents, viewFromToolResult } from '../../packages/casement/src/legacy/view-from-legacy.ts'
import { createPartialInput } from '../../packages/casement/src/protocol/json-stream/partial-input.ts'
import { createTokenSigner, type TokenClaims } from '../../packages/casement/src/sandbox/tickets/token.ts'
import { handClock } from '../hand-clock.ts'
import { fc } from '../seeded-fast-check.ts'
import { explore, FUZZ } from './explore.ts'
import { hostileJson } from './hostile-view.ts'

const TYPES = [
  'tool',
  'prompt',
  'intent',
  'link',
  'notify',
  'ui-size-change',
  'ui-request-data',
  'ui-lifecycle-iframe-ready',
  'ui-html-content',
  'constructor',
]
const FIELDS = [
  'toolName',
  'params',
  'prompt',
  'intent',
  'url',
  'message',
  'width',
  'height',
  'requestType',
  'toString',
  'messageId',
]
const widgetMessage = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    messageId: fc.oneof(fc.string(), hostileJson),
    payload: fc.oneof(
      hostileJson,
      fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(hostileJson, fc.constantFrom<unknown>(10n, new Date(0), Number.NaN))),
    ),
  },
  { requiredKeys: ['type'] },
)
// The actions that a widget can cause in Apps: each of them passes the gate of the host.
const TRANSLATED = [
  'tools/call',
  'ui/message',
  'ui/open-link',
  'notifications/message',
  'ui/notifications/size-changed',
  'mcpui.dev/request-data',
]

const TEXTS = [
  '<p>x</p>',
  '</script><script>evil()</script>',
  '"><script>evil()</script>',
  '<!--<script>',
  '--><base href=x>',
  'https://a.example/',
  '\u2028',
  ']]>',
  '&quot;',
  'data-settings="x"',
]
const resource = fc.record(
  {
    uri: fc.constantFrom('ui://x/y', 'ui://"><script>evil()</script>', 'file:///x', 'ui://'),
    mimeType: fc.constantFrom<unknown>(
      'text/html',
      'text/html+skybridge',
      'text/uri-list',
      'application/vnd.mcp-ui.remote-dom+javascript',
      'text/html;profile=mcp-app',
      'text/html; x="',
      7,
    ),
    text: fc.oneof(
      fc.array(fc.constantFrom(...TEXTS), { maxLength: 4 }).map((parts) => parts.join('')),
      hostileJson,
    ),
    blob: fc.oneof(fc.base64String(), hostileJson),
    _meta: fc.dictionary(
      fc.constantFrom('ui', 'openai/widgetCSP', 'mcpui.dev/ui-initial-render-data', 'mcpui.dev/ui-preferred-frame-size'),
      fc.oneof(hostileJson, fc.constantFrom(...TEXTS)),
    ),
  },
  { requiredKeys: ['uri'] },
)

describe('legacy translation', () => {
  test('a widget message becomes a request that the gate knows, or nothing', FUZZ, () =>
    explore(
      fc.property(fc.oneof(widgetMessage, hostileJson), (message) => {
        const translated = isLegacyMessage(message) ? toApps(message) : { kind: 'unknown' as const }
        expect('method' in translated ? TRANSLATED : [undefined]).toContain(
          'method' in translated ? translated.method : undefined,
        )
      }),
      { runs: 2000 },
    ),
  )

  test('no text of a resource gets out of the script that carries it', FUZZ, () =>
    explore(
      fc.property(resource, fc.boolean(), (item, isResult) => {
        const view = isResult
          ? viewFromToolResult({ content: [{ type: 'resource', resource: item }] })
          : viewFromContents({ contents: [item] }, item.uri)
        if (!view || !String(item.mimeType).includes('remote-dom')) return
        // Exactly the two scripts of the adapter, whatever the server wrote.
        expect(view.html.match(/<script/gi)).toHaveLength(2)
        expect(view.html.match(/<\/script/gi)).toHaveLength(2)
      }),
      { runs: 2000 },
    ),
  )
})

describe('tokens of the sandbox', () => {
  const signer = createTokenSigner('0123456789abcdef0123456789abcdef')
  const claims: TokenClaims = {
    kind: 'view',
    host: 'a.example',
    view: 'a.example',
    document: 'd',
    policy: 'p',
    hostOrigin: 'https://h.example',
    expires: 1000,
  }
  const expected = { kind: 'view', host: 'a.example', now: 0 } as const

  test('no change of a token is accepted, and no text makes it throw', FUZZ, () =>
    explore(
      fc.asyncProperty(fc.nat(400), fc.string({ unit: 'binary', maxLength: 4 }), fc.nat(3), async (at, text, cut) => {
        const token = await signer.sign(claims)
        const changed = token.slice(0, at) + text + token.slice(at + cut)
        const verdict = await signer.verify(changed, expected)
        // Base64 has unused bits at its end, so another last letter may stand for the same bytes.
        const isSame = changed.slice(0, -1) === token.slice(0, -1)
        expect(typeof verdict === 'string' || isSame).toBe(true)
      }),
      { runs: 500 },
    ),
  )
})

describe('streamed arguments', () => {
  test('whatever the chunks, partial inputs are objects, and the input comes once and last', FUZZ, () =>
    explore(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ maxLength: 6 }),
            fc.constantFrom('{', '}', '"a"', ':', '[', ']', ',', '1', '{"__proto__":', '\\u'),
          ),
          { maxLength: 20 },
        ),
        (chunks) => {
          const clock = handClock()
          const seen: string[] = []
          const input = createPartialInput({
            runtime: clock,
            onpartial: (args) => seen.push(typeof args),
            oninput: () => seen.push('input'),
            onerror: () => seen.push('error'),
          })
          for (const chunk of chunks) {
            input.push(chunk)
            clock.wind(20)
          }
          input.complete({})
          input.push('{}')
          clock.wind(100)
          expect(seen.filter((one) => one === 'input')).toHaveLength(1)
          expect(seen.at(-1)).toBe('input')
          expect(clock.armed()).toBe(0)
        },
      ),
      { runs: 1000 },
    ),
  )
})

describe('the schemas of app tools', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    '$ref',
    'enum',
    'anyOf',
    'not',
    'required',
    'minimum',
    'maxLength',
    'prefixItems',
    'additionalProperties',
  )
  const schema: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      hostileJson,
      fc.constantFrom('object', '__proto__', '#', '#/properties/__proto__', 'constructor'),
      fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
      fc.array(tie('value'), { maxLength: 2 }),
    ),
  }))['value']

  test('validating against any schema ends, and does not throw', FUZZ, () =>
    explore(
      fc.property(schema, hostileJson, (given, value) => {
        const problem = schemaProblem(given, value)
        expect(problem === undefined || typeof problem === 'string').toBe(true)
      }),
      { runs: 2000 },
    ),
  )
})
