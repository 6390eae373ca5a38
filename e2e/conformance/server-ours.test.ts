import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examineServer } from '../../packages/conformance/src/server-vantage/examine-server.ts'

// Decided otherwise: clients that show Apps have been seen to say nothing of it, so the view is always named.
const DECIDED = ['server/negotiation/asks-before-ui']

test.each(['hello', 'dashboard', 'multi-view'])(
  'the example %s keeps every rule for servers',
  { timeout: 120_000 },
  async (name) => {
    const server = fileURLToPath(new URL(`../../examples/${name}/dist/server.js`, import.meta.url))
    const { results } = await examineServer({ kind: 'stdio', command: process.execPath, args: [server] }, { timeout: 60_000 })
    const broken = results.filter(({ finding }) => finding.verdict === 'fail' || finding.verdict === 'unfinished')
    expect(broken.map(({ id }) => id)).toEqual(DECIDED)
    expect(results.filter(({ finding }) => finding.verdict === 'pass').length).toBeGreaterThan(50)
  },
)
