import { describe, expect, test } from 'vitest'
import { MAX_ENTRY_LENGTH, parseSourceExpression, type SourceGrant } from './source-expression.ts'

const ACCEPTED: readonly (readonly [entry: string, parts: object])[] = [
  ['api.example.com', { host: 'api.example.com', wildcard: false, path: '' }],
  ['https://api.example.com', { scheme: 'https', host: 'api.example.com' }],
  ['http://api.example.com', { scheme: 'http' }],
  ['ws://live.example.com', { scheme: 'ws' }],
  ['wss://live.example.com', { scheme: 'wss' }],
  ['HTTPS://API.Example.COM', { scheme: 'https', host: 'api.example.com' }],
  ['https://*.example.com', { host: 'example.com', wildcard: true }],
  ['*.example.com', { host: 'example.com', wildcard: true }],
  ['*.hf.co', { host: 'hf.co', wildcard: true }],
  ['*.example.co.uk', { host: 'example.co.uk', wildcard: true }],
  ['*.github.io', { host: 'github.io', wildcard: true }],
  ['https://api.example.com:8443', { port: 8443 }],
  ['https://api.example.com:1', { port: 1 }],
  ['https://api.example.com:65535', { port: 65_535 }],
  ['https://api.example.com/', { path: '/' }],
  ['https://api.example.com/v1/', { path: '/v1/' }],
  ['https://cdn.example.com/npm/@scope/pkg@1.2.3/dist/a_b~c.js', { path: '/npm/@scope/pkg@1.2.3/dist/a_b~c.js' }],
  ['api.example.com:8080/v1', { port: 8080, path: '/v1' }],
  ['https://xn--bcher-kva.example', { host: 'xn--bcher-kva.example' }],
  ['localhost', { host: 'localhost' }],
  ['localhost:5173', { host: 'localhost', port: 5173 }],
  ['http://localhost:5173', { host: 'localhost', port: 5173 }],
  ['http://app.localhost:5173', { host: 'app.localhost' }],
  ['*.app.localhost:5173', { host: 'app.localhost', wildcard: true }],
  ['127.0.0.1:3000', { host: '127.0.0.1', port: 3000 }],
  ['http://192.168.1.10', { host: '192.168.1.10' }],
  ['http://intranet', { host: 'intranet' }],
  ['https://a-b.c--d.example', { host: 'a-b.c--d.example' }],
  ['https://3com.example', { host: '3com.example' }],
  [`https://${'a'.repeat(63)}.example`, { host: `${'a'.repeat(63)}.example` }],
]

describe('source expressions', () => {
  test.each(ACCEPTED)('accepts %s as written', (entry, parts) => {
    expect(parseSourceExpression(entry)).toMatchObject({ kind: 'host', text: entry, ...parts })
  })

  test.each([
    undefined,
    null,
    0,
    1,
    true,
    {},
    [],
    ['https://a.example'],
    Symbol('a'),
    () => 'https://a.example',
    new String('a.example'),
  ])('refuses a non-string: %o', (entry) => {
    expect(parseSourceExpression(entry)).toBe('not-a-string')
  })

  test('accepts entries up to the maximum length', () => {
    const path = '/'.padEnd(MAX_ENTRY_LENGTH - 'https://a.example'.length, 'p')
    expect(parseSourceExpression(`https://a.example${path}`)).toMatchObject({ kind: 'host' })
    expect(parseSourceExpression(`https://a.example${path}p`)).toBe('too-long')
  })

  const granted: SourceGrant = { keywords: ["'wasm-unsafe-eval'", "'self'"], schemes: ['blob:'] }
  test.each([
    ["'wasm-unsafe-eval'", 'keyword'],
    ["'self'", 'keyword'],
    ['blob:', 'scheme'],
  ])('accepts %s when it is granted', (entry, kind) => {
    expect(parseSourceExpression(entry, granted)).toEqual({ kind, text: entry })
  })

  test.each([
    ["'unsafe-eval'", 'keyword'],
    ["'WASM-unsafe-eval'", 'keyword'],
    ["'unsafe-inline'", 'keyword'],
    ["'strict-dynamic'", 'keyword'],
    ["'nonce-abc'", 'nonce-or-hash'],
    ['data:', 'scheme-only'],
    ['BLOB:', 'scheme-only'],
    ['blob: ', 'whitespace'],
    ['https:', 'scheme-only'],
  ])('still refuses %s when others are granted', (entry, code) => {
    expect(parseSourceExpression(entry, granted)).toBe(code)
  })
})
