// The gateway in front of a server: authentication, policy, and the audit log in a durable store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '../../packages/gateway/dist/index.js'
import { report } from './forecast.mjs'

const dataDir = mkdtempSync(join(tmpdir(), 'casement-bench-'))
const servers = { bench: { url: process.argv[2] ?? '' } }
const gateway = await createGateway({ port: 0, dataDir, pages: dataDir, servers })
await gateway.ready
report(`http://localhost:${gateway.port}/mcp/bench`, { Authorization: `Bearer ${gateway.secret}` }, async () => {
  await gateway.close()
  rmSync(dataDir, { recursive: true })
})
