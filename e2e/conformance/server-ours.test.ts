import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examineServer } from '../../packages/conformance/src/server-target/examine-server.ts'

// Decided otherwise: clients that show Apps have been seen to say nothing of it, so the view is always named.
const DECIDED = ['server/negotiation/asks-before-ui']

const SERVERS = {
  hello: '../../examples/hello/dist/server.js',
  dashboard: '../../examples/dashboard/dist/server.js',
  'multi-view': '../../examples/multi-view/dist/server.js',
  // Of others, and read by us: there is nothing more to find.
  'server-debug': '../../node_modules/@modelcontextprotocol/server-debug/dist/index.js',
}

test.each(Object.entries(SERVERS))('%s keeps every rule for servers', { timeout: 120_000 }, async (_, path) => {
  const args = [fileURLToPath(new URL(path, import.meta.url)), '--stdio']
  const { results } = await examineServer({ kind: 'stdio', command: process.execPath, args }, { timeout: 60_000 })
  const broken = results.filter(({ finding }) => finding.verdict === 'fail' || finding.verdict === 'unfinished')
  expect(broken.map(({ id }) => id)).toEqual(DECIDED)
  expect(results.filter(({ finding }) => finding.verdict === 'pass').length).toBeGreaterThan(50)
})
