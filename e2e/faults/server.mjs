import { setTimeout as sleep } from 'node:timers/promises'
import { asUser, AUTH_BY_HEADER, call, readiness, startGateway, until } from './gateway-process.mjs'
import { createPostgres } from './postgres-server.mjs'
import { lost, readIds, startWriters } from './writers.mjs'

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('./gateway-process.mjs').GatewayProcess} GatewayProcess */

const conversation = 'c'
const secret = 'the-same-secret-on-every-node'
const NODES = 3
// Promised: all nodes have resynchronised this soon after the database is back.
const RESYNC_BOUND = 5000

/** @type {Fault} */
export const postgresKilled = {
  name: 'PostgreSQL dies under load',
  about: `${NODES} nodes with 16 writers; the server is killed and started again`,
  rounds: { full: 6, short: 1 },
  async round(report) {
    await withNodes(async (postgres, nodes) => {
      const events = nodes.map(followEvents)
      await until('event streams', async () => events.every(({ isOpen }) => isOpen))
      let turn = 0
      const writers = startWriters(() => pick(nodes, turn++), { conversation, prefix: 'd' })
      await until('200 writes', async () => writers.acknowledged.length >= 200)
      await postgres.kill()
      await until('/readyz 503 on all nodes', () => every(nodes, 503), 10_000)
      const { reason = '' } = await readiness(pick(nodes, 0))
      report.informed(`503 with Retry-After: ${reason}`)
      const refused = await call(pick(nodes, 0), 'GET', '/api/conversations')
      report.expect(refused.status === 503 && refused.headers.has('retry-after'), `503 with Retry-After, not ${refused.status}`)
      await sleep(Math.random() * 1500)
      const marks = events.map(({ resyncs }) => resyncs)
      postgres.start()
      await postgres.ready()
      const back = Date.now()
      await until('all nodes ready', () => every(nodes, 200), 15_000)
      await until('resync on all nodes', async () => events.every(({ resyncs }, index) => resyncs > (marks[index] ?? 0)), 15_000)
      report.expect(Date.now() - back <= RESYNC_BOUND, `all nodes resynchronise within 5 s, not ${Date.now() - back} ms`)
      const count = writers.acknowledged.length
      await until('100 more writes', async () => writers.acknowledged.length >= count + 100)
      await writers.stop()
      events.forEach(({ close }) => close())
      report.expect(
        nodes.every(({ isAlive }) => isAlive),
        'every node survives',
      )
      report.bounded(writers)
      report.outage(writers.outage)
      report.acknowledge(writers.acknowledged.length, await lost(writers.acknowledged, pick(nodes, 0), conversation))
    })
  },
}

/** @type {Fault} */
export const nodeKilled = {
  name: 'A node is killed under load',
  about: '2 nodes and one PostgreSQL, 3 users with 4 writers each; one node gets SIGKILL',
  // npm test kills a node of one user in e2e/gateway/killed.test.ts.
  rounds: { full: 6, short: 0 },
  async round(report) {
    await withNodes(
      async (_, nodes) => {
        const users = await Promise.all(['ada', 'bob', 'eve'].map((user) => openUser(nodes, user)))
        await until('50 writes of each', async () => users.every(({ writers }) => writers.acknowledged.length >= 50))
        await pick(nodes, 0).kill()
        const marks = users.map(({ writers }) => writers.acknowledged.length)
        await until('50 more of each', async () =>
          users.every(({ writers }, index) => writers.acknowledged.length >= (marks[index] ?? 0) + 50),
        )
        report.informed('the connection breaks; the next request reaches the other node')
        for (const { user, writers, gateways } of users) {
          await writers.stop()
          report.bounded(writers)
          report.outage(writers.outage)
          const mine = pick(gateways, 1)
          report.acknowledge(writers.acknowledged.length, await lost(writers.acknowledged, mine, conversation))
          const foreign = [...(await readIds(mine, conversation))].filter((id) => !id.startsWith(`${user}-`))
          report.expect(foreign.length === 0, `only entries of ${user}, not ${foreign.slice(0, 5).join(', ')}`)
        }
        report.expect(pick(nodes, 1).isAlive, 'the other node survives')
      },
      { count: 2, auth: AUTH_BY_HEADER },
    )
  },
}

/** The conversation of a user, with the same id as those of others, and writers on all nodes. @param {readonly GatewayProcess[]} nodes @param {string} user */
async function openUser(nodes, user) {
  const gateways = await Promise.all(nodes.map((node) => asUser(node, user)))
  await call(pick(gateways, 0), 'POST', '/api/conversations', { id: conversation, title: user })
  let turn = 0
  const writers = startWriters(() => pick(gateways, turn++), { conversation, prefix: user, writers: 4 })
  return { user, gateways, writers }
}

