// Chromium without a test driver. A driver attaches to every frame that has a process of its own, stops it before it starts, and
// adds an isolated world to it. No user's browser does that, and of two designs the one with more such frames would pay more for
// it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/browser.mjs'

/**
 * @typedef {object} QuietPage
 * @property {(expression: string) => Promise<any>} evaluate
 * @property {() => Promise<number[]>} processes The ids of all processes of its browser.
 * @property {() => Promise<unknown>} close
 */
/** @typedef {{ open(url: string): Promise<QuietPage>, close(): Promise<void> }} QuietChromium */
/** @typedef {(method: string, params?: object, sessionId?: string) => Promise<any>} Send */
/** @typedef {{ id?: number, error?: { message: string }, result?: unknown, method?: string, sessionId?: string }} Told */

const ARGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--window-size=1280,720',
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-extensions',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** @returns {Promise<QuietChromium>} */
export async function launchQuietChromium() {
  const profile = await mkdtemp(join(tmpdir(), 'casement-bench-'))
  const chromium = spawn(
    ensureChromium(() => {}),
    [...ARGS, `--user-data-dir=${profile}`, ...CHROMIUM_ARGS, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const gone = new Promise((resolve) => chromium.once('exit', resolve))
  const [, , , into, from] = chromium.stdio
  const { send, heard } = speak(
    /** @type {import('node:stream').Writable} */ (into),
    /** @type {import('node:stream').Readable} */ (from),
  )
  return {
    async open(url) {
      const before = await countProcesses(send)
      const { browserContextId } = await send('Target.createBrowserContext')
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      await send('Page.enable', {}, sessionId)
      const loaded = heard('Page.loadEventFired', sessionId)
      await send('Page.navigate', { url }, sessionId)
      await loaded
      await send('Page.disable', {}, sessionId)
      return {
        async evaluate(expression) {
          const asked = { expression, awaitPromise: true, returnByValue: true }
          const { result, exceptionDetails } = await send('Runtime.evaluate', asked, sessionId)
          if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
          return result.value
        },
        async processes() {
          const { processInfo } = await send('SystemInfo.getProcessInfo')
          return processInfo.map((/** @type {{ id: number }} */ { id }) => id)
        },
        async close() {
          await send('Target.disposeBrowserContext', { browserContextId })
          await processesEnded(send, before)
        },
      }
    },
    async close() {
      void send('Browser.close').catch(() => {})
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** @param {Send} send @returns {Promise<number>} */
const countProcesses = async (send) => (await send('SystemInfo.getProcessInfo')).processInfo.length

/**
 * Waits until a closed page has no processes left, so that their end does not fall into what is timed next. Not for ever: the browser
 * may have started another one meanwhile.
 * @param {Send} send
 * @param {number} before
 */
async function processesEnded(send, before) {
  for (const deadline = performance.now() + 1000; performance.now() < deadline && (await countProcesses(send)) > before;)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * The DevTools protocol over two pipes: texts with a zero after each.
 * @param {import('node:stream').Writable} into
 * @param {import('node:stream').Readable} from
 * @returns {{ send: Send, heard: (method: string, sessionId: string) => Promise<void> }}
 */
function speak(into, from) {
  /** @type {Map<number, (told: Told) => void>} */
  const asked = new Map()
  /** @type {Map<string, () => void>} */
  const awaited = new Map()
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (/** @type {string} */ text) => {
    const parts = (rest + text).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const told = /** @type {Told} */ (JSON.parse(part))
      if (told.id === undefined) awaited.get(`${told.method} ${told.sessionId}`)?.()
      else asked.get(told.id)?.(told)
    }
  })
  from.once('close', () => {
    for (const answer of asked.values()) answer({ error: { message: 'the browser is gone' } })
  })
  let count = 0
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++count
        asked.set(id, ({ error, result }) => {
          asked.delete(id)
          if (error) reject(new Error(`${method}: ${error.message}`))
          else resolve(result)
        })
        into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      }),
    heard: (method, sessionId) => new Promise((resolve) => awaited.set(`${method} ${sessionId}`, resolve)),
  }
}
