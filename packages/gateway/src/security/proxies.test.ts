import { describe, expect, test } from 'vitest'
import { readProxies } from './proxies.ts'

const through = (...forwarded: string[]): Request =>
  new Request('http://studio.test/', forwarded.length > 0 ? { headers: { 'x-forwarded-for': forwarded.join(', ') } } : {})

test.each([
  ['10.0.0.0/8', '10.200.3.4', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.70', false],
  ['fd00::/8', 'fd12:3456::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['2001:db8::1', '2001:0db8:0:0::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['127.0.0.1', '', false],
  ['127.0.0.1', '127.0.0.1.evil.example', false],
])('%s and %s: %s', (proxy, address, expected) => {
  expect(readProxies([proxy]).includes(address)).toBe(expected)
})

test.each([
  '',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '0.0.0.0/0',
  '::/0',
  '::1/129',
  '10.0.0.0/-1',
  '10.0.0/8',
])('refuses "%s"', (proxy) => expect(() => readProxies([proxy])).toThrow(RangeError))

describe('a request through several proxies', () => {
  const edge = '192.0.2.10'
  const balancer = '10.0.0.5'
  const proxies = readProxies([edge, '10.0.0.0/8'], 2)

  test('is carried when every hop is trusted', () => {
    expect(proxies.carried(through('203.0.113.9', edge), balancer)).toBe(true)
    expect(proxies.carried(through('203.0.113.9', `${edge}:4711`), balancer)).toBe(true)
  })

  test('is not when it skipped the first proxy, or says nothing about it', () => {
    expect(proxies.carried(through('203.0.113.9'), balancer)).toBe(false)
    expect(proxies.carried(through(), balancer)).toBe(false)
    expect(proxies.carried(through(edge, '203.0.113.9'), balancer)).toBe(false)
    expect(proxies.carried(through('203.0.113.9', edge), '203.0.113.9')).toBe(false)
  })

  test('has the address of its client, not one that the client made up', () => {
    expect(proxies.clientOf(through('1.1.1.1', '203.0.113.9', edge), balancer)).toBe('203.0.113.9')
    expect(proxies.clientOf(through('[2001:db8::9]:80', edge), balancer)).toBe('2001:db8::9')
    expect(proxies.clientOf(through('1.1.1.1'), '203.0.113.9')).toBe('203.0.113.9')
    expect(proxies.clientOf(through(), balancer)).toBe(balancer)
  })
})
