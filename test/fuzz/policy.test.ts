import { describe, expect, test } from 'vitest'
import { compilePolicy, type PolicyOptions } from '../../packages/casement/src/protocol/policy/index.ts'
import { fc } from '../seeded-fast-check.ts'
import {
  allows,
  type FetchDirective,
  matchesSourceExpression,
  type OtherDirective,
  parseHostSource,
  parsePolicyList,
} from './csp3.ts'
import { explore, FUZZ } from './explore.ts'

const SELF = new URL('https://app1.sandbox.example/view/token')
const LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const
type List = (typeof LISTS)[number]
type Metadata = { readonly csp?: unknown; readonly permissions?: unknown }

const OWN_NAMES = ['https://chat.example.com', '*.sandbox.example', 'http://localhost:3000']
const OPTIONS: readonly PolicyOptions[] = [
  {},
  { ownNames: OWN_NAMES },
  { ownNames: OWN_NAMES, opaque: true },
  { ownNames: OWN_NAMES, grant: { keywords: ["'self'", "'unsafe-eval'"], schemes: ['data:', 'blob:'] } },
  { ownNames: OWN_NAMES, frameAncestors: ['https://chat.example.com'], sandbox: ['allow-scripts'], reportUri: '/report/x' },
  { ownNames: OWN_NAMES, grant: { permissions: ['camera'] }, maxEntries: 2 },
]

// Which list a directive takes its declared sources from, and whether the document's own origin is allowed without a declaration.
const USES: readonly {
  directive: FetchDirective | OtherDirective
  list?: List
  self: 'always' | 'with-csp' | 'never'
  data?: true
}[] = [
  { directive: 'connect-src', list: 'connectDomains', self: 'with-csp' },
  { directive: 'script-src', list: 'resourceDomains', self: 'always' },
  { directive: 'style-src', list: 'resourceDomains', self: 'always' },
  { directive: 'img-src', list: 'resourceDomains', self: 'always', data: true },
  { directive: 'font-src', list: 'resourceDomains', self: 'with-csp' },
  { directive: 'media-src', list: 'resourceDomains', self: 'always', data: true },
  { directive: 'frame-src', list: 'frameDomains', self: 'never' },
  { directive: 'worker-src', list: 'resourceDomains', self: 'never' },
  { directive: 'base-uri', list: 'baseUriDomains', self: 'always' },
  { directive: 'object-src', self: 'never' },
  { directive: 'manifest-src', self: 'never' },
  { directive: 'form-action', self: 'never' },
]

const isOwn = ({ hostname, host }: URL): boolean =>
  host === 'chat.example.com' || hostname.endsWith('.sandbox.example') || host === 'localhost:3000'

/** The entries of a list as the resource declared them: only strings in an own array. */
function declaredIn({ csp }: Metadata, list: List): string[] {
  if (typeof csp !== 'object' || csp === null || Array.isArray(csp) || !Object.hasOwn(csp, list)) return []
  const entries = (csp as Record<string, unknown>)[list]
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : []
}

const hasCsp = ({ csp }: Metadata): boolean => typeof csp === 'object' && csp !== null && !Array.isArray(csp)

/** The widest meaning of an entry: one host or the hosts below it, over HTTP or WebSocket, never a name of the host itself. */
function entryCovers(entry: string, url: URL, { ownNames, grant, opaque }: PolicyOptions): boolean {
  if (entry === "'self'") return !opaque && grant?.keywords?.includes("'self'") === true && url.origin === SELF.origin
  if (entry === 'data:' || entry === 'blob:') return grant?.schemes?.includes(entry) === true && url.protocol === entry
  const source = parseHostSource(entry)
  if (!source || source.host === '*' || source.port === '*' || source.host === '*.com') return false
  if (source.scheme !== undefined && !['http', 'https', 'ws', 'wss'].includes(source.scheme)) return false
  return matchesSourceExpression(entry, url, SELF) && !(ownNames && isOwn(url))
}

/** The independent model: whether a resource that declares this may use a URL in this way. */
function mayUse(metadata: Metadata, options: PolicyOptions, use: (typeof USES)[number], url: URL): boolean {
  const { list, self, data } = use
  const isSelf = url.origin === SELF.origin || (url.hostname === SELF.hostname && url.port === '')
  if (isSelf && !options.opaque && (self === 'always' || (self === 'with-csp' && hasCsp(metadata)))) return true
  if (data && url.protocol === 'data:') return true
  return list !== undefined && declaredIn(metadata, list).some((entry) => entryCovers(entry, url, options))
}

const HOSTS =
  'a.example b.example api.a.example evil.test a.example.evil.test chat.example.com app2.sandbox.example sandbox.example localhost 127.0.0.1 10.0.0.1 com co.uk x.co.uk'
