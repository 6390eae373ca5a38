// One gateway in a process of its own, for the fault tests: node gateway-node.mjs '{"dataDir": …}'
import { fileURLToPath } from 'node:url'
import { createGateway } from '@casement/gateway'

const pages = fileURLToPath(new URL('../../packages/gateway/src/test-support/pages', import.meta.url))
const say = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const gateway = await createGateway({
    port: 0,
    pages,
    log: (entry) => say({ log: entry }),
    ...JSON.parse(process.argv[2] ?? '{}'),
  })
  process.once('SIGTERM', () => void gateway.close())
  say({ event: 'listening', port: gateway.port, secret: gateway.secret })
  await gateway.ready
  say({ event: 'ready' })
} catch (error) {
  // As the casement command does: the reason in one line.
  say({ event: 'refused', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
