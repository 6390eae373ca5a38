import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CasementError } from '../../protocol/errors.ts'

/** The name resolution of a guard, and the addresses that it allows in addition to public ones. */
export interface SsrfGuardOptions {
  /** Resolves a name to all of its addresses. Default: as the operating system does. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined
  /** Lets an address, or a local name, through that is not public: a server in your own network that you mean to reach. Default: none. */
  readonly allowAddress?: ((address: string, hostname: string) => boolean) | undefined
}

/** Decides which servers may be fetched from. */
export interface SsrfGuard {
  /** Throws `DENIED` for a URL that must not be requested, without resolving its name. */
  readonly checkUrl: (url: URL) => void
  /** Resolves a name once, refuses it if any address is not public, and passes the checked addresses to the connection. */
  readonly lookup: LookupFunction
  /** Throws `DENIED` for an address that must not be connected to. */
  readonly checkAddress: (address: string, hostname: string) => void
}

// IANA's special-purpose registry, and the metadata addresses of cloud providers.
const NOT_PUBLIC_4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`
// Inside 2000::/3, the only public block: protocol assignments with Teredo, documentation, 6to4, and documentation again.
const NOT_PUBLIC_6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
// Names that are internal to a machine or a network, whatever a resolver returns.
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/** True for an address that everybody on the internet reaches at the same machine. Everything else is refused. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic4().check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return false
  const { global, special } = blocks6()
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Makes a guard. Its two checks belong together: `checkUrl` before each request, `lookup` as the option of the connection. */
export function ssrfGuard({ resolve = resolveBySystem, allowAddress = () => false }: SsrfGuardOptions = {}): SsrfGuard {
  const checkAddress = (address: string, hostname: string): void => {
    if (isPublicAddress(address) || allowAddress(address, hostname)) return
    throw refuse(`${hostname} is at ${address}, which is not a public address`)
  }
  const resolveChecked = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    const answers = await resolve(hostname)
    if (answers.length === 0) throw refuse(`${hostname} has no address`)
    for (const address of answers) checkAddress(address, hostname)
    return answers.map((address) => ({ address, family: isIP(address) }))
  }
  return {
    checkAddress,
    checkUrl(url) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`${url.protocol} is neither http: nor https:`)
      if (url.username || url.password) throw refuse('the URL contains a user name or a password')
      // The URL parser has already brought decimal, octal, hexadecimal and full-width spellings into the usual form.
      const hostname = url.hostname.replace(/\.$/, '')
      const literal = hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal)) return checkAddress(literal, hostname)
      if (LOCAL_NAME.test(hostname) || !hostname.includes('.')) {
        if (!allowAddress(hostname, hostname)) throw refuse(`${hostname} is an internal host name`)
      }
    },
    lookup: (hostname, options, callback) => void answerLookup(resolveChecked(hostname), options.all === true, callback),
  }
}

async function answerLookup(
  resolving: Promise<{ address: string; family: number }[]>,
  all: boolean,
  callback: Parameters<LookupFunction>[2],
): Promise<void> {
  let answers
  try {
    answers = await resolving
  } catch (error) {
    return callback(error as NodeJS.ErrnoException, '')
  }
  const [first] = answers
  if (all) callback(null, answers)
  else callback(null, first?.address ?? '', first?.family)
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const answers = await systemLookup(hostname, { all: true, verbatim: true })
  return answers.map(({ address }) => address)
}

const refuse = (what: string): CasementError =>
  new CasementError('DENIED', `Not fetched: ${what}. Use a URL of a public web server, or allow the address with allowAddress.`)

const blocks = (subnets: string, family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

let made4: BlockList | undefined
const notPublic4 = (): BlockList => (made4 ??= blocks(NOT_PUBLIC_4, 'ipv4'))

let made6: { global: BlockList; special: BlockList } | undefined
const blocks6 = (): { global: BlockList; special: BlockList } =>
  (made6 ??= { global: blocks('2000::/3', 'ipv6'), special: blocks(NOT_PUBLIC_6, 'ipv6') })
