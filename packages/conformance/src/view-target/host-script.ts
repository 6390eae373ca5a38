import { INVITE } from '../run/invite-script.ts'

/**
 * A hand-written host in a page: it responds according to its plan, stores all messages, and checks nothing. It contains none of
 * our code, so that a View is not judged by the authors of another one.
 */
export const HOST_SCRIPT = `
const heard = (window.heard = [])
const waiters = new Set()
let frame
let plan
const note = (message) => {
  heard.push(message)
  for (const look of [...waiters]) look()
}
window.say = (message) => frame.contentWindow.postMessage(message, '*')
window.when = (find, patience) => new Promise((resolve) => {
  const done = (found) => {
    clearTimeout(timer)
    waiters.delete(look)
    resolve(found)
  }
  const timer = setTimeout(done, patience)
  const look = () => {
    const found = find(heard)
    if (found !== undefined) done(found)
  }
  waiters.add(look)
  look()
})
const respond = (message) => {
  if (message === null || typeof message !== 'object' || message.jsonrpc !== '2.0') return
  if (message.method === 'ui/notifications/initialized') for (const each of plan.afterInitialized) say(each)
  if (message.id === undefined || message.method === undefined) return
  const reply = plan.replies[message.method] ?? { error: { code: -32601, message: 'Method not found' } }
  if (reply !== 'nothing') say({ jsonrpc: '2.0', id: message.id, ...reply })
}
window.mount = (given) => {
  plan = given
  frame = document.createElement('iframe')
  frame.name = 'view'
  frame.setAttribute('sandbox', plan.sandbox)
  frame.style = 'width:600px;height:400px;border:0'
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    note(data)
    respond(data)
  })
  frame.src = plan.src
  document.body.append(frame)
}
window.resize = (height) => { frame.style.height = height + 'px' }
${INVITE}`

/** Runs in the View before its own scripts, and reports only to the suite. */
export const WATCH_SCRIPT = `
if (window !== top) {
  const watched = { errors: [], violations: [] }
  Object.defineProperty(window, '__conformance', { value: watched })
  addEventListener('error', ({ message }) => watched.errors.push(message), true)
  addEventListener('unhandledrejection', ({ reason }) => watched.errors.push('unhandled rejection: ' + (reason?.message ?? reason)))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => watched.violations.push(effectiveDirective + ' ' + blockedURI))
}`
