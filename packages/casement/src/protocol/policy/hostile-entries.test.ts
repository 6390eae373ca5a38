import { describe, expect, test } from 'vitest'
import { compilePolicy } from './compile-policy.ts'
import { refuse, type RefusalCode } from './refusal.ts'
import { parseSourceExpression } from './source-expression.ts'

const HOSTILE: Partial<Record<RefusalCode, readonly string[]>> = {
  empty: [''],
  'too-long': [`https://${'a.'.repeat(200)}example`, `https://a.example/${'p'.repeat(5_000)}`],
  'control-character': [
    'https://a.example\r\nSet-Cookie: a=b',
    'https://a.example\n',
    '\thttps://a.example',
    'https://a.example\u0000',
    'https://a.example\u000b',
    'https://a.example\u007f',
    'https://a.example\r\n\r\n<script>alert(1)</script>',
  ],
  'non-ascii': [
    'https://bücher.example',
    'https://exаmple.com',
    'https://a.example\u00a0',
    'https://a.example\u2028script-src',
    'https://a.example\uff1b',
    'https://a\u3002example',
    'https://\u202egro.example',
    'https://a.example\ufeff',
    'https://a.example\u0085',
    '\ud800',
  ],
  separator: [
    'https://a.example; script-src *',
    'https://a.example;script-src *',
    ';',
    ',',
    "'self'; script-src 'unsafe-eval'",
    'https://a.example, default-src *',
    'https://a.example,https://b.example',
    'https://a.example/p;sandbox',
    '*; report-uri https://evil.example',
    'https://a.example/;',
  ],
  whitespace: [
    ' ',
    ' https://a.example',
    'https://a.example ',
    'https://a.example https://b.example',
    'https://a.example *',
    "https://a.example 'unsafe-eval'",
    'https://a. example',
  ],
  quote: [
    "'",
    "''",
    '"https://a.example"',
    "'https://a.example'",
    "https://a.example'",
    "'self",
    "self'",
    '`https://a.example`',
    '"><script>alert(1)</script>',
  ],
  backslash: ['https:\\\\a.example', 'https://a.example\\@b.example', 'https://a.example/\\..\\'],
  percent: [
    'https://a.example/%3bscript-src',
    'https://a.example/%2c',
    'https://a.example/%2e%2e/',
    'https://a%2eexample',
    'https://a.example%0d%0aX:1',
    'https://a.example/%',
    'https://%61.example',
  ],
  keyword: [
    "'self'",
    "'none'",
    "'unsafe-inline'",
    "'unsafe-eval'",
    "'UNSAFE-EVAL'",
    "'wasm-unsafe-eval'",
    "'strict-dynamic'",
    "'unsafe-hashes'",
    "'report-sample'",
    "'made-up'",
    'self',
    'none',
    'unsafe-eval',
    'Unsafe-Inline',
    'strict-dynamic',
  ],
  'nonce-or-hash': [
    "'nonce-abc123'",
    "'nonce-'",
    "'NONCE-abc'",
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "'sha512-abc=='",
    'nonce-abc123',
    'sha256-abc=',
  ],
  'any-host': ['*', '*:443', 'https://*', 'https://*:443', 'wss://*', '*/path', 'http://*/'],
  'scheme-only': ['https:', 'http:', 'wss:', 'data:', 'blob:', 'DATA:', 'https://', 'filesystem:', 'javascript:', 'mediastream:'],
  'unsupported-scheme': [
    'ftp://a.example',
    'file://a.example/etc/passwd',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html',
    'blob:https://a.example/uuid',
    'https:a.example',
    'https:/a.example',
    'chrome-extension://abcdef',
    'httpss://a.example',
    '*://a.example',
    'about:blank',
    'ui://app/view',
  ],
  userinfo: ['https://user@a.example', 'https://user:pass@a.example', 'https://a.example@evil.example', 'user@a.example'],
  'query-or-fragment': ['https://a.example?x', 'https://a.example/p?x=1', 'https://a.example#', 'https://a.example/#/route'],
  'missing-host': ['/', '//a.example', '/path', 'https:///path', ':443', 'https://:443'],
  'bad-host': [
    '.',
    '..',
    'a..example',
    '.a.example',
    'a.example.',
    'https://a.example.',
    '-a.example',
    'a-.example',
    'a_b.example',
    'https://<script>',
    'https://a.example|b',
    'https://$host.example',
    'https://{a}.example',
    'https://(a).example',
    'https://a!.example',
    '*.',
    '*..example',
    `https://${'a'.repeat(64)}.example`,
  ],
  'bare-word': ['com', 'api', 'https', 'intranet:8080', 'default-src', 'localhostt'],
  'numeric-host': [
    '2130706433',
    'https://2130706433',
    '0x7f.0.0.1',
    'https://0x7f000001',
    '127.1',
    '127.0.0.01',
    '0177.0.0.1',
    '256.0.0.1',
    '1.2.3.4.5',
    'a.example.1',
  ],
  ipv6: ['[::1]', 'https://[::1]', 'https://[::1]:443', '::1', 'http://2001:db8::1', 'https://[::ffff:127.0.0.1]'],
  'misplaced-wildcard': [
    '**',
    '*.*',
    '*.*.example.com',
    'a.*.example.com',
    '*a.example.com',
    'https://a*.example.com',
    'example.*',
    'https://*example.com',
    '**.example.com',
  ],
  'wildcard-too-wide': [
    '*.com',
    'https://*.com',
    '*.localhost',
    '*.co.uk',
    'https://*.com.au',
    '*.ac.jp',
    '*.CO.UK',
    '*.app',
    '*.0.0.1',
    '*.127.0.0.1',
  ],
  'bad-port': [
    'https://a.example:',
    'https://a.example:0',
    'https://a.example:65536',
    'https://a.example:*',
    'localhost:*',
    'https://a.example:080',
    'https://a.example:-1',
    'https://a.example:+80',
    'https://a.example:8e1',
    'https://a.example:99999999999',
    'a.example:port',
  ],
  'bad-path': [
    'https://a.example/..',
    'https://a.example/../b',
    'https://a.example/a/../b',
    'https://a.example/.',
    'https://a.example/./b',
    'https://a.example//',
    'https://a.example//evil.example',
    'https://a.example/a//b',
    'https://a.example/*',
    'https://a.example/<b>',
    'https://a.example/a|b',
    'https://a.example/$(id)',
    'https://a.example/a&b',
  ],
}

