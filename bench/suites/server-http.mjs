import { format } from '../harness.mjs'
import { startServer } from '../servers/drive.mjs'
import { URI } from '../servers/forecast.mjs'

/** @typedef {import('../servers/drive.mjs').Era} Era */
/** @typedef {import('../servers/drive.mjs').Figures} Figures */

const SYSTEMS = /** @type {const} */ ({
  casement: 'casement',
  official: 'official, McpServer',
  'official-low': 'official, bare Server',
  floor: 'floor: node:http',
})
const ERAS = /** @type {const} */ (['2025-11-25', '2026-07-28'])
const METHODS = [
  { method: 'tools/list', params: {}, count: 200 },
  { method: 'tools/call', params: { name: 'forecast', arguments: { city: 'Rome', days: 5 } }, count: 200 },
  { method: 'resources/read', params: { uri: URI }, count: 60 },
]

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'server-http',
  title: 'Serving over HTTP',
  async run(harness) {
    harness.remark(
      'Three tools and a View of 300 KB over Streamable HTTP, eight requests at once from another process on the same two cores. `serve(app)` next to the same server on the official SDK, once by its guide (`createMcpHandler`, `McpServer`, schemas built once) and once on its bare `Server` with everything prepared by hand, and to a `node:http` server that checks nothing. Processor time is that of the server alone, which makes it the steadier figure.',
    )
    /** @type {Map<string, Awaited<ReturnType<typeof startServer>>>} */
    const servers = new Map()
    for (const name of Object.keys(SYSTEMS)) servers.set(name, await startServer(name))
    try {
      for (const each of METHODS) for (const era of ERAS) await compare(harness, servers, era, each)
    } finally {
      for (const server of servers.values()) await server.close()
    }
  },
}

/**
 * @param {import('../harness.mjs').Harness} harness
 * @param {Map<string, Awaited<ReturnType<typeof startServer>>>} servers
 * @param {Era} era
 * @param {{ method: string, params: import('../servers/drive.mjs').Params, count: number }} about
 */
async function compare(harness, servers, era, { method, params, count }) {
  /** @param {keyof Figures} figure */
  const systems = (figure) =>
    Object.entries(SYSTEMS).map(([file, name]) => ({
      name,
      measure: async () => (await servers.get(file)?.load(era, method, params, count))?.[figure] ?? 0,
    }))
  const common = { baseline: 'casement', rounds: 5, warmup: 1 }
  const rate = await harness.compare({
    ...common,
    title: `\`${method}\`, ${era}: requests`,
    unit: 'requests/s',
    better: 'higher',
    systems: systems('rate'),
  })
  const cpu = await harness.compare({
    ...common,
    title: `\`${method}\`, ${era}: processor time`,
    unit: 'ms CPU',
    words: ['less', 'more'],
    systems: systems('cpu'),
  })
  const rivals = [SYSTEMS.official, SYSTEMS['official-low']]
  if (method === 'resources/read') {
    const share = cpu.median('casement') / Math.min(...rivals.map((name) => cpu.median(name)))
    harness.target(
      `${method}, ${era}: at most half the processor time of the best official set-up`,
      share <= 0.5,
      `${format(share)} of it`,
    )
  } else {
    const times = rate.median('casement') / Math.max(...rivals.map((name) => rate.median(name)))
    harness.target(`${method}, ${era}: at least as fast as the best official set-up`, times >= 1, `${format(times)} times`)
  }
}
