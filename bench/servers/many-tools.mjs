// A server with as many tools as the argument says, over standard input and output.
import { createInterface } from 'node:readline'

const count = Number(process.argv[2] ?? 10_000)
const tools = Array.from({ length: count }, (_, n) => ({
  name: `tool-${n}`,
  description: `Tool number ${n}`,
  inputSchema: { type: 'object' },
}))

/** @type {Record<string, (params: { protocolVersion?: string }) => object>} */
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'many-tools', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const result = results[method]?.(params ?? {})
  const error = { code: -32_601, message: `No method ${method}` }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`)
}
