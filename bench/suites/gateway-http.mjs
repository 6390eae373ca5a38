import { format } from '../harness.mjs'
import { measure, startGenerator, startServer } from '../servers/drive.mjs'

/** @typedef {import('../servers/drive.mjs').Figures} Figures */
/** @typedef {import('../servers/drive.mjs').RpcRequest} RpcRequest */
/** @typedef {ReadonlyMap<string, import('../servers/drive.mjs').Server>} Servers By the name of the system. */

const SERVER = 'server alone'
const PROXY = 'bare HTTP proxy'
const GATEWAY = 'gateway, audit on'
const REVISIONS = /** @type {const} */ (['2025-11-25', '2026-07-28'])
const CALL = { method: 'tools/call', params: { name: 'forecast', arguments: { city: 'Rome', days: 5 } } }
const LOAD = { connections: 10, seconds: 3 }
const COMMON = { baseline: PROXY, rounds: 5, warmup: 1 }

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'gateway-http',
  title: 'Tool calls through the gateway',
  async run(harness) {
    harness.remark(
      'A `casement/server` alone, behind a proxy of `node:http` that forwards every request over kept-alive connections and looks at nothing, and behind the gateway. The gateway authenticates each call, checks visibility, and writes the audit record, synced to the disk, before it responds. autocannon sends from its own process over 10 connections, one call at a time on each; all processes share two cores.',
    )
    const generator = await startGenerator()
    const server = await startServer('casement')
    /** @type {Servers} */
    const servers = new Map([
      [SERVER, server],
      [PROXY, await startServer('proxy', [server.url])],
      [GATEWAY, await startServer('gateway', [server.url])],
    ])
    try {
      for (const revision of REVISIONS) await compare(harness, generator, servers, { ...CALL, revision })
    } finally {
      for (const each of [...servers.values()].toReversed()) await each.close()
      await generator.close()
    }
  },
}

/**
 * @param {import('../harness.mjs').Harness} harness
 * @param {import('../servers/drive.mjs').Generator} generator
 * @param {Servers} servers
 * @param {RpcRequest} request
 */
async function compare(harness, generator, servers, request) {
  const { revision } = request
  /** @type {Map<string, Figures[]>} */
  const measured = new Map([...servers.keys()].map((name) => [name, []]))
  const rate = await harness.compare({
    ...COMMON,
    title: `${revision}: calls`,
    unit: 'calls/s',
    better: 'higher',
    systems: [...servers].map(([name, server]) => ({
      name,
      measure: async () => {
        const figures = await measure(generator, server, request, LOAD)
        measured.get(name)?.push(figures)
        return figures.rate
      },
    })),
  })
  // Each system is measured once per round in all tables, so its figures are in the order of the rounds.
  const column = (/** @type {'p99' | 'cpu'} */ figure) =>
    [...measured].map(([name, rounds]) => {
      const values = rounds.map((each) => each[figure])
      return { name, measure: () => values.shift() ?? Number.NaN }
    })
  const p99 = await harness.compare({ ...COMMON, title: `${revision}: 99th percentile`, unit: 'ms', systems: column('p99') })
  await harness.compare({
    ...COMMON,
    title: `${revision}: processor time of the process in front`,
    unit: 'ms CPU',
    words: ['less', 'more'],
    systems: column('cpu'),
  })
  const share = rate.ratio(GATEWAY, PROXY)
  harness.target(`${revision}: at least half the calls per second of the bare proxy`, share >= 0.5, `${format(share * 100)} %`)
  const times = p99.ratio(GATEWAY, SERVER)
  harness.target(`${revision}: a 99th percentile of at most 3 times direct`, times <= 3, `${format(times)} times`)
}