const host = fc.constantFrom(...HOSTS.split(' '))
const scheme = fc.constantFrom('https', 'http', 'wss', 'ws')
const port = fc.constantFrom('', '', '', ':443', ':80', ':3000', ':8443', ':*', ':0', ':65536')
const path = fc.constantFrom('', '', '/', '/v1', '/v1/', '/v1/x', '/a;script-src', '/a b', '/%2e%2e/', '/a,b', '/?q', '/#f')
const PIECES = [
  ..."; , ' \" \\ & < > * *. . : // @ ? # - _ %3b %20 'self' 'none' 'unsafe-inline' 'nonce-a' 'strict-dynamic' 'report-sample' data: blob: https: filesystem: javascript: script-src default-src [::1] é \u00a0 \u2028 \ufeff \u0000 xn--e1afmkfd.test".split(
    ' ',
  ),
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\f',
  '; script-src *',
  ', default-src *',
  ' * ',
]
const piece = fc.oneof(fc.constantFrom(...PIECES), host, scheme, port, path)
const source = fc
  .tuple(
    fc.constantFrom('', 'https://', 'http://', 'wss://', 'HTTPS://', 'ftp://'),
    fc.constantFrom('', '', '*.', '*'),
    host,
    port,
    path,
  )
  .map((parts) => parts.join(''))
const entry: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: source },
  // A valid entry with something in, before or after it finds most gaps in a grammar.
  { weight: 3, arbitrary: fc.tuple(piece, source).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: fc.tuple(source, piece, piece).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.anything({ withObjectString: true, withNullPrototype: true, maxDepth: 1 }) },
  { weight: 1, arbitrary: source.map((text) => ({ toString: () => text, length: 1, 0: text })) },
)
const list = fc.oneof({ weight: 8, arbitrary: fc.array(entry, { maxLength: 5 }) }, { weight: 1, arbitrary: entry })
const csp = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record(
      { ...Object.fromEntries(LISTS.map((name) => [name, list])), 'script-src': list, redirectDomains: list },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  // Members that are inherited were not declared.
  {
    weight: 1,
    arbitrary: list.map((inherited) => Object.create({ connectDomains: inherited, resourceDomains: inherited }) as object),
  },
)
const permission = fc.oneof(fc.constant({}), fc.anything({ maxDepth: 1 }))
const permissions = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'camera',
        'microphone',
        'geolocation',
        'clipboardWrite',
        'usb',
        '*',
        'camera *',
        'fullscreen; camera',
        '__proto__',
      ),
      permission,
      { maxKeys: 4 },
    ),
  },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
)
const metadata = fc.record({ csp, permissions }, { requiredKeys: [] })

/** Addresses around those that the entries name: the same ones, neighbours, and others. */
const target = fc
  .tuple(
    scheme,
    fc.constantFrom('', '', 'x.', 'a.b.'),
    host,
    fc.constantFrom('', '', ':443', ':80', ':3000', ':8443'),
    fc.constantFrom('/', '/v1', '/v1/x', '/other'),
  )
  .map(([start, ...rest]) => `${start}://${rest.join('')}`)
  .filter((text) => URL.canParse(text)) // an IP address with a label before it is none
  .map((text) => new URL(text))
const ALWAYS_TRIED = [
  SELF,
  ...['data:text/plain,x', 'blob:https://evil.test/1', 'https://evil.test/'].map((text) => new URL(text)),
]
const targets = fc.array(target, { minLength: 10, maxLength: 25 }).map((urls) => urls.concat(ALWAYS_TRIED))

