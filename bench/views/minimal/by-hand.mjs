// The same without any library: no deadlines, no errors, no sizes, nothing kept for a late handler.
import { show } from './show.mjs'

const post = (/** @type {object} */ message) =>
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, /* opaque: a View does not know who shows it */ '*')

/** Runs at the end of the page. */
export function runView() {
  let nextId = 1
  /** @type {Map<number, (result: unknown) => void>} */
  const waiting = new Map()
  const request = (/** @type {string} */ method, /** @type {object} */ params) =>
    new Promise((resolve) => {
      waiting.set(nextId, resolve)
      post({ id: nextId++, method, params })
    })
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return
    if (data.method === 'ui/notifications/tool-result') show(data.params)
    else if (data.method === 'ui/resource-teardown') post({ id: data.id, result: {} })
    else waiting.get(data.id)?.(data.result)
  })
  document.addEventListener('click', async () => show(await request('tools/call', { name: 'refresh', arguments: {} })))
  const appInfo = { name: 'minimal', version: '1.0.0' }
  void request('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' }).then(() =>
    post({ method: 'ui/notifications/initialized' }),
  )
}
