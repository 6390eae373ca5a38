/** A minimal View: it stores messages, echoes requests, and reports when it is ready. */
export const viewWith = (script = '', head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Grüße $& 🎉</title>${head}</head><body><script>
window.got = []
window.tell = (method, params) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
addEventListener('message', ({ data }) => {
  got.push(data)
  if (data?.method === 'test/echo') parent.postMessage({ jsonrpc: '2.0', id: data.id, result: { echo: data.params } }, '*')
  if (data?.method === 'test/fail') parent.postMessage({ jsonrpc: '2.0', id: data.id, error: { code: -32000, message: 'No', data: { why: 'so' } } }, '*')
})
${script}
tell('test/hello', { title: document.title })
</script></body></html>`

/** A View that tries to load resources, and reports each outcome. */
export const viewTrying = (tries: Readonly<Record<string, string>>): string =>
  viewWith(`
const within = (work) => Promise.race([work, new Promise((done) => setTimeout(() => done('nothing'), 10000))])
const element = (name, members) => within(new Promise((done) => {
  const made = Object.assign(document.createElement(name), members)
  made.onload = () => done('loaded')
  made.onerror = () => done('failed')
  const url = members.src ?? members.href ?? members.data
  addEventListener('securitypolicyviolation', ({ blockedURI }) => url.startsWith(blockedURI) && done('refused'))
  document.body.append(made)
}))
const get = (url) => within(fetch(url).then(() => 'loaded', () => 'failed'))
const tries = { ${Object.entries(tries)
    .map(([name, code]) => `${JSON.stringify(name)}: async () => ${code}`)
    .join(', ')} }
;(async () => {
  const results = {}
  for (const [name, attempt] of Object.entries(tries)) results[name] = await attempt().catch((error) => 'threw ' + error.name)
  tell('test/tried', results)
})()`)
