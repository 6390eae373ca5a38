import type { Attack } from './attack.ts'
import { harmsVictim, loots, reachesCanary, type Judge } from './judges.ts'
import { markup, script, victim } from './view-kit.ts'

const shares = (id: string, title: string, keep: (secret: string) => string, view: Attack['view'], escaped: Judge): Attack => ({
  id: `share-${id}`,
  title,
  category: 'sharing',
  view,
  victim: (secret) => victim(keep(secret)),
  escaped,
})
const harms = (id: string, title: string, keep: string, attack: string): Attack =>
  shares(
    id,
    title,
    () => keep,
    () => script(attack),
    harmsVictim,
  )
const named = (id: string, title: string, view: Attack['view']): Attack =>
  shares(id, title, () => `window.name = 'pay'`, view, reachesCanary)

const DB = `new Promise((done, fail) => { const r = indexedDB.open('orders'); r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => done(r.result); r.onerror = fail; r.onblocked = fail })`

/** Attacks through what two apps in one page might share: storage, channels, workers, names of windows, documents. */
export const sharingAttacks: readonly Attack[] = [
  harms(
    'broadcast-forged',
    'speaks on the broadcast channel of another app',
    `new BroadcastChannel('sync').onmessage = ({ data }) => data === 'forged' && complain('it heard a forged broadcast')`,
    `const c = new BroadcastChannel('sync'); for (let n = 0; n < 10; n++) { c.postMessage('forged'); await wait(20) }`,
  ),
  harms(
    'storage-forged',
    'changes a setting that another app keeps',
    `localStorage.setItem('account', 'mine'); setInterval(() => localStorage.getItem('account') === 'forged' && complain('its setting was changed'), 20)`,
    `localStorage.setItem('account', 'forged'); await wait(200)`,
  ),
  harms(
    'session-forged',
    'changes what another app keeps for this tab',
    `sessionStorage.setItem('step', '1'); setInterval(() => sessionStorage.getItem('step') === 'forged' && complain('its step was changed'), 20)`,
    `sessionStorage.setItem('step', 'forged'); await wait(200)`,
  ),
  harms(
    'storage-full',
    'fills the storage of another app',
    `const id = setInterval(() => { try { localStorage.setItem('k', 'x'.repeat(64)); localStorage.removeItem('k') } catch { clearInterval(id); complain('its storage is full') } }, 20)`,
    `let size = 1 << 22; for (let n = 0; size > 0 && n < 200; n++) { try { localStorage.setItem('f' + n, 'x'.repeat(size)) } catch { size >>= 1 } } await wait(200)`,
  ),
  harms(
    'cookie-forged',
    'changes a cookie of another app',
    `document.cookie = 'cart=mine'; setInterval(() => document.cookie.includes('cart=forged') && complain('its cookie was changed'), 20)`,
    `for (const path of ['/', location.pathname]) document.cookie = 'cart=forged; path=' + path; await wait(200)`,
  ),
  harms(
    'database-deleted',
    'deletes the database of another app',
    `const db = await ${DB}; db.onversionchange = () => complain('somebody deletes its database')`,
    `await later(new Promise((done) => { const r = indexedDB.deleteDatabase('orders'); r.onsuccess = r.onerror = r.onblocked = done })); await wait(100)`,
  ),
  harms(
    'cache-poisoned',
    'puts a forged response into the cache of another app',
    `const c = await caches.open('v1'); setInterval(async () => (await (await c.match('/config'))?.text()) === 'forged' && complain('its cache was changed'), 30)`,
    `await (await caches.open('v1')).put('/config', new Response('forged')); await wait(300)`,
  ),
  harms(
    'file-overwritten',
    'writes into the file system of another app',
    `const dir = await navigator.storage.getDirectory(); await dir.getFileHandle('a', { create: true }); setInterval(async () => (await (await (await dir.getFileHandle('a')).getFile()).text()) === 'forged' && complain('its file was changed'), 30)`,
    `const f = await (await navigator.storage.getDirectory()).getFileHandle('a', { create: true }); const w = await f.createWritable(); await w.write('forged'); await w.close(); await wait(300)`,
  ),
  harms(
    'lock-held',
    'holds a lock that another app waits for',
    `let since = Date.now(); const take = () => navigator.locks.request('save', () => { since = Date.now() }); void (async () => { for (;;) { await take(); await wait(10) } })(); setInterval(() => Date.now() - since > 1500 && complain('it does not get its lock'), 50)`,
    `void navigator.locks.request('save', () => new Promise(() => {})); await wait(2500)`,
  ),
  {
    ...harms(
      'service-worker',
      'answers the requests of another app by a service worker',
      `setInterval(async () => { const text = await fetch('/probe').then((r) => r.text(), () => ''); if (text === 'forged') complain('somebody else answered its request') }, 50)`,
      '',
    ),
    view: () => `<!--
oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim()); onfetch = (event) => event.respondWith(new Response('forged')); /*
-->${script(`await later(navigator.serviceWorker.register(location.href, { scope: '/' }), 3000); await wait(1000)`)}<!-- */ // -->`,
  },
  shares(
    'document-framed',
    'frames the document of another app and reads it',
    (secret) => `document.body.dataset.secret = '${secret}'`,
    () =>
      script(
        `const f = document.createElement('iframe'); f.src = '/view/RUN/victim'; document.body.append(f); await later(new Promise((done) => { f.onload = done })); attempt(() => loot(f.contentDocument.documentElement.innerHTML))`,
      ),
    loots,
  ),
  shares(
    'document-fetched',
    'fetches the document of another app',
    (secret) => `document.body.dataset.secret = '${secret}'`,
    () => script(`const r = await later(fetch('/view/RUN/victim')); loot(await r.text())`),
    loots,
  ),
  named('window-opened', 'sends the window of another app away by its name', ({ canary }) =>
    script(`attempt(() => open('${canary}/x', 'pay')); await wait(400)`),
  ),
  named('anchor-target', 'sends the window of another app away by a link', ({ canary }) =>
    script(`document.links[0].click(); await wait(400)`, `<a href="${canary}/x" target="pay">x</a>`),
  ),
  named('form-target', 'sends the window of another app away by a form', ({ canary }) =>
    script(
      `document.forms[0].submit(); await wait(400)`,
      `<form action="${canary}/x" target="pay"><input name="a" value="b"></form>`,
    ),
  ),
  named('base-target', 'sends the window of another app away by a base', ({ canary }) =>
    markup(
      `<base target="pay"><a id="a" href="${canary}/x">x</a><script>addEventListener('load', () => document.querySelector('#a').click())</script>`,
    ),
  ),
]
