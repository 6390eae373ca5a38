import { BlockList, isIP } from 'node:net'

/** The proxies that an operator trusts, as addresses and networks. */
export interface TrustedProxies {
  includes(address: string): boolean
  /**
   * Whether a request came through trusted proxies only: the peer of the socket and the last `hops - 1` addresses in
   * `X-Forwarded-For`. A request that skipped the first proxy comes from a client that could have written its headers.
   */
  carried(request: Request, peer: string): boolean
  /** The address of the client: the first one, from the gateway on, that is no trusted proxy. */
  clientOf(request: Request, peer: string): string
}

/** Reads addresses (`10.0.0.7`, `::1`) and networks (`10.0.0.0/8`, `fd00::/8`). Throws a `RangeError` for others, and for a network of all addresses. */
export function readProxies(proxies: readonly string[], hops = 1): TrustedProxies {
  const list = new BlockList()
  for (const proxy of proxies) {
    const { address, family, bits, prefix } = readNetwork(proxy)
    if (prefix === undefined) list.addAddress(address, family)
    else if (Number(prefix) > 0 && Number(prefix) <= bits) list.addSubnet(address, Number(prefix), family)
    else throw new RangeError(`"${proxy}" is not a network: the prefix is a number from 1 to ${bits}`)
  }
  const includes = (address: string): boolean => {
    const plain = plainAddress(address)
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    includes,
    carried: (request, peer) => {
      const path = pathOf(request, peer).slice(0, hops)
      return path.length === hops && path.every(includes)
    },
    clientOf(request, peer) {
      const path = pathOf(request, peer)
      return path.find((address) => !includes(address)) ?? path.at(-1) ?? peer
    },
  }
}

function readNetwork(proxy: string): { address: string; family: 'ipv4' | 'ipv6'; bits: number; prefix: string | undefined } {
  const [address = '', prefix, ...more] = proxy.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    throw new RangeError(`"${proxy}" is not an IP address or a network such as 10.0.0.0/8`)
  return { address, prefix, ...(version === 6 ? { family: 'ipv6', bits: 128 } : { family: 'ipv4', bits: 32 }) }
}

/** The addresses on the way of a request, the nearest first. */
function pathOf(request: Request, peer: string): string[] {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  return [peer, ...forwarded.reverse()].map(plainAddress)
}

/** An address without port, zone and brackets. A socket that accepts both families writes an IPv4 address inside an IPv6 one. */
function plainAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}
