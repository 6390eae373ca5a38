// WebKitGTK through its own WebDriver. It has no headless mode, so where there is no display it gets one of its own (Xvfb).
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Builder } from 'selenium-webdriver'
import { asJson, explainWait, PATIENCE } from './expression.mjs'
import { freePort } from './free-port.mjs'

const VERSIONS = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']

/** The browser that comes with WebKitWebDriver. Debian keeps it out of the path. */
export function findMiniBrowser() {
  const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter((folder) => existsSync(folder))
  const places = libraries.concat(libraries.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))))
  const homes = places.flatMap((folder) => VERSIONS.map((version) => join(folder, version, 'MiniBrowser')))
  return homes.find((file) => existsSync(file))
}

/** @returns {Promise<{ display: string, stop: () => void }>} */
async function openDisplay() {
  const given = process.env['DISPLAY']
  if (given) return { display: given, stop: () => {} }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display')))
    server.stdio[3]?.once('data', (text) => resolve(String(text).trim()))
  })
  return { display: `:${number}`, stop: () => void server.kill() }
}

/**
 * Until the driver answers: it says nothing when it is ready.
 * @param {string} server
 */
async function untilReady(server) {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline;) {
    const answer = await fetch(`${server}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((retry) => setTimeout(retry, 20))
  }
  throw new Error(`WebKitWebDriver did not answer within ${PATIENCE} ms`)
}

/**
 * The messages that the capture script of each frame has stored.
 * @param {import('selenium-webdriver').WebDriver} driver @returns {Promise<string[]>}
 */
async function capturedErrors(driver) {
  const own = /** @type {string[]} */ (await driver.executeScript('return window.capturedErrors ?? []'))
  const frames = /** @type {number} */ (await driver.executeScript('return window.frames.length'))
  for (let index = 0; index < frames; index++) {
    await driver.switchTo().frame(index)
    own.push(...(await capturedErrors(driver)))
    await driver.switchTo().parentFrame()
  }
  return own
}

/** @param {string} server @param {string} url @returns {Promise<import('./browsers.mjs').LabPage>} */
async function openWebkitPage(server, url) {
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
    })
    .build()
  await driver.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE })
  await driver.get(url)
  /** @type {import('./browsers.mjs').LabPage['evaluate']} */
  const evaluate = async (expression) => {
    // An error must come back as an error, not as a script that never ended.
    const script = `const done = arguments[0]; ${asJson(expression)}.then((json) => done({ json }), (error) => done({ error: String(error) }))`
    const { json, error } = /** @type {{ json: string, error?: string }} */ (await driver.executeAsyncScript(script))
    if (error) throw new Error(error)
    return JSON.parse(json)
  }
  return {
    evaluate,
    waitFor: async (expression, ms = PATIENCE) => {
      const until = async () => void (await driver.wait(() => evaluate(`Boolean(${expression})`), ms, undefined, 25))
      await explainWait(expression, [], until).catch(async (error) => {
        throw new Error(`${String(error)}\nCaptured: ${(await capturedErrors(driver)).join('\n')}`, { cause: error })
      })
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    consoleErrors: () => capturedErrors(driver),
    close: () => driver.quit(),
  }
}

/** @returns {Promise<import('./browsers.mjs').LabBrowser>} */
export async function launchWebkit() {
  const { display, stop } = await openDisplay()
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const server = `http://127.0.0.1:${port}`
  /** @type {Set<import('./browsers.mjs').LabPage>} */
  const pages = new Set()
  const close = async () => {
    for (const page of pages) await page.close()
    driver.kill()
    stop()
  }
  try {
    await untilReady(server)
  } catch (error) {
    await close()
    throw error
  }
  return {
    name: 'webkit',
    async open(url) {
      const page = await openWebkitPage(server, url)
      pages.add(page)
      return {
        ...page,
        async close() {
          pages.delete(page)
          await page.close()
        },
      }
    },
    close,
  }
}
