// An MCP server that says who it is, has a child of its own, and with --stubborn does not end when it is asked to.
import { spawn } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

// Not for ever, so that a test that fails leaves nothing behind.
const LIFE = 120_000
const child = spawn(process.execPath, ['-e', `setTimeout(() => {}, ${LIFE})`], { stdio: 'ignore' })
if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => {})
  setTimeout(() => process.exit(), LIFE)
} else process.stdin.on('end', () => process.exit())

const server = new McpServer({ name: 'family', version: '1.0.0' })
server.registerTool('pids', { inputSchema: {} }, () => ({
  content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify([process.pid, child.pid]) }],
}))
server.registerTool('slow', { inputSchema: { ms: z.number() } }, async ({ ms }) => {
  process.stderr.write('slow began\n')
  await new Promise((resolve) => setTimeout(resolve, ms))
  return { content: [{ type: 'text', text: 'done' }] }
})
server.registerTool('die', { inputSchema: {} }, () => process.exit(3))
process.stderr.write('family is here\n')
await server.connect(new StdioServerTransport())
