import type { Attack } from './attack.ts'
import { breaksHost, loots, navigatesTab, opensWindow, page, showsDialog, type Judge } from './judges.ts'
import { afterHandshake, leaving, script } from './view-kit.ts'

const uses = (id: string, title: string, view: string, escaped: Judge, more: Partial<Attack> = {}): Attack => ({
  id: `browser-${id}`,
  title,
  category: 'browser',
  view: () => view,
  escaped,
  ...more,
})
const downloads: Judge = ({ downloads: names }) => names.join(', ') || undefined
const takesKeys = page(({ typed }) => typed !== 'abc' && `of "abc" the host page got "${typed}"`)
const copies =
  (text: string): Judge =>
  ({ clipboard }) =>
    clipboard === text ? 'the clipboard was changed' : undefined
const tooBig = page(
  ({ frames }) => frames.some(({ width, height }) => height > 10_000 || width > 3000) && 'the frame covers everything',
)
const SAVE = `const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'evil.exe'; document.body.append(a);`
const size = (params: string): string => `send({ method: 'ui/notifications/size-changed', params: ${params} })`

/** Browser features that a page of its own would have. */
export const browserAttacks: readonly Attack[] = [
  uses('alert', 'shows an alert', script(`alert('pay here')`), showsDialog),
  uses('confirm', 'asks for a confirmation', script(`confirm('pay here')`), showsDialog),
  uses('prompt', 'asks for a password', script(`prompt('password')`), showsDialog),
  uses('alert-clicked', 'shows an alert after a real click', script(`await click(); alert('pay here')`), showsDialog),
  uses(
    'beforeunload',
    'does not let the user leave',
    script(`addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'stay' }); await click()`),
    showsDialog,
    { user: 'leave' },
  ),
  uses('popup', 'opens an empty window', script(`open('about:blank'); await wait(200)`), opensWindow),
  uses(
    'popup-clicked',
    'opens an empty window after a real click',
    script(`await click(); open('about:blank'); await wait(200)`),
    opensWindow,
  ),
  uses(
    'popup-blob',
    'opens a window with a page of its own after a real click',
    script(`await click(); open(URL.createObjectURL(new Blob(['<h1>Log in</h1>'], { type: 'text/html' }))); await wait(200)`),
    opensWindow,
  ),
  uses(
    'popup-features',
    'opens a window under the page',
    script(`await click(); open('about:blank', 'under', 'width=100,height=100,noopener'); await wait(200)`),
    opensWindow,
  ),
  uses('download', 'saves a file by itself', script(`${SAVE} a.click(); await wait(300)`), downloads),
  uses(
    'download-clicked',
    'saves a file after a real click',
    script(`await click(); ${SAVE} a.click(); await wait(300)`),
    downloads,
  ),
  uses(
    'download-data',
    'goes to a file',
    leaving(
      `location = 'data:application/octet-stream,x'; const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['x'], { type: 'application/octet-stream' })); document.body.append(f)`,
    ),
    downloads,
  ),
  uses('history-back', 'sends the user back', leaving(`history.back()`), navigatesTab),
  uses(
    'history-go',
    'sends the user back from a frame of its own',
    leaving(`const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.history.go(-1)`),
    navigatesTab,
  ),
  uses(
    'history-growth',
    'makes the way back long',
    script(`for (let n = 0; n < 30; n++) { history.pushState(n, ''); location.hash = 'x' + n } await wait(200)`),
    page(({ historyGrowth }) => historyGrowth > 0 && `${historyGrowth} entries`),
  ),
  uses(
    'history-growth-nested',
    'makes the way back long, from a frame of its own',
    script(
      `const f = document.createElement('iframe'); f.srcdoc = '<script>addEventListener("load", () => setTimeout(() => { for (let n = 0; n < 30; n++) history.pushState(n, "") }))</' + 'script>'; document.body.append(f); await later(new Promise((done) => { f.onload = done })); await wait(300)`,
    ),
    page(({ historyGrowth }) => historyGrowth > 0 && `${historyGrowth} entries`),
  ),
  uses(
    'focus',
    'takes the focus',
    script(`const i = document.createElement('input'); document.body.append(i); focus(); i.focus(); await wait(100)`),
    takesKeys,
    { user: 'type' },
  ),
  uses(
    'focus-handshaken',
    'takes the focus when it is trusted',
    afterHandshake(`const i = document.createElement('input'); document.body.append(i); focus(); i.focus(); await wait(200)`),
    takesKeys,
    { user: 'type' },
  ),
  uses(
    'focus-loop',
    'takes the focus again and again',
    script(
      `const i = document.createElement('input'); document.body.append(i); setInterval(() => { focus(); i.focus() }, 1); await wait(300)`,
    ),
    takesKeys,
    { user: 'type' },
  ),
  uses(
    'focus-select',
    'takes the focus by a selection and a dialog',
    script(
      `document.body.innerHTML = '<textarea>x</textarea><dialog><input autofocus></dialog>'; document.querySelector('textarea').select(); document.querySelector('dialog').showModal(); await wait(100)`,
    ),
    takesKeys,
    { user: 'type' },
  ),
  uses(
    'scroll',
    'scrolls the host page',
    afterHandshake(
      `document.body.innerHTML += '<div style="height:2900px"></div><p id="end">end</p>'; ${size(`{ width: 300, height: 3000 }`)}; await wait(300); document.querySelector('#end').scrollIntoView(); await wait(300)`,
    ),
    page(({ scrolled }) => scrolled > 0 && `by ${scrolled} px`),
  ),
  uses(
    'scroll-hash',
    'scrolls the host page by an anchor',
    afterHandshake(
      `document.body.innerHTML += '<div style="height:2900px"></div><p id="end">end</p>'; ${size(`{ width: 300, height: 3000 }`)}; await wait(300); location.hash = 'end'; await wait(300)`,
    ),
    page(({ scrolled }) => scrolled > 0 && `by ${scrolled} px`),
  ),
  uses(
    'clipboard-clicked',
    'writes to the clipboard after a real click',
    script(`await click(); await later(navigator.clipboard.writeText('attack 2'))`),
    copies('attack 2'),
    { alone: true },
  ),
  uses(
    'copy-command',
    'writes to the clipboard by a command after a real click',
    script(
      `await click(); const t = document.createElement('textarea'); t.value = 'attack 3'; document.body.append(t); t.select(); document.execCommand('copy')`,
    ),
    copies('attack 3'),
    { alone: true },
  ),
  uses(
    'fullscreen',
    'fills the screen after a real click',
    script(`await click(); await later(document.documentElement.requestFullscreen()); await wait(100)`),
    page(({ fullscreen }) => fullscreen && 'it fills the screen'),
  ),
  uses(
    'geolocation',
    'asks where the user is',
    script(
      `await later(new Promise((done) => navigator.geolocation.getCurrentPosition(({ coords }) => done(loot(coords.longitude)), done)))`,
    ),
    loots,
  ),
  uses(
    'geolocation-frame',
    'asks where the user is from a frame of its own',
    script(
      `const f = document.createElement('iframe'); f.allow = 'geolocation *'; document.body.append(f); await later(new Promise((done) => f.contentWindow.navigator.geolocation.getCurrentPosition(({ coords }) => done(loot(coords.longitude)), done)))`,
    ),
    loots,
  ),
  uses(
    'mode',
    'asks for a display mode that it did not declare',
    script(`await click(); await ask('ui/request-display-mode', { mode: 'fullscreen' }); await wait(200)`),
    page(({ fullscreen, frames }) => (fullscreen || frames.some(({ width }) => width > 600)) && 'it fills the screen'),
  ),
  uses(
    'size-huge',
    'asks to be a billion pixels high',
    afterHandshake(`${size(`{ width: 1e9, height: 1e9 }`)}; await wait(200)`),
    tooBig,
  ),
  uses(
    'size-text',
    'asks for a size that is a text',
    afterHandshake(
      `${size(`{ width: '99999', height: '99999px;position:fixed' }`)}; ${size(`{ width: '99999', height: '99999' }`)}; await wait(200)`,
    ),
    tooBig,
  ),
  uses(
    'size-zero',
    'asks for sizes that are none',
    afterHandshake(
      `${size(`{ width: 1e-9, height: 0 }`)}; ${size(`{ height: -5 }`)}; ${size(`{ height: null }`)}; await wait(200)`,
    ),
    page(({ frames }) => frames.some(({ width }) => width < 10) && 'the frame disappeared'),
  ),
  uses(
    'size-storm',
    'changes its size as fast as it can',
    afterHandshake(
      `for (let n = 0; n < 100; n++) { ${size(`{ width: 300, height: 100 + (n % 2) * 300 }`)}; await wait(20) } await wait(300)`,
    ),
    page(({ resizes }) => resizes > 30 && `${resizes} changes`),
  ),
]