/** @type {Fault} */
export const postgresFrozen = {
  name: 'PostgreSQL hangs',
  about: 'SIGSTOP to all of its processes for 12 s, then SIGCONT',
  rounds: { full: 2, short: 0 },
  async round(report) {
    await withNodes(async (postgres, nodes) => {
      const writers = startWriters(() => pick(nodes, 0), { conversation, prefix: 'h', writers: 4 })
      await until('50 writes', async () => writers.acknowledged.length >= 50)
      postgres.signalAll('SIGSTOP')
      try {
        await until('/readyz 503', () => every(nodes, 503), 12_000)
        report.informed(`503: ${(await readiness(pick(nodes, 0))).reason}`)
      } finally {
        postgres.signalAll('SIGCONT')
      }
      await until('ready again', () => every(nodes, 200), 15_000)
      const count = writers.acknowledged.length
      await until('a write', async () => writers.acknowledged.length > count)
      await writers.stop()
      report.bounded(writers)
      report.outage(writers.outage)
      report.acknowledge(writers.acknowledged.length, await lost(writers.acknowledged, pick(nodes, 0), conversation))
    })
  },
}

/** @type {Fault} */
export const postgresStartsLate = {
  name: 'PostgreSQL starts after the gateway',
  about: 'the gateway waits for it',
  rounds: { full: 3, short: 1 },
  async round(report) {
    const postgres = await createPostgres()
    const starting = startGateway({ databaseUrl: postgres.url, secret })
    await sleep(1500)
    postgres.start()
    await postgres.ready()
    const start = Date.now()
    const gateway = await starting
    await gateway.ready()
    report.outage(Date.now() - start)
    report.informed('503 until the database accepts connections')
    report.expect((await readiness(gateway)).status === 200, 'ready once the database is')
    await gateway.end()
    await postgres.remove()
  },
}

/** @type {Fault} */
export const stoppedWithoutDatabase = {
  name: 'SIGTERM without a database',
  about: 'PostgreSQL hangs while the gateway is stopped',
  rounds: { full: 2, short: 0 },
  async round(report) {
    await withNodes(async (postgres, nodes) => {
      postgres.signalAll('SIGSTOP')
      try {
        report.outage(Math.max(...(await Promise.all(nodes.map((node) => node.end())))))
        report.informed('the process ends')
      } finally {
        postgres.signalAll('SIGCONT')
      }
    })
  },
}

/**
 * @param {(postgres: import('./postgres-server.mjs').PostgresServer, nodes: readonly GatewayProcess[]) => Promise<void>} work
 * @param {{ count?: number, auth?: object }} [options]
 */
async function withNodes(work, { count = NODES, auth } = {}) {
  const postgres = await createPostgres()
  postgres.start()
  await postgres.ready()
  const nodes = await Promise.all(Array.from({ length: count }, () => startGateway({ databaseUrl: postgres.url, secret, auth })))
  try {
    await Promise.all(nodes.map((node) => node.ready()))
    if (!auth) await call(pick(nodes, 0), 'POST', '/api/conversations', { id: conversation, title: 'kept' })
    await work(postgres, nodes)
    await Promise.all(nodes.filter(({ isAlive }) => isAlive).map((node) => node.end()))
  } finally {
    for (const node of nodes) if (node.isAlive) await node.kill()
    await postgres.remove()
  }
}

/** @param {readonly GatewayProcess[]} nodes @param {number} turn */
function pick(nodes, turn) {
  const node = nodes[turn % nodes.length]
  if (!node) throw new Error('no nodes')
  return node
}

/** @param {readonly GatewayProcess[]} nodes @param {number} status */
async function every(nodes, status) {
  const states = await Promise.all(nodes.map((node) => readiness(node)))
  return states.every((state) => state.status === status)
}

/** Counts the resync events of a node. @param {GatewayProcess} gateway */
function followEvents(gateway) {
  const abort = new AbortController()
  const seen = { isOpen: false, resyncs: 0, close: () => abort.abort() }
  const read = async () => {
    const response = await fetch(`http://localhost:${gateway.port}/api/events`, {
      headers: { authorization: `Bearer ${gateway.secret}` },
      signal: abort.signal,
    })
    seen.isOpen = true
    const decoder = new TextDecoder()
    if (!response.body) return
    for await (const piece of response.body) seen.resyncs += decoder.decode(piece).split('"type":"resync"').length - 1
  }
  read().catch(() => {})
  return seen
}
