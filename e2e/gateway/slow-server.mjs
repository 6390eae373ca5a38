// An MCP server over HTTP with a tool that takes some milliseconds. It prints its address.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineApp, serve, tool } from 'casement/server'

const slow = tool({
  run: async () => {
    await sleep(30)
    return 'done'
  },
})
const served = await serve(defineApp({ name: 'slow', version: '1.0.0', tools: { slow } }), { http: { port: 0 } })
process.stdout.write(`${JSON.stringify({ event: 'listening', url: served.url })}\n`)
