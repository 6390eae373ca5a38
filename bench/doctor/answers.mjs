import { good } from './good-apps.mjs'
import { good as moreGood } from './good-apps-2.mjs'
import { broken } from './reported-apps.mjs'
import { broken as brokenServers } from './reported-servers.mjs'
import { broken as brokenViews } from './reported-views.mjs'
import { UNSEEN_SETS } from './unseen-sets.mjs'

/** The response of a case's server: a result, an error, or nothing for an unknown method. @param {string} name */
export async function createAnswers(name) {
  const unseen = UNSEEN_SETS.flatMap(({ broken: unseenBroken, good: unseenGood }) => [unseenBroken, unseenGood]).flat()
  const found = [...broken, ...brokenViews, ...brokenServers, ...good, ...moreGood, ...unseen].find((each) => each.name === name)
  if (!found?.app) throw new Error(`No such case: ${name}`)
  const app = await found.app()

  /** One page of the tools. @param {readonly Record<string, unknown>[]} tools @param {unknown} cursor */
  function pageOf(tools, cursor) {
    const size = app.pages?.['tools/list'] ?? tools.length
    const start = Number(cursor ?? 0) || 0
    return { tools: tools.slice(start, start + size), ...(start + size < tools.length && { nextCursor: String(start + size) }) }
  }

  /** @param {string} method @param {Record<string, any>} params */
  function resultOf(method, params) {
    if (app.unknown?.includes(method)) return undefined
    if (method === 'initialize')
      return {
        protocolVersion: '2025-11-25',
        capabilities: app.capabilities,
        serverInfo: { name, title: found && 'title' in found ? found.title : name, version: '1.0.0' },
      }
    if (method === 'ping') return {}
    if (method === 'tools/list') return { ...pageOf(app.tools, params['cursor']), ...app.listExtra?.[method] }
    if (method === 'tools/call') return app.call(params)
    if (!app.resources) return undefined
    if (method === 'resources/list') return { resources: app.resources.map((each) => ({ ...each, contents: undefined })) }
    if (method === 'resources/templates/list') return { resourceTemplates: [] }
    if (method === 'resources/read') return app.resources.find(({ uri }) => uri === params['uri'])
    return undefined
  }

  /** @param {{ id: number | string, method: string, params?: Record<string, any> }} message */
  function answer({ id, method, params = {} }) {
    try {
      const result = resultOf(method, params)
      const outcome = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
      return { jsonrpc: '2.0', id, ...outcome }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32602, message: String(error instanceof Error ? error.message : error) } }
    }
  }
  return { app, answer }
}
