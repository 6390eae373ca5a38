import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { callAsCurl, linkToCall } from './copy-call.ts'
import { readDeepLink } from './deep-link.ts'

const call = { server: 'trains', tool: 'book', input: { seat: "12 & 'A'", note: 'a+b ü\n$HOME `id`' } }

test('the link to a call is one that the Studio follows', () => {
  const link = new URL(linkToCall(call, 'http://casement.localhost:3210/#/abc'))
  expect([link.origin, link.hash]).toEqual(['http://casement.localhost:3210', ''])
  expect(readDeepLink(link.search)).toEqual({ ...call, speed: undefined })
})

test('a shell reads the command as it was meant, whatever the arguments are', () => {
  const command = callAsCurl(call, { kind: 'http', address: 'http://localhost:3000/mcp?a=1&b=2' })
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' }).split('\0')
  expect(words[0]).toBe('http://localhost:3000/mcp?a=1&b=2')
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toMatchObject({
    method: 'tools/call',
    params: { name: 'book', arguments: call.input },
  })
})

test('a server without an address has no such command', () => {
  expect(callAsCurl(call, { kind: 'stdio', address: 'node server.js' })).toBeUndefined()
  expect(callAsCurl(call, undefined)).toBeUndefined()
})
