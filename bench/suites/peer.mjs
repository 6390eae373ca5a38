import { App } from '@modelcontextprotocol/ext-apps'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import * as comlink from 'comlink'
import { connect, PortMessenger } from 'penpal'
import { memoryChannels } from '../../packages/casement/dist/protocol/channel/memory-channel.js'
import { createPeer } from '../../packages/casement/dist/protocol/rpc/peer.js'
import { portChannel } from '../../packages/casement/dist/protocol/channel/port-channel.js'
import { strictReader } from '../../packages/casement/dist/protocol/rpc/strict-reader.js'
import { elapsed, format, perSecond } from '../harness.mjs'
import { channelEndpoint, channelMessenger, portTransport } from '../peer-links.mjs'

/** @typedef {{ call: () => Promise<unknown>, close: () => unknown }} Link One open connection; a call is one round trip. */

const NAME = 'search_products'
const ARGUMENTS = { query: 'desk lamp', limit: 20, filters: [{ field: 'price', below: 50 }] }
/** @type {import('@modelcontextprotocol/client').CallToolResult} */
const RESULT = { content: [{ type: 'text', text: 'Found 3 products' }], structuredContent: { ids: [11, 12, 13], more: false } }
const INFO = { name: 'bench', version: '1.0.0' }
const CALLS = 10_000

/**
 * @param {readonly [import('../../packages/casement/dist/protocol/channel/channel.js').Channel, import('../../packages/casement/dist/protocol/channel/channel.js').Channel]} channels
 * @param {import('../../packages/casement/dist/protocol/rpc/peer.js').PeerOptions} [options]
 * @returns {Link}
 */
function casement([near, far], options) {
  const host = createPeer(far, options)
  host.handle(/** @type {never} */ ('tools/call'), () => /** @type {never} */ (RESULT))
  const view = createPeer(near)
  const params = { name: NAME, arguments: ARGUMENTS }
  return {
    call: () => view.request(/** @type {never} */ ('tools/call'), params),
    close: () => view.close(),
  }
}

/** @typedef {import('@modelcontextprotocol/client').Transport} Transport */

/** @param {readonly [Transport, Transport]} transports @returns {Promise<Link>} */
async function sdk([near, far]) {
  const server = new Server(INFO, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', () => RESULT)
  const client = new Client(INFO)
  await Promise.all([server.connect(far), client.connect(near)])
  return {
    call: () => client.request({ method: 'tools/call', params: { name: NAME, arguments: ARGUMENTS } }),
    close: () => client.close(),
  }
}

/** @param {readonly [Transport, Transport]} transports @returns {Promise<Link>} */
async function extApps([near, far]) {
  const bridge = new AppBridge(null, INFO, { serverTools: {} })
  bridge.oncalltool = async () => RESULT
  const app = new App(INFO, {}, { autoResize: false })
  await Promise.all([bridge.connect(far), app.connect(near)])
  return { call: () => app.callServerTool({ name: NAME, arguments: ARGUMENTS }), close: () => app.close() }
}

/** @param {readonly [import('penpal').Messenger, import('penpal').Messenger]} messengers @returns {Promise<Link>} */
async function penpal([near, far]) {
  const methods = { callTool: () => RESULT }
  connect({ messenger: far, methods })
  const connection = connect({ messenger: near })
  const remote = /** @type {{ callTool(name: string, args: object): Promise<unknown> }} */ (
    /** @type {unknown} */ (await connection.promise)
  )
  return { call: () => remote.callTool(NAME, ARGUMENTS), close: () => connection.destroy() }
}

/**
 * @param {readonly [comlink.Endpoint, comlink.Endpoint]} endpoints
 * @param {() => void} close
 * @returns {Link}
 */
function comlinked([near, far], close) {
  comlink.expose({ callTool: () => RESULT }, far)
  const remote = /** @type {{ callTool(name: string, args: object): Promise<unknown> }} */ (comlink.wrap(near))
  return { call: async () => remote.callTool(NAME, ARGUMENTS), close }
}

const openInMemory = {
  casement: () => casement(memoryChannels()),
  'MCP SDK v2 (Client, Server)': () => sdk(InMemoryTransport.createLinkedPair()),
  'ext-apps (App, AppBridge)': () => extApps(InMemoryTransport.createLinkedPair()),
  penpal() {
    const [near, far] = memoryChannels()
    return penpal([channelMessenger(near), channelMessenger(far)])
  },
  comlink() {
    const [near, far] = memoryChannels()
    return comlinked([channelEndpoint(near), channelEndpoint(far)], () => near.close())
  },
}

/** Two ports, made into two of what a system wants to have. @template T @param {(port: MessagePort) => T} wrap @returns {[T, T]} */
function ports(wrap) {
  const { port1, port2 } = new MessageChannel()
  return [wrap(port1), wrap(port2)]
}

const openPort = {
  casement: () => casement(ports(portChannel)),
  'MCP SDK v2 (Client, Server)': () => sdk(ports(portTransport)),
  'ext-apps (App, AppBridge)': () => extApps(ports(portTransport)),
  penpal: () => penpal(ports((port) => new PortMessenger({ port }))),
  comlink() {
    const [near, far] = ports((port) => port)
    return comlinked([near, far], () => near.close())
  },
}

const NOTES = /** @type {Record<string, string>} */ ({
  'MCP SDK v2 (Client, Server)': '2.4.0',
  'ext-apps (App, AppBridge)': '2.0.4, on the same Protocol class',
  penpal: '7.0.6, no deadline on its calls',
  comlink: '4.4.2, no deadline and no rejection on close',
})

/**
 * @param {string} name
 * @param {() => Link | Promise<Link>} open
 * @param {number} inFlight
 */
function driver(name, open, inFlight) {
  /** @type {Link | undefined} */
  let link
  const batch = async () => {
    const { call } = link ?? (await open())
    for (let done = 0; done < CALLS; done += inFlight) {
      if (inFlight === 1) await call()
      else await Promise.all(Array.from({ length: inFlight }, call))
    }
  }
  return {
    name,
    note: NOTES[name] ?? '',
    setup: async () => void (link = await open()),
    measure: () => perSecond(CALLS, batch),
    teardown: () => link?.close(),
  }
}

/** @param {Record<string, () => Link | Promise<Link>>} openers @param {number} inFlight */
const drivers = (openers, inFlight) => Object.entries(openers).map(([name, open]) => driver(name, open, inFlight))

const KILOBYTE = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: Array.from({ length: 8 }, (_, n) => ({
      type: 'text',
      text: `${n}: ${'lorem ipsum '.repeat(6)}`,
      annotations: { priority: 0.5 },
    })),
  },
}
const READS = 20_000

