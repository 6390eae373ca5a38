import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryFolder } from './memory-folder.mjs'
import { call, readiness, startGateway, until } from './gateway-process.mjs'
import { lost, startWriters } from './writers.mjs'

/** @typedef {import('./fault.mjs').Fault} Fault */

const conversation = 'c'
/** @param {import('./gateway-process.mjs').GatewayProcess} gateway */
const createConversation = (gateway) => call(gateway, 'POST', '/api/conversations', { id: conversation, title: 'kept' })
const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) => execFileSync(command, args, { stdio: 'pipe' })

/** @type {Fault} */
export const powerCut = {
  name: 'power cut',
  about: 'the disk image is copied without the page cache while 16 writers write',
  needsRoot: true,
  rounds: { full: 10, short: 1 },
  async round(report) {
    const base = memoryFolder()
    const image = join(base, 'disk.img')
    const copy = join(base, 'copy.img')
    const mounted = join(base, 'mounted')
    mkdirSync(mounted)
    run('truncate', '-s', '400M', image)
    run('mkfs.ext4', '-q', image)
    run('mount', '-o', 'loop', image, mounted)
    try {
      const gateway = await startGateway({ dataDir: join(mounted, 'data') })
      await gateway.ready()
      await createConversation(gateway)
      const writers = startWriters(() => gateway, { conversation, prefix: 'p' })
      await until('200 writes', async () => writers.acknowledged.length >= 200)
      await sleep(Math.random() * 500)
      // Stopped, so that nothing is acknowledged between the last look and the copy.
      gateway.signal('SIGSTOP')
      await sleep(50)
      const acknowledged = [...writers.acknowledged]
      run('cp', '--sparse=always', image, copy)
      const stopped = writers.stop()
      await gateway.kill()
      await stopped
      run('umount', mounted)
      run('mount', '-o', 'loop', copy, mounted)
      const start = Date.now()
      const after = await startGateway({ dataDir: join(mounted, 'data') })
      await after.ready()
      report.acknowledge(acknowledged.length, await lost(acknowledged, after, conversation))
      report.outage(Date.now() - start)
      report.informed('connection lost; the next start recovers')
      await after.end()
    } finally {
      run('umount', mounted)
      rmSync(base, { recursive: true })
    }
  },
}

/** @type {Fault} */
export const killed = {
  name: 'kill -9',
  about: 'the gateway is killed while 16 writers write',
  rounds: { full: 20, short: 0 },
  async round(report) {
    const dataDir = memoryFolder()
    const gateway = await startGateway({ dataDir })
    await gateway.ready()
    await createConversation(gateway)
    const writers = startWriters(() => gateway, { conversation, prefix: 'k' })
    await until('100 writes', async () => writers.acknowledged.length >= 100)
    await sleep(Math.random() * 300)
    await gateway.kill()
    await writers.stop()
    const start = Date.now()
    const after = await startGateway({ dataDir })
    await after.ready()
    report.acknowledge(writers.acknowledged.length, await lost(writers.acknowledged, after, conversation))
    report.outage(Date.now() - start)
    report.informed('connection lost; the next start recovers')
    await after.end()
    rmSync(dataDir, { recursive: true })
  },
}

/** @type {Fault} */
export const fullDisk = {
  name: 'full disk',
  about: 'a small tmpfs fills up with entries of 200 KB, then space is freed',
  needsRoot: true,
  rounds: { full: 3, short: 1 },
  async round(report) {
    const base = memoryFolder()
    run('mount', '-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', base)
    const filler = join(base, 'filler')
    writeFileSync(filler, Buffer.alloc(80 * 1024 * 1024))
    try {
      const gateway = await startGateway({ dataDir: join(base, 'data') })
      await gateway.ready()
      await createConversation(gateway)
      const writers = startWriters(() => gateway, { conversation, prefix: 'f', size: 200_000, writers: 4 })
      await until('a refused write', async () => writers.refusals.size > 0, 60_000)
      const { reason = '' } = await down(gateway)
      report.informed(`503: ${reason}`)
      report.expect(/disk is full/.test(reason), `the reason is plain: ${reason}`)
      const refused = await call(gateway, 'GET', '/api/conversations')
      report.expect(refused.status === 503 && refused.headers.has('retry-after'), `503 with Retry-After, not ${refused.status}`)
      rmSync(filler)
      report.outage(await until('ready again', async () => (await readiness(gateway)).status === 200))
      const before = writers.acknowledged.length
      await until('a write', async () => writers.acknowledged.length > before || writers.refusals.size > 5)
      await writers.stop()
      report.bounded(writers)
      report.acknowledge(writers.acknowledged.length, await lostOnceReady(writers.acknowledged, gateway))
      await gateway.end()
    } finally {
      run('umount', base)
      rmSync(base, { recursive: true })
    }
  },
}