describe('the policy compiler', () => {
  test('allows no more than the resource declared, by an independent evaluator', FUZZ, () =>
    explore(
      fc.property(metadata, fc.constantFrom(...OPTIONS), targets, (given, options, urls) => {
        const { header } = compilePolicy(given, options)
        const policies = parsePolicyList(header)
        const excess = USES.flatMap((use) =>
          urls
            .filter((url) => allows(policies, use.directive, url, SELF) && !mayUse(given, options, use, url))
            .map((url) => `${use.directive} ${url.href}`),
        )
        expect({ header, excess }).toEqual({ header, excess: [] })
      }),
      { runs: 3000 },
    ),
  )

  test('writes a header and a meta that are one policy each, and agree on every request', FUZZ, () =>
    explore(
      fc.property(metadata, fc.constantFrom(...OPTIONS), targets, (given, options, urls) => {
        const { header, meta } = compilePolicy(given, options)
        const [byHeader, byMeta] = [header, meta].map(parsePolicyList)
        expect([byHeader?.length, byMeta?.length]).toEqual([1, 1])
        expect(meta).not.toMatch(/["<>&]/)
        const disputed = USES.filter(({ directive }) =>
          urls.some((url) => allows(byHeader ?? [], directive, url, SELF) !== allows(byMeta ?? [], directive, url, SELF)),
        )
        expect(disputed.map(({ directive }) => directive)).toEqual([])
      }),
      { runs: 800 },
    ),
  )

  test('lists no origin for connections that was not declared, and every one that was accepted', FUZZ, () =>
    explore(
      fc.property(metadata, fc.constantFrom(...OPTIONS), targets, (given, options, urls) => {
        const { header, connectionAllowlist } = compilePolicy(given, options)
        const listed = [...connectionAllowlist.matchAll(/"([^"]*)"/g)].map(([, pattern = '']) => pattern)
        const isListed = (url: URL): boolean => listed.some((pattern) => matchesSourceExpression(pattern, url, SELF))
        // An allowlist has no paths, so an entry counts for its whole origin.
        const withoutPath = (text: string): string => text.replace(/^((?:[^/]*\/\/)?[^/]*).*$/s, '$1')
        // The compiler does not know the scheme of the document, which a source without one takes over.
        const withSchemes = (text: string): string[] => (text.includes('//') ? [text] : [text, `http://${text}`])
        const declared = LISTS.flatMap((name) => declaredIn(given, name))
          .map(withoutPath)
          .flatMap(withSchemes)
        const network = urls.filter(({ protocol }) => /^(?:http|ws)s?:$/.test(protocol) && protocol !== '')
        const excess = network.filter((url) => isListed(url) && !declared.some((text) => entryCovers(text, url, options)))
        expect({ connectionAllowlist, excess: excess.map(String) }).toEqual({ connectionAllowlist, excess: [] })
        const policies = parsePolicyList(header)
        const blocked = network.filter(
          (url) => url.hostname !== SELF.hostname && allows(policies, 'connect-src', url, SELF) && !isListed(url),
        )
        expect({ connectionAllowlist, blocked: blocked.map(String) }).toEqual({ connectionAllowlist, blocked: [] })
      }),
      { runs: 800 },
    ),
  )

  test('grants no feature that was not declared as an object', FUZZ, () =>
    explore(
      fc.property(permissions, fc.constantFrom(...OPTIONS), (given, options) => {
        const { allow, allowOpaque, permissionsPolicy } = compilePolicy({ permissions: given }, options)
        const NAMES = {
          camera: 'camera',
          microphone: 'microphone',
          geolocation: 'geolocation',
          clipboardWrite: 'clipboard-write',
        }
        const wanted = Object.entries(NAMES).filter(([name]) => {
          const isAsked = typeof given === 'object' && given !== null && !Array.isArray(given) && Object.hasOwn(given, name)
          const value: unknown = isAsked ? (given as Record<string, unknown>)[name] : undefined
          const isGrantable = options.grant?.permissions?.includes(name as 'camera') ?? true
          const isUsable = !options.opaque || !['camera', 'microphone'].includes(name)
          return isGrantable && isUsable && typeof value === 'object' && value !== null && !Array.isArray(value)
        })
        const features = wanted.map(([, feature]) => feature)
        expect(allow).toBe(features.join('; '))
        expect(allowOpaque).toBe(features.map((feature) => `${feature} *`).join('; '))
        const granted = permissionsPolicy.split(', ').filter((item) => !item.endsWith('=()'))
        expect(granted.toSorted()).toEqual(features.map((feature) => `${feature}=(self)`).toSorted())
      }),
      { runs: 500 },
    ),
  )
})

describe('the evaluator', () => {
  const at = (policy: string, directive: FetchDirective | OtherDirective, url: string): boolean =>
    allows(parsePolicyList(policy), directive, new URL(url), SELF)

  test.each([
    ['default-src *', 'img-src', 'http://evil.test/', true],
    ['default-src *', 'img-src', 'data:,x', false],
    ["default-src 'none'; img-src https://a.example", 'img-src', 'https://a.example/x', true],
    ["default-src 'none'; img-src https://a.example", 'img-src', 'http://a.example/x', false],
    ["default-src 'none'; img-src http://a.example", 'img-src', 'https://a.example/x', true],
    ["default-src 'none'; img-src *.a.example", 'img-src', 'https://a.example/', false],
    ["default-src 'none'; img-src *.a.example", 'img-src', 'https://x.a.example/', true],
    ["default-src 'none'; img-src a.example:8443", 'img-src', 'https://a.example/', false],
    ["default-src 'none'; img-src a.example/v1/", 'img-src', 'https://a.example/v1/x', true],
    ["default-src 'none'; img-src a.example/v1", 'img-src', 'https://a.example/v1/x', false],
    ["default-src 'none'; IMG-SRC a.example; img-src *", 'img-src', 'https://b.example/', false],
    ["default-src 'self'", 'worker-src', 'https://app1.sandbox.example/x', true],
    ["script-src 'none'", 'worker-src', 'https://a.example/x', false],
    ['img-src a.example', 'connect-src', 'https://evil.test/', true],
    ['default-src *, default-src a.example', 'connect-src', 'https://evil.test/', false],
    ["default-src 'none'", 'form-action', 'https://evil.test/', true],
    ['connect-src https://a.example', 'connect-src', 'wss://a.example/', true],
  ] as const)('%s: %s of %s is %s', (policy, directive, url, expected) => {
    expect(at(policy, directive, url)).toBe(expected)
  })

  test('a policy that allows more than was declared is noticed', () => {
    const loose = parsePolicyList("default-src 'none'; connect-src https://a.example *.evil.test")
    const url = new URL('https://x.evil.test/')
    const [connect] = USES
    expect(connect && allows(loose, connect.directive, url, SELF)).toBe(true)
    expect(connect && mayUse({ csp: { connectDomains: ['https://a.example'] } }, {}, connect, url)).toBe(false)
  })
})
