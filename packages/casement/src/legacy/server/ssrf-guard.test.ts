import { describe, expect, test } from 'vitest'
import { isPublicAddress, ssrfGuard } from './ssrf-guard.ts'

/** Hosts as untrusted input might write them into a URL. None of them may be requested. */
const REFUSED_BY_KIND = {
  'loopback, in every spelling that URL parsers accept': `
    127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.255 2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1
    0177.0.0.01 0x7f.0x0.0x0.0x1 127.0.0.1. 127.0.0.0x1 １２７.0.0.1 127。0。0。1 127.00.000.1 %31%32%37.0.0.1
    0x7F000001 2130706433. ①②⑦.0.0.1`,
  'this machine and this network': `
    0.0.0.0 0 0x0 0.1.2.3 10.0.0.1 10.255.255.254 167772161 012.0.0.1 0xa.0.0.1 172.16.0.1 172.31.255.254
    0xac.0x10.0.1 192.168.0.1 192.168.1.1 3232235777 0xc0a80101 0300.0250.1.1 192.168.257 100.64.0.1
    100.127.255.254 100.100.100.200 198.18.0.1 198.19.255.254`,
  'link-local and the metadata services of clouds': `
    169.254.169.254 169.254.0.1 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 169.16689662
    169.254.169.254. 169.254.170.2 168.63.129.16 192.0.0.192 [fd00:ec2::254] metadata.google.internal
    metadata.google.internal. instance-data.ec2.internal [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]`,
  'reserved, multicast, documentation, broadcast': `
    192.0.2.1 198.51.100.7 203.0.113.9 192.88.99.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    4294967295 192.175.48.1`,
  IPv6: `
    [::] [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1]
    [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::a00:1] [2002:7f00:1::]
    [2002:a9fe:a9fe::1] [2001::1] [2001:0:7f00:1::] [2001:db8::1] [3fff::1] [fe80::1] [feb0::1] [fec0::1]
    [fc00::1] [fd12:3456::1] [ff02::1] [100::1] [::ffff:8.8.8.8] [5f00::1]`,
  'names that mean something only here': `
    localhost LOCALHOST localhost. api.localhost ｌｏｃａｌｈｏｓｔ printer.local router.lan db intranet wiki.corp
    nas.home.arpa kubernetes.default.svc.cluster.local something.invalid`,
}
const REFUSED = Object.values(REFUSED_BY_KIND).flatMap((hosts) => hosts.trim().split(/\s+/))

describe('the guard', () => {
  test('knows at least 80 ways to write an address that must not be asked, and each of them is a URL', () => {
    expect(new Set(REFUSED).size).toBeGreaterThanOrEqual(80)
    expect(REFUSED.filter((host) => !URL.canParse(`http://${host}/`))).toEqual([])
  })

  test.each(REFUSED)('refuses http://%s/', (host) => {
    const guard = ssrfGuard()
    for (const scheme of ['http', 'https']) {
      const address = `${scheme}://${host}/latest`
      expect(() => guard.checkUrl(new URL(address))).toThrow('Not fetched')
    }
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com:70/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'https://user:secret@example.com/',
    'https://user@example.com/',
  ])('refuses %s', (address) => {
    expect(() => ssrfGuard().checkUrl(new URL(address))).toThrow('Not fetched')
  })

  test.each([
    'https://example.com/',
    'http://example.com:8080/a?b',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://EXAMPLE.com./',
  ])('lets %s through to its name being resolved', (address) => {
    expect(() => ssrfGuard().checkUrl(new URL(address))).not.toThrow()
  })

  test('takes an address with a zone, and what is no address at all, for not public', () => {
    expect(['fe80::1%eth0', '2606:4700::1111%1', 'example.com', '', '1.2.3'].filter(isPublicAddress)).toEqual([])
    expect(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2a00:1450::1', '169.253.0.1'].filter(isPublicAddress)).toHaveLength(5)
  })

  const lookUp = (answers: readonly string[], all: boolean) =>
    new Promise((resolve, reject) => {
      ssrfGuard({ resolve: async () => answers }).lookup('name.example', { all }, (error, found) =>
        error ? reject(error) : resolve(found),
      )
    })

  test('refuses a name when one of several answers is not public', async () => {
    await expect(lookUp(['93.184.215.14', '10.0.0.1'], true)).rejects.toMatchObject({ code: 'DENIED' })
    await expect(lookUp(['93.184.215.14', '::ffff:10.0.0.1'], false)).rejects.toMatchObject({ code: 'DENIED' })
    await expect(lookUp([], true)).rejects.toThrow('no address')
  })

  test('hands over the answers that it checked, in both shapes that connections ask for', async () => {
    expect(await lookUp(['93.184.215.14', '2606:4700::1111'], true)).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(await lookUp(['93.184.215.14'], false)).toBe('93.184.215.14')
  })
})
