import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { memoryFolder } from './memory-folder.mjs'
import { call, startGateway, until } from './gateway-process.mjs'

/** @typedef {import('./fault.mjs').Fault} Fault */

const CALLERS = 10
const ECHO = fileURLToPath(new URL('./echo-server.mjs', import.meta.url))

/** @type {Fault} */
export const auditKilled = {
  name: 'kill -9 during tool calls',
  about: `${CALLERS} callers; every call with a response must be in the audit log`,
  rounds: { full: 5, short: 1 },
  async round(report) {
    const dataDir = memoryFolder()
    const servers = { echo: { command: process.execPath, args: [ECHO] } }
    const gateway = await startGateway({ dataDir, servers })
    await gateway.ready()
    /** @type {string[]} */
    const responded = []
    const calling = Promise.all(Array.from({ length: CALLERS }, (_, caller) => callUntilDead(gateway, caller, responded)))
    await until('100 calls', async () => responded.length >= 100)
    await sleep(Math.random() * 200)
    await gateway.kill()
    await calling
    const start = Date.now()
    const after = await startGateway({ dataDir })
    await after.ready()
    report.outage(Date.now() - start)
    const recorded = await recordedCalls(after)
    report.acknowledge(
      responded.length,
      responded.filter((id) => !recorded.has(id)),
    )
    report.informed('connection lost; the next start recovers')
    await after.end()
    rmSync(dataDir, { recursive: true })
  },
}

/** @type {Fault} */
export const auditFullDisk = {
  name: 'full disk during tool calls',
  about: `${CALLERS} callers; the disk fills up and is freed, then the gateway is killed`,
  needsRoot: true,
  rounds: { full: 3, short: 1 },
  async round(report) {
    const base = memoryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', base])
    const dataDir = join(base, 'data')
    const servers = { echo: { command: process.execPath, args: [ECHO] } }
    try {
      const gateway = await startGateway({ dataDir, servers })
      await gateway.ready()
      /** @type {string[]} */
      const responded = []
      /** @type {string[]} */
      const refused = []
      const calling = Promise.all(
        Array.from({ length: CALLERS }, (_, caller) => callUntilDead(gateway, caller, responded, refused)),
      )
      await until('100 calls', async () => responded.length >= 100)
      const filler = join(base, 'filler')
      fill(filler)
      await until('a refused call', async () => refused.length > 0, 60_000)
      report.informed(`the call fails: ${refused[0]}`)
      report.expect(/disk is full|cannot be written|No space/i.test(refused[0] ?? ''), `the reason is plain: ${refused[0]}`)
      const start = Date.now()
      rmSync(filler)
      const count = responded.length
      await until('50 more calls', async () => responded.length >= count + 50, 60_000)
      report.outage(Date.now() - start)
      await gateway.kill()
      await calling
      const after = await startGateway({ dataDir })
      await after.ready()
      const recorded = await recordedCalls(after)
      report.acknowledge(
        responded.length,
        responded.filter((id) => !recorded.has(id)),
      )
      await after.end()
    } finally {
      execFileSync('umount', [base])
      rmSync(base, { recursive: true })
    }
  },
}

/** Takes all space of a disk. @param {string} file */
function fill(file) {
  const descriptor = openSync(file, 'w')
  try {
    for (const size of [1024 * 1024, 4096]) writeUntilFull(descriptor, Buffer.alloc(size))
  } finally {
    closeSync(descriptor)
  }
}

/** @param {number} descriptor @param {Buffer} bytes */
function writeUntilFull(descriptor, bytes) {
  try {
    while (writeSync(descriptor, bytes) > 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error
  }
}

/**
 * @param {import('./gateway-process.mjs').GatewayProcess} gateway
 * @param {number} caller
 * @param {string[]} responded
 * @param {string[]} [refused] the reasons of failed calls, after which it goes on
 */
async function callUntilDead(gateway, caller, responded, refused) {
  const client = new Client({ name: 'caller', version: '1' })
  const headers = { Authorization: `Bearer ${gateway.secret}` }
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://localhost:${gateway.port}/mcp/echo`), { requestInit: { headers } }),
    )
    for (let turn = 0; ; turn++) {
      const id = `${caller}-${turn}`
      try {
        await client.callTool({ name: 'echo', arguments: { id } }, { timeout: 20_000 })
        responded.push(id)
      } catch (error) {
        if (!refused || !gateway.isAlive) throw error
        refused.push(/** @type {Error} */ (error).message)
        await sleep(20)
      }
    }
  } catch {
    await client.close().catch(() => {})
  }
}

/** The ids of the calls in the audit log. @param {import('./gateway-process.mjs').GatewayProcess} gateway */
async function recordedCalls(gateway) {
  const ids = new Set()
  for (let before = ''; ;) {
    const response = await call(gateway, 'GET', `/api/audit?limit=1000${before}`)
    const page = await response.json()
    for (const { params } of page) ids.add(params.arguments?.id)
    if (page.length < 1000) return ids
    before = `&before=${page.at(-1).id}`
  }
}