/** @param {unknown} raw @param {import('../../packages/casement/dist/protocol/rpc/peer.js').Reader} read */
const reading = (raw, read) => async () => {
  const none = new Map()
  const ms = await elapsed(() => {
    for (let n = 0; n < READS; n++) read(raw, none)
  })
  return (ms * 1000) / READS
}

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'peer',
  title: 'JSON-RPC peer',
  async run({ compare, target, remark }) {
    remark(
      `One round trip is a \`tools/call\` of about 150 bytes with a result of about 150 bytes. In memory, Casement, penpal and comlink use Casement's pair, which clones every message as a window would; the official classes use their own, which passes references. Casement's calls have a deadline, can be cancelled and are rejected when the channel closes.`,
    )
    for (const [where, openers] of /** @type {const} */ ([
      ['in memory', openInMemory],
      ['over a MessageChannel', openPort],
    ])) {
      for (const inFlight of [1, 100]) {
        const title = `Round trips ${where}, ${inFlight === 1 ? 'one after another' : '100 in flight'}`
        const table = await compare({
          title,
          unit: 'round trips/s',
          better: 'higher',
          baseline: 'casement',
          systems: drivers(openers, inFlight),
        })
        const times = (/** @type {string} */ name) => table.median('casement') / table.median(name)
        const official = Math.min(times('MCP SDK v2 (Client, Server)'), times('ext-apps (App, AppBridge)'))
        target(`${title}: at least 3 times the official class`, official >= 3, `${format(official)} times`)
        const others = Math.min(times('penpal'), times('comlink'))
        target(`${title}: ahead of penpal and comlink`, others > 1, `${format(others)} times the faster of them`)
      }
    }
    const text = JSON.stringify(KILOBYTE)
    await compare({
      title: `Reading a reply of ${format(text.length)} bytes`,
      unit: 'µs',
      baseline: 'strict, an object',
      systems: [
        {
          name: 'strict, an object',
          note: 'what a host does',
          measure: reading(KILOBYTE, strictReader({ messagesPerSecond: Infinity })),
        },
        {
          name: 'strict, JSON text',
          note: 'parsing included',
          measure: reading(text, strictReader({ messagesPerSecond: Infinity })),
        },
        { name: 'JSON.parse alone', measure: reading(text, (raw) => JSON.parse(String(raw))) },
      ],
    })
  },
}
