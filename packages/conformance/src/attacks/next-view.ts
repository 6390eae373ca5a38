import type { Attack } from './attack.ts'
import { anyOf, harmsVictim, loots } from './judges.ts'
import { nextView, script, victim } from './view-kit.ts'

// Every window within a proxy that the attacker can script. A page that the host opens ahead of time comes when the attacker is ready
// and the browser is idle, so it looks for a while.
const SCRIPTABLE = `
const all = (w) => [w, ...Array.from({ length: Math.min(9, w.length) }, (_, i) => all(w[i])).flat()]
const canScript = (w) => attempt(() => w.parent !== top && w.document.readyState === 'complete')
// Not with eval, which a policy may forbid.
const runIn = (w, code) => { const s = w.document.createElement('script'); s.textContent = code; w.document.documentElement.append(s) }
const eachScriptable = async (plant, find = () => all(top)) => {
  const done = new Set([window])
  for (let round = 0; round < 40; round++) {
    for (const w of find()) if (!done.has(w) && canScript(w)) { done.add(w); attempt(() => plant(w)) }
    await wait(50)
  }
};`
// The functions of the planted code, which cannot use those of the attacker: it may be gone.
const LOOT = `const loot = (value) => console.log('attack:loot', String(value).slice(0, 10000));`

const code = (planted: string): string => JSON.stringify(`(() => { ${LOOT} ${planted} })()`)

const plant = (id: string, title: string, keep: (secret: string) => string, planted: string, find?: string): Attack => ({
  id: `next-${id}`,
  title,
  category: 'next-view',
  view: () =>
    script(
      `await handshake(); ${SCRIPTABLE} await eachScriptable((w) => runIn(w, ${code(planted)})${find ? `, () => ${find}` : ''})`,
    ),
  next: { view: (secret) => nextView(keep(secret)) },
  escaped: anyOf(loots, harmsVictim),
})

/** Another app stays open, so that the page has a reason to keep what it opened ahead of time. */
const haunt = (id: string, title: string, keep: (secret: string) => string, planted: string): Attack => {
  const attack = plant(`ghost-${id}`, title, keep, planted)
  return { ...attack, victim: () => victim(''), next: { view: (secret) => nextView(keep(secret)), afterClose: true } }
}

const hears = (): string => `new BroadcastChannel('c').onmessage = () => complain('code of a closed View runs'); await wait(300)`
const shows = (secret: string): string => `document.body.append('${secret}'); await wait(300)`

/** Traces that a View leaves for the next View of its own app, in prewarmed pages. */
export const nextViewAttacks: readonly Attack[] = [
  plant(
    'timer',
    'a timer in the page of the next View reads what it shows',
    shows,
    `setInterval(() => loot(document.body?.textContent), 20)`,
  ),
  plant(
    'observer',
    'an observer in the page of the next View sees what it shows',
    shows,
    `new MutationObserver(() => loot(document.documentElement?.textContent)).observe(document, { childList: true, subtree: true })`,
  ),
  plant(
    'port',
    'replaces how ports send in the page of the next View',
    (secret) => `new MessageChannel().port1.postMessage('${secret}'); await wait(100)`,
    `MessagePort.prototype.postMessage = function (message) { loot(JSON.stringify(message)) }`,
  ),
  plant(
    'channel',
    'replaces MessageChannel in the page of the next View and keeps the other end of its ports',
    (secret) =>
      `const { port1, port2 } = new MessageChannel(); parent.postMessage({}, '*', [port2]); port1.postMessage('${secret}'); await wait(100)`,
    `const Real = MessageChannel; window.MessageChannel = function () { const { port1, port2 } = new Real(); port2.onmessage = ({ data }) => loot(data); return { port1, port2: new Real().port2 } }`,
  ),
  plant(
    'setter',
    'defines a global of the next View and reads what it assigns',
    (secret) => `window.token = '${secret}'; await wait(50)`,
    `Object.defineProperty(window, 'token', { set: loot, get: () => undefined })`,
  ),
  plant(
    'prototype',
    'replaces a function of the language in the page of the next View',
    (secret) => `JSON.stringify({ token: '${secret}' }); await wait(50)`,
    `const real = JSON.stringify; JSON.stringify = (value) => { loot(real(value)); return real(value) }`,
  ),
  plant(
    'element',
    'defines an element of the next View',
    (secret) =>
      `const e = document.createElement('x-token'); e.textContent = '${secret}'; document.body.append(e); await wait(50)`,
    `customElements.define('x-token', class extends HTMLElement { connectedCallback() { loot(this.textContent) } })`,
  ),
  plant(
    'parent-walk',
    'finds the page of the next View through the frames of its parents',
    shows,
    `setInterval(() => loot(document.body?.textContent), 20)`,
    `Array.from({ length: 9 }, (_, i) => attempt(() => parent.parent.frames[i]?.frames[0])).filter(Boolean)`,
  ),
  plant(
    'navigated',
    'sends the page of the next View to a document of its own',
    shows,
    `const read = 'setInterval(() => console.log("attack:loot", document.body && document.body.textContent), 20)'; location.replace(URL.createObjectURL(new Blob(['<script>' + read + '</' + 'script>'], { type: 'text/html' })))`,
  ),
  plant(
    'child',
    'a frame in the page of the next View calls its timers',
    shows,
    `const f = document.createElement('iframe'); document.documentElement.append(f); const page = window; f.contentWindow.page = page; page.setInterval(() => loot(page.document.body?.textContent), 20)`,
  ),
  {
    ...plant('named', 'names the page of the next View and finds it by that name', shows, ``),
    view: () =>
      script(
        `await handshake(); ${SCRIPTABLE} const names = []; await eachScriptable((w) => { w.name = 'mine' + names.length; names.push(w.name) }); for (const name of names) attempt(() => runIn(open('', name), ${code('setInterval(() => loot(document.body?.textContent), 20)')}))`,
      ),
  },
  haunt(
    'timer',
    'a timer outlives its View and reads what the next one stores',
    (secret) => `localStorage.setItem('k', '${secret}'); await wait(300)`,
    `setInterval(() => loot(localStorage.getItem('k')), 20)`,
  ),
  haunt(
    'broadcast',
    'a listener outlives its View and hears what the next one broadcasts',
    (secret) => `new BroadcastChannel('c').postMessage('${secret}'); await wait(300)`,
    `new BroadcastChannel('c').onmessage = ({ data }) => loot(data)`,
  ),
  haunt(
    'speaker',
    'a timer outlives its View and speaks to the next one',
    hears,
    `const c = new BroadcastChannel('c'); setInterval(() => c.postMessage('boo'), 20)`,
  ),
  haunt(
    'lock',
    'a lock outlives its View and stops the next one',
    () => `const { held } = await navigator.locks.query(); if (held.length > 0) complain('a lock of a closed View is held')`,
    `void navigator.locks.request('save', () => new Promise(() => {}))`,
  ),
  {
    ...haunt('extended-worker', 'a worker outlives its View and speaks to the next one', hears, ''),
    declares: () => ({ csp: { resourceDomains: ['blob:'] } }),
    view: () =>
      script(
        `await handshake(); const code = "const c = new BroadcastChannel('c'); setInterval(() => c.postMessage('boo'), 20)"; new SharedWorker(URL.createObjectURL(new Blob([code])), { extendedLifetime: true }); await wait(500)`,
      ),
  },
  haunt(
    'storage-event',
    'a listener for storage events outlives its View',
    (secret) => `localStorage.setItem('k', '${secret}' + Math.random()); await wait(300)`,
    `addEventListener('storage', ({ newValue }) => loot(newValue))`,
  ),
]
