import { describe, expect, test } from 'vitest'
import { fromBase64Url, toBase64Url } from './digest.ts'
import { createTokenSigner, type TokenClaims } from './token.ts'

const signer = createTokenSigner('0123456789abcdef')
const claims: TokenClaims = {
  kind: 'view',
  host: 'app.casement.localhost:4400',
  view: 'app.casement.localhost:4400',
  document: 'document-hash',
  policy: 'policy-hash',
  hostOrigin: 'http://casement.localhost:4400',
  expires: 2000,
}
const expected = { kind: 'view', host: claims.host, now: 1_999_999 } as const

const payloadOf = (token: string): unknown[] =>
  JSON.parse(new TextDecoder().decode(fromBase64Url(token.split('.')[0] ?? ''))) as unknown[]
const withField = (token: string, index: number, value: unknown): string => {
  const fields = payloadOf(token)
  fields[index] = value
  return `${toBase64Url(new TextEncoder().encode(JSON.stringify(fields)))}.${token.split('.')[1]}`
}

describe('a token', () => {
  test('opens what it was signed for', async () => {
    expect(await signer.verify(await signer.sign(claims), expected)).toEqual(claims)
  })

  test('is the same text for the same claims, so that a URL can be cached', async () => {
    expect(await signer.sign(claims)).toBe(await signer.sign({ ...claims }))
  })

  test.each([
    ['kind', 0, 'proxy'],
    ['host', 1, 'other.casement.localhost:4400'],
    ['view', 2, 'other.casement.localhost:4400'],
    ['document', 3, 'another-hash'],
    ['policy', 4, 'looser-policy'],
    ['host origin', 5, 'https://evil.example'],
    ['expiry', 6, 9_999_999_999],
  ])('is worthless with its %s changed', async (_, index, value) => {
    expect(await signer.verify(withField(await signer.sign(claims), index, value), expected)).toBe('bad-signature')
  })

  test('is worthless with one bit of its signature changed', async () => {
    const [payload = '', mac = ''] = (await signer.sign(claims)).split('.')
    const bytes = fromBase64Url(mac) ?? new Uint8Array()
    bytes[0] = (bytes[0] ?? 0) ^ 1
    expect(await signer.verify(`${payload}.${toBase64Url(bytes)}`, expected)).toBe('bad-signature')
  })

  test('is worthless when signed with another secret', async () => {
    const other = createTokenSigner('another secret of enough bytes')
    expect(await signer.verify(await other.sign(claims), expected)).toBe('bad-signature')
  })

  test('expires, at other hosts is foreign, and opens only its own kind', async () => {
    const token = await signer.sign(claims)
    expect(await signer.verify(token, { ...expected, now: 2_000_000 })).toBe('expired')
    expect(await signer.verify(token, { ...expected, host: 'sandbox.casement.localhost:4400' })).toBe('wrong-host')
    expect(await signer.verify(token, { ...expected, kind: 'proxy' })).toBe('wrong-kind')
  })

  test.each(['', '.', 'a', 'a.b.c', 'a.', '.a', '*.*', 'é.é', `${'a'.repeat(3000)}.aaaa`, 'eyJ9.%2e'])(
    'that is none is refused without an exception: %j',
    async (text) => {
      expect(['malformed', 'bad-signature']).toContain(await signer.verify(text, expected))
    },
  )

  test('takes a secret of bytes too, and no short one', async () => {
    const bytes = createTokenSigner(new TextEncoder().encode('0123456789abcdef'))
    expect(await bytes.verify(await signer.sign(claims), expected)).toEqual(claims)
    expect(() => createTokenSigner('short')).toThrow(/at least 16/)
  })
})
