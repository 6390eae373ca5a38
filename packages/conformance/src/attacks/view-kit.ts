/**
 * The tools of every hostile View: a message that reports its attempt, a way to show stolen data, and a small client of the host.
 */
const KIT = String.raw`
const tried = () => console.log('attack:tried')
const loot = (value) => console.log('attack:loot', String(value).slice(0, 10000))
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const later = (promise, ms = 1500) => Promise.race([Promise.resolve(promise).catch(() => undefined), wait(ms)])
const attempt = (run) => { try { return run() } catch { return undefined } }
const loaded = new Promise((resolve) => addEventListener('load', resolve))
const click = () => new Promise((resolve) => { addEventListener('click', resolve, { once: true, capture: true }); loaded.then(handshake).then(() => wait(50)).then(() => console.log('attack:click')) })
let asked = 0
let silent = false
const answers = new Map()
const send = (message, transfer) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*', transfer)
addEventListener('message', ({ data }) => {
  const message = typeof data === 'string' ? attempt(() => JSON.parse(data)) : data
  if (!message || silent) return
  if (message.method && message.id !== undefined) send({ id: message.id, result: {} })
  else if (answers.has(message.id)) answers.get(message.id)(message)
})
const ask = (method, params, ms) => later(new Promise((resolve) => { answers.set(++asked, resolve); send({ id: asked, method, params }) }), ms)
const handshake = async () => {
  const params = { protocolVersion: '2026-01-26', appInfo: { name: 'attacker', version: '1' }, appCapabilities: { availableDisplayModes: ['inline'] } }
  const answer = await ask('ui/initialize', params, 8000)
  send({ method: 'ui/notifications/initialized', params: {} })
  return answer
}`

const page = (inside: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>attack</title></head><body>${inside}</body></html>`
const kit = `<script>${KIT}</script>`

/** A View that runs a script, and has tried when it is through and the page is loaded. */
export const script = (code: string, before = ''): string =>
  page(
    `${kit}${before}<script>(async () => { ${code} })().catch(() => {}).then(() => later(loaded)).then(() => wait(30)).then(tried)</script>`,
  )

/** A View that only has to be parsed, and has tried when the page is loaded. */
export const markup = (html: string): string =>
  page(`${kit}${html}<script>later(loaded, 3000).then(() => wait(30)).then(tried)</script>`)

/** A View that will not be there any more to say that it has tried, so it says so first. */
export const leaving = (code: string, before = ''): string =>
  page(`${kit}${before}<script>(async () => { await later(loaded); tried(); ${code} })()</script>`)

/** A View that makes friends with the host first. */
export const afterHandshake = (code: string): string => script(`await handshake(); ${code}`)

/** The honest View of another app: it has a secret, and reports when it is ready and when it was deceived. */
export const victim = (code: string): string => honest('victim:ready', code)

/** The honest View that follows a hostile one of the same app. */
export const nextView = (code: string): string => honest('next:ready', code)

const honest = (ready: string, code: string): string =>
  page(`${kit}<script>const complain = (what) => console.log('victim:harmed', what); handshake();
    (async () => { ${code} })().then(() => console.log('${ready}'), (error) => console.log('victim:failed', String(error)))</script>`)
