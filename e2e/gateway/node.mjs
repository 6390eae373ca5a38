// One gateway in a process of its own, so that it can be killed: node node.mjs '{"dataDir": …}'
import { fileURLToPath } from 'node:url'
import { createGateway } from '@casement/gateway'

const pages = fileURLToPath(new URL('../../packages/gateway/src/test-support/pages', import.meta.url))
const say = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`)

const gateway = await createGateway({ port: 0, pages, ...JSON.parse(process.argv[2] ?? '{}') })
say({ event: 'listening', port: gateway.port, secret: gateway.secret })
process.once('SIGTERM', () => void gateway.close())
try {
  await gateway.ready
  say({ event: 'ready' })
} catch {
  // A gateway without a store is of no use to these tests.
  process.exitCode = 1
  await gateway.close()
}