/** @type {Fault} */
export const stoppedOnFullDisk = {
  name: 'SIGTERM on a full disk',
  about: 'the gateway is stopped while its disk is full',
  needsRoot: true,
  rounds: { full: 3, short: 0 },
  async round(report) {
    const base = memoryFolder()
    run('mount', '-t', 'tmpfs', '-o', 'size=140m', 'tmpfs', base)
    try {
      const gateway = await startGateway({ dataDir: join(base, 'data') })
      await gateway.ready()
      await createConversation(gateway)
      const writers = startWriters(() => gateway, { conversation, prefix: 's', size: 200_000, writers: 4 })
      await until('a refused write', async () => writers.refusals.size > 0, 60_000)
      await down(gateway)
      await writers.stop()
      report.acknowledge(writers.acknowledged.length, [])
      report.outage(await gateway.end())
      report.informed('503; the process ends')
    } finally {
      run('umount', base)
      rmSync(base, { recursive: true })
    }
  },
}

/** @type {Fault} */
export const logMovedAway = {
  name: 'pg_wal gone, then back',
  about: 'the write-ahead log is moved away under load, and back',
  rounds: { full: 5, short: 0 },
  async round(report) {
    const dataDir = memoryFolder()
    const log = join(dataDir, 'store', 'postgres', 'pg_wal')
    const gateway = await startGateway({ dataDir })
    await gateway.ready()
    await createConversation(gateway)
    const writers = startWriters(() => gateway, { conversation, prefix: 'w' })
    await until('50 writes', async () => writers.acknowledged.length >= 50)
    renameSync(log, `${log}.away`)
    const { reason = '' } = await down(gateway)
    report.informed(`503: ${reason}`)
    renameSync(`${log}.away`, log)
    await until('ready again', async () => (await readiness(gateway)).status === 200)
    await writers.stop()
    report.outage(writers.outage)
    report.bounded(writers)
    report.acknowledge(writers.acknowledged.length, await lost(writers.acknowledged, gateway, conversation))
    await gateway.end()
    rmSync(dataDir, { recursive: true })
  },
}

const DAMAGES = /** @type {const} */ ([
  ['PG_VERSION removed', (/** @type {string} */ cluster) => rmSync(join(cluster, 'PG_VERSION'))],
  ['pg_wal removed', (/** @type {string} */ cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true })],
  ['WAL truncated', (/** @type {string} */ cluster) => truncateSync(segment(cluster), 1024 * 1024)],
  ['WAL emptied', (/** @type {string} */ cluster) => rmSync(segment(cluster))],
  ['pg_control removed', (/** @type {string} */ cluster) => rmSync(join(cluster, 'global', 'pg_control'))],
  [
    'pg_control overwritten',
    (/** @type {string} */ cluster) => writeFileSync(join(cluster, 'global', 'pg_control'), Buffer.alloc(8192, 7)),
  ],
  ['WAL overwritten', (/** @type {string} */ cluster) => writeFileSync(segment(cluster), Buffer.alloc(16 * 1024 * 1024, 7))],
  ['base removed', (/** @type {string} */ cluster) => rmSync(join(cluster, 'base'), { recursive: true })],
])

/** @param {string} cluster */
function segment(cluster) {
  const names = readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return join(cluster, 'pg_wal', names.toSorted()[0] ?? '')
}

/** @type {Fault} */
export const damagedFolder = {
  name: 'damaged folder',
  about: DAMAGES.map(([name]) => name).join(', '),
  rounds: { full: 1, short: 0 },
  async round(report) {
    const dataDir = memoryFolder()
    const first = await startGateway({ dataDir })
    await first.ready()
    await createConversation(first)
    await first.kill()
    for (const [name, damage] of DAMAGES) {
      const copy = memoryFolder()
      run('cp', '-a', `${dataDir}/.`, copy)
      damage(join(copy, 'store', 'postgres'))
      const before = filesIn(copy)
      const reason = await refusal(copy)
      report.expect(reason !== undefined, `${name}: the gateway refuses to start`)
      report.expect(isPlain(reason ?? ''), `${name}: the reason is plain: ${reason}`)
      report.expect(filesIn(copy) === before, `${name}: the folder is unchanged`)
      report.informed(reason ?? '')
      rmSync(copy, { recursive: true })
    }
    rmSync(dataDir, { recursive: true })
  },
}

/** The names of a cluster's files, without the one that names the running process. @param {string} dataDir */
const filesIn = (dataDir) =>
  run('ls', '-R', join(dataDir, 'store', 'postgres'))
    .toString()
    .replace(/postmaster.*\n/g, '')

/** Why a gateway does not start; undefined when it does. @param {string} dataDir */
async function refusal(dataDir) {
  try {
    const gateway = await startGateway({ dataDir })
    try {
      await gateway.ready()
      await gateway.kill()
      return undefined
    } finally {
      if (gateway.isAlive) await gateway.kill()
    }
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

/** @param {string} reason */
const isPlain = (reason) => /damaged/.test(reason) && /restore/.test(reason) && !/object Object|Aborted|ASSERTIONS/.test(reason)

/** @param {import('./gateway-process.mjs').GatewayProcess} gateway */
async function down(gateway) {
  /** @type {{ status: number, reason?: string }} */
  let state = { status: 200 }
  await until('/readyz reports 503', async () => (state = await readiness(gateway)).status === 503)
  return state
}

/** @param {readonly string[]} acknowledged @param {import('./gateway-process.mjs').GatewayProcess} gateway */
async function lostOnceReady(acknowledged, gateway) {
  await until('ready', async () => (await readiness(gateway)).status === 200)
  return lost(acknowledged, gateway, conversation)
}