// Much longer than the runner waits for a page that does not answer.
const FOREVER = `for (const end = Date.now() + 90000; Date.now() < end;) {}`
const hangs = (id: string, title: string, view: string, more: Partial<Attack> = {}): Attack => ({
  id: `live-${id}`,
  title,
  category: 'liveness',
  view: () => view,
  escaped: breaksHost,
  ...more,
})

/** Views that do not let go. Each loop ends after a minute and a half, so that the machine survives them. */
export const livenessAttacks: readonly Attack[] = [
  hangs(
    'loop-first',
    'an endless loop before anything else',
    `<!doctype html><script>console.log('attack:tried'); ${FOREVER}</script>`,
  ),
  hangs('loop-loaded', 'an endless loop before the handshake', leaving(FOREVER)),
  hangs('loop-handshaken', 'an endless loop after the handshake', script(`await handshake(); tried(); ${FOREVER}`)),
  hangs(
    'loop-between',
    'an endless loop in the middle of the handshake',
    script(`addEventListener('message', () => { tried(); ${FOREVER} }); await handshake()`),
  ),
  hangs(
    'loop-microtasks',
    'microtasks without an end',
    leaving(`const end = Date.now() + 90000; const again = () => Date.now() < end && Promise.resolve().then(again); again()`),
  ),
  hangs('loop-regexp', 'a regular expression without an end', leaving(`/^(a+)+$/.test('a'.repeat(38) + 'b')`)),
  hangs(
    'loop-teardown',
    'an endless loop when it is told to close',
    script(
      `await handshake(); silent = true; addEventListener('message', ({ data }) => { if (JSON.stringify(data).includes('teardown')) { ${FOREVER} } }); await wait(100)`,
    ),
  ),
  hangs(
    'loop-pagehide',
    'an endless loop when it is removed',
    script(
      `await handshake(); silent = true; for (const type of ['pagehide', 'unload', 'visibilitychange']) addEventListener(type, () => { ${FOREVER} })`,
    ),
    { atTheEnd: true },
  ),
  hangs('silent', 'never says a word', leaving(`silent = true`)),
  hangs('silent-teardown', 'never answers when it is told to close', script(`await handshake(); silent = true; await wait(50)`)),
  hangs(
    'error-teardown',
    'answers an error, and to another question, when it is told to close',
    script(
      `await handshake(); silent = true; addEventListener('message', ({ data }) => { if (data?.id !== undefined && data.method) { send({ id: 'other', result: {} }); send({ id: [data.id], error: { code: 1, message: 'no' } }) } }); await wait(50)`,
    ),
  ),
  hangs(
    'asks-teardown',
    'asks to be closed and stays silent',
    script(
      `await handshake(); silent = true; send({ method: 'ui/notifications/request-teardown', params: {} }); await wait(100)`,
    ),
  ),
]
