// One case as a real server by stdio: JSON-RPC by hand, because most of what is broken here no SDK would let through.
import { createInterface } from 'node:readline'
import { broken } from './reported-apps.mjs'
import { good } from './good-apps.mjs'

const name = process.argv[2] ?? ''
const found = [...broken, ...good].find((each) => each.name === name)
if (!found) throw new Error(`No such case: ${name}`)
const app = await found.app()

/** @param {string} method @param {Record<string, any>} params */
function answer(method, params) {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: app.capabilities,
      serverInfo: { name, title: found?.title ?? name, version: '1.0.0' },
    }
  if (method === 'ping') return {}
  if (method === 'tools/list') return { tools: app.tools }
  if (method === 'tools/call') return app.call(params)
  if (!app.resources) return undefined
  if (method === 'resources/list') return { resources: app.resources.map((each) => ({ ...each, contents: undefined })) }
  if (method === 'resources/templates/list') return { resourceTemplates: [] }
  if (method === 'resources/read') return app.resources.find(({ uri }) => uri === params['uri'])
  return undefined
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) continue
  const result = answer(method, params)
  const outcome = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
}
