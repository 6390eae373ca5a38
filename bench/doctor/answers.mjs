import { good } from './good-apps.mjs'
import { good as moreGood } from './good-apps-2.mjs'
import { broken } from './reported-apps.mjs'
import { broken as brokenServers } from './reported-servers.mjs'
import { broken as brokenViews } from './reported-views.mjs'

/** What the server of a case answers: a result, an error, or nothing where it does not know the method. @param {string} name */
export async function createAnswers(name) {
  const found = [...broken, ...brokenViews, ...brokenServers, ...good, ...moreGood].find((each) => each.name === name)
  if (!found) throw new Error(`No such case: ${name}`)
  const app = await found.app()

  /** @param {string} method @param {Record<string, any>} params */
  function resultOf(method, params) {
    if (app.unknown?.includes(method)) return undefined
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
