import { createSocket } from 'node:dgram'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallEntry } from '@casement/gateway/api'
import { renderExport } from '../../packages/studio/src/web/chat/render-export.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

let browser: Browser
// The port of the STUN server that the Views of a test name.
let port = 0
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** A script that connects by WebRTC with what it finds in a window, and says so on the console when it is through. */
const connect = (from: string): string =>
  `(() => { try { const C = ${from}.RTCPeerConnection ?? ${from}.webkitRTCPeerConnection; const c = new C({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {} })()`
const inFrame = (): string => `<script>${connect('window')}</script>`.replaceAll('"', '&quot;')
const quoted = (html: string): string => JSON.stringify(html).replaceAll('</', '<\\/')

const WAYS: Readonly<Record<string, () => string>> = {
  'in its own page': () => `<script>${connect('window')}</script>`,
  'in an empty frame': () =>
    `<script>const f = document.createElement('iframe'); document.body.append(f); ${connect('f.contentWindow')}</script>`,
  'in a frame in its markup': () => `<iframe srcdoc="${inFrame()}"></iframe>`,
  'in a frame that it adds': () =>
    `<script>const f = document.createElement('iframe'); f.srcdoc = ${quoted(`<script>${connect('window')}</script>`)}; document.body.append(f)</script>`,
  'in a frame below a shadow tree': () =>
    `<div></div><script>const r = document.querySelector('div').attachShadow({ mode: 'closed' }); r.innerHTML = ${quoted(`<iframe srcdoc="${inFrame()}"></iframe>`)}</script>`,
  'in a frame below a shadow tree in markup': () =>
    `<div><template shadowrootmode="closed"><iframe srcdoc="${inFrame()}"></iframe></template></div>`,
  'in a frame that it writes': () =>
    `<script>document.write(${quoted(`<div><template shadowrootmode="closed"><iframe srcdoc="${inFrame()}"></iframe></template></div>`)})</script>`,
  'in a frame that it navigates to a script': () =>
    `<script>const f = document.createElement('iframe'); f.src = ${quoted(`javascript:${connect('window')}`)}; document.body.append(f)</script>`,
}

/** The exported file of a conversation with this View. */
function exported(html: string): string {
  const entry: CallEntry = {
    kind: 'call',
    id: 'c1',
    at: 0,
    by: 'person',
    server: 's',
    tool: 't',
    input: {},
    status: 'done',
    result: { content: [] },
    view: 'c1',
    resourceUri: 'ui://s/t',
    resourceHash: 'h1',
  }
  return renderExport({
    title: 'Export',
    entries: [entry],
    context: [],
    documents: new Map([['h1', html]]),
    states: new Map(),
    version: '0',
    at: new Date(0),
  })
}

/** Opens a file, and returns how many datagrams its Views sent to the STUN server. */
async function open(file: () => string): Promise<number> {
  let datagrams = 0
  const stun = createSocket('udp4', () => datagrams++)
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve))
  port = stun.address().port
  const page = await browser.newPage()
  const isThrough = page.waitForEvent('console', (message) => message.text() === 'through')
  await page.setContent(file())
  await isThrough
  const sent = datagrams
  // The same browser reaches the server from a page without a policy.
  const free = await browser.newPage()
  await free.setContent(`<script>${connect('window')}</script>`)
  await expect.poll(() => datagrams).toBeGreaterThan(sent)
  await Promise.all([free.close(), page.close()])
  stun.close()
  return sent
}

const DONE = `<script>addEventListener('load', () => setTimeout(() => console.log('through'), 700))</script>`

test.each(Object.keys(WAYS))('a View in an exported conversation cannot connect by WebRTC: %s', async (way) => {
  expect(await open(() => exported(`<!doctype html><body>${WAYS[way]?.() ?? ''}${DONE}`))).toBe(0)
})

test('the listener hears a View without the lock, so that the check can fail', async () => {
  const unlocked = (): string =>
    exported(`<!doctype html><body>${WAYS['in its own page']?.() ?? ''}${DONE}`).replace(/id="lock">[^<]*/, 'id="lock">""')
  expect(await open(unlocked)).toBeGreaterThan(0)
})
