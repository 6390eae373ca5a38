import { format } from '../harness.mjs'
import { measure, startGenerator, startServer } from '../servers/drive.mjs'
import { URI } from '../servers/forecast.mjs'

/** @typedef {import('../servers/drive.mjs').Figures} Figures */
/** @typedef {import('../servers/drive.mjs').RpcRequest} RpcRequest */
/** @typedef {import('../servers/drive.mjs').Generator} Generator */
/** @typedef {ReadonlyMap<string, import('../servers/drive.mjs').Server>} Servers By the name of the system. */

const FLOOR = 'floor: node:http'
const SYSTEMS = {
  casement: 'casement',
  'casement-sdk-only': 'casement, fast path off',
  official: 'official, McpServer',
  'official-low': 'official, bare Server',
  floor: FLOOR,
}
const OFFICIAL = [SYSTEMS.official, SYSTEMS['official-low']]
const REVISIONS = /** @type {const} */ (['2025-11-25', '2026-07-28'])
const REQUESTS = [
  { method: 'tools/list', params: {} },
  { method: 'tools/call', params: { name: 'forecast', arguments: { city: 'Rome', days: 5 } } },
  { method: 'resources/read', params: { uri: URI } },
]
const COMMON = { baseline: 'casement', rounds: 5, warmup: 2 }

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'server-http',
  title: 'Serving over HTTP',
  async run(harness) {
    harness.remark(
      'Three tools and a View of 300 KB over Streamable HTTP. autocannon sends requests from its own process over 16 connections for one second per round, on the same two cores as the server. The systems: `serve(app)`; the same with its [fast path](../docs/server-http.md) switched off; the official SDK as its guide shows it (`createMcpHandler` with `McpServer`); the official SDK with request handlers on its low-level `Server` and everything prepared by hand; and as the floor a `node:http` server that parses the body, runs the tool and validates nothing.',
    )
    harness.remark(
      'Both tables of a request come from the same rounds. Processor time is that of the server process only, so it does not depend on the load generator. With `resources/read`, casement and the floor use less than half a core (requests × processor time): transferring 300 KB per response limits them, so compare processor time there. Compare ratios within a run: absolute figures change with the machine.',
    )
    const generator = await startGenerator()
    const servers = new Map()
    try {
      for (const [file, name] of Object.entries(SYSTEMS)) servers.set(name, await startServer(file))
      await checkGenerator(harness, generator, servers)
      for (const request of REQUESTS)
        for (const revision of REVISIONS) await compare(harness, generator, servers, { ...request, revision })
    } finally {
      for (const server of servers.values()) await server.close()
      await generator.close()
    }
  },
}

/**
 * Shows what limits the floor, the fastest system: the server or the load generator.
 * @param {import('../harness.mjs').Harness} harness
 * @param {Generator} generator
 * @param {Servers} servers
 */
async function checkGenerator(harness, generator, servers) {
  const floor = servers.get(FLOOR)
  if (!floor) throw new Error('The floor server is not running')
  /** @type {RpcRequest} */
  const request = { revision: '2025-11-25', method: 'tools/call', params: REQUESTS[1]?.params ?? {} }
  /** @type {Figures[]} */
  const single = []
  const one = '1 generator thread'
  const two = '2 generator threads'
  const table = await harness.compare({
    ...COMMON,
    title: 'Load generator: the floor with one and two threads',
    unit: 'requests/s',
    better: 'higher',
    baseline: one,
    systems: [1, 2].map((workers) => ({
      name: workers === 1 ? one : two,
      measure: async () => {
        const figures = await measure(generator, floor, request, { workers })
        if (workers === 1) single.push(figures)
        return figures.rate
      },
    })),
  })
  const share = (/** @type {'serverLoad' | 'generatorLoad'} */ load) => {
    const loads = single.map((figures) => figures[load]).toSorted((a, b) => a - b)
    return (loads[loads.length >> 1] ?? 0) * 100
  }
  harness.remark(
    `With one thread the floor server used ${format(share('serverLoad'))} % of a core and the load generator ${format(share('generatorLoad'))} %.`,
  )
  const gain = table.ratio(two, one)
  harness.target(
    'the load generator does not limit the floor: a second thread gains at most 10 %',
    gain <= 1.1,
    `${format(gain)} times`,
  )
}

/**
 * @param {import('../harness.mjs').Harness} harness
 * @param {Generator} generator
 * @param {Servers} servers
 * @param {RpcRequest} request
 */
async function compare(harness, generator, servers, request) {
  const { method, revision } = request
  const processorTimes = new Map([...servers.keys()].map((name) => [name, /** @type {number[]} */ ([])]))
  const rate = await harness.compare({
    ...COMMON,
    title: `\`${method}\`, ${revision}: requests`,
    unit: 'requests/s',
    better: 'higher',
    systems: [...servers].map(([name, server]) => ({
      name,
      measure: async () => {
        const figures = await measure(generator, server, request)
        processorTimes.get(name)?.push(figures.cpu)
        return figures.rate
      },
    })),
  })
  const cpu = await harness.compare({
    ...COMMON,
    title: `\`${method}\`, ${revision}: processor time`,
    unit: 'ms CPU',
    words: ['less', 'more'],
    // Each system is measured once per round in both tables, so its figures are in the order of the rounds.
    systems: [...processorTimes].map(([name, times]) => ({ name, measure: () => times.shift() ?? Number.NaN })),
  })
  const label = `${method}, ${revision}`
  const gain = rate.ratio('casement', SYSTEMS['casement-sdk-only'])
  harness.target(`${label}: the fast path at least doubles the requests per second`, gain >= 2, `${format(gain)} times`)
  if (method === 'resources/read') {
    const share = Math.max(...OFFICIAL.map((name) => cpu.ratio('casement', name)))
    harness.target(
      `${label}: at most half the processor time of the best official set-up`,
      share <= 0.5,
      `${format(share)} of it`,
    )
  } else {
    const times = Math.min(...OFFICIAL.map((name) => rate.ratio('casement', name)))
    harness.target(
      `${label}: at least twice the requests per second of the best official set-up`,
      times >= 2,
      `${format(times)} times`,
    )
  }
}
