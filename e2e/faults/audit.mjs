import { rmSync } from 'node:fs'
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

/** @param {import('./gateway-process.mjs').GatewayProcess} gateway @param {number} caller @param {string[]} responded */
async function callUntilDead(gateway, caller, responded) {
  const client = new Client({ name: 'caller', version: '1' })
  const headers = { Authorization: `Bearer ${gateway.secret}` }
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://localhost:${gateway.port}/mcp/echo`), { requestInit: { headers } }),
    )
    for (let turn = 0; ; turn++) {
      const id = `${caller}-${turn}`
      await client.callTool({ name: 'echo', arguments: { id } }, { timeout: 20_000 })
      responded.push(id)
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