const CASES = Object.entries(HOSTILE).flatMap(([code, entries]) => entries.map((entry) => [entry, code as RefusalCode] as const))
const LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const

describe('hostile entries', () => {
  test('the list is long and has no duplicates', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(100)
    expect(new Set(CASES.map(([entry]) => entry)).size).toBe(CASES.length)
  })

  test.each(CASES)('%j is refused as %s (R-067)', (entry, code) => {
    expect(parseSourceExpression(entry)).toBe(code)
    const compiled = compilePolicy({ csp: Object.fromEntries(LISTS.map((list) => [list, [entry]])) })
    expect(compiled.refused.map(({ where, code: given, reason }) => [where, given, reason])).toEqual(
      LISTS.map((list) => [`${list}[0]`, code, refuse('', entry, code).reason]),
    )
    expect(compiled.effective).toEqual({ csp: {} })
    expect({ ...compiled, refused: [] }).toEqual(compilePolicy({ csp: {} }))
  })

  test('the printed form of a refused entry is short, printable ASCII', () => {
    for (const [entry] of CASES) {
      for (const { entry: shown } of compilePolicy({ csp: { connectDomains: [entry] } }).refused) {
        expect(shown).toMatch(/^[\x20-\x7e]*$/)
        expect(shown.length).toBeLessThan(800)
      }
    }
  })
})
