// The steps of a new user with the published packages. A failing step throws with the output of its program.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOST_PROJECTS } from './host-projects.mjs'
import { runIn } from './run-in.mjs'
import { SERVER_PROJECTS } from './server-projects.mjs'

// Patient: a failure should mean a fault, not a busy machine.
const STARTS_WITHIN = 120_000

// The example servers, each with a card on the start page of the Studio.
const EXAMPLES = 8

/**
 * @typedef {object} Place
 * @property {string} folder an empty folder
 * @property {NodeJS.ProcessEnv} env
 * @property {string} version the version that was published
 * @property {import('playwright-core').Browser} browser
 *
 * @typedef {object} Journey
 * @property {string} name
 * @property {(place: Place) => void | Promise<void>} run
 */

/** @type {Journey} */
const commands = {
  name: 'npx casement@latest',
  run({ folder, env, version }) {
    need(runIn(folder, 'npx', ['--yes', 'casement@latest', '--version'], env), version)
    need(runIn(folder, 'npx', ['--yes', 'casement@latest', '--help'], env), 'casement: run, inspect and debug MCP Apps')
    for (const each of ['create', 'doctor', 'render', 'conformance', 'migrate', 'mcp', 'skills'])
      need(runIn(folder, 'npx', ['--yes', 'casement@latest', each, '--help'], env), `casement ${each}`)
  },
}

/** @type {Journey} */
const examples = {
  name: 'npx casement, with the examples',
  async run({ folder, env, browser }) {
    const studio = await start(folder, 'npx', ['--yes', 'casement@latest', '--port', '0', '--json'], env, link)
    try {
      await look(browser, studio.found, async (page) => {
        await page
          .locator('.tool-card')
          .nth(EXAMPLES - 1)
          .waitFor()
        await page.locator('.tool-card', { hasText: 'View' }).first().click()
        await page.locator('mcp-app').first().frameLocator('iframe').frameLocator('iframe').locator('body *').first().waitFor()
      })
    } finally {
      studio.stop()
    }
  },
}

/**
 * @param {string} name
 * @returns {Journey}
 */
const template = (name) => ({
  name: `npm create casement, ${name}`,
  async run({ folder, env, browser }) {
    runIn(folder, 'npm', ['create', '--yes', 'casement@latest', 'my-app', '--', '--template', name], env)
    const project = join(folder, 'my-app')
    runIn(project, 'npm', ['install'], env)
    runIn(project, 'npm', ['test'], env)
    runIn(project, 'npm', ['run', 'build'], env)
    examine(project, env, ['--', 'node', 'dist/server.js'])
    await develop(project, env, browser)
  },
})

/**
 * Runs the project's own `npm run dev` and looks at its View in the Studio.
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 * @param {import('playwright-core').Browser} browser
 */
async function develop(project, env, browser) {
  const studio = await start(project, 'npm', ['run', 'dev', '--', '--port', '0', '--json'], env, link)
  try {
    await look(browser, studio.found, (page) =>
      page.locator('mcp-app').first().frameLocator('iframe').frameLocator('iframe').locator('.dice li').first().waitFor(),
    )
  } finally {
    studio.stop()
  }
}

/** @returns {Journey[]} */
const hosts = () =>
  Object.entries(HOST_PROJECTS).map(([name, { dependencies, build, files }]) => ({
    name: `host, ${name}`,
    async run({ folder, env, browser }) {
      write(folder, { 'package.json': '{"private":true,"type":"module"}', ...files })
      runIn(folder, 'npm', ['install', ...dependencies], env)
      if (build) runIn(folder, 'npx', [...build], { ...env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' })
      const server = await start(folder, 'node', ['serve.mjs'], env, address)
      try {
        await look(browser, server.found, (page) =>
          page.locator('mcp-app').frameLocator('iframe').frameLocator('iframe').getByText('ten past ten').waitFor(),
        )
      } finally {
        server.stop()
      }
    },
  }))

/** @returns {Journey[]} */
const servers = () =>
  Object.entries(SERVER_PROJECTS).map(([name, { dependencies, build, command, files }]) => ({
    name: `server, ${name}`,
    async run({ folder, env }) {
      write(folder, { 'package.json': '{"private":true,"type":"module"}', ...files() })
      runIn(folder, 'npm', ['install', ...dependencies], env)
      if (build) runIn(folder, 'npx', [...build], env)
      if (command[0] !== 'http') return examine(folder, env, ['--', ...command])
      const server = await start(folder, 'node', ['server.mjs'], env, address)
      try {
        examine(folder, env, [server.found])
      } finally {
        server.stop()
      }
    },
  }))

/**
 * The doctor finds nothing wrong, and no MUST is broken.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} server
 */
function examine(folder, env, server) {
  runIn(folder, 'npx', ['--yes', 'casement', 'doctor', ...server], env)
  runIn(folder, 'npx', ['--yes', 'casement', 'conformance', ...server], env)
}

/**
 * Every journey, or the two that go through all of publishing, creating and running a project.
 * @param {{ short: boolean }} options
 * @returns {Journey[]}
 */
export const journeys = ({ short }) =>
  short
    ? [commands, template('vanilla')]
    : [commands, examples, ...['vanilla', 'react', 'vue', 'svelte', 'solid'].map(template), ...servers(), ...hosts()]

/**
 * The link that `casement --json` prints. The last line may be incomplete.
 * @param {string} output
 */
const link = (output) =>
  output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).link)
    .find(Boolean)

/** @param {string} output */
const address = (output) => output.match(/^http:\S+/m)?.[0]

/**
 * @param {string} output
 * @param {string} expected
 */
function need(output, expected) {
  if (!output.includes(expected)) throw new Error(`expected ${JSON.stringify(expected)} in the output\n${output}`)
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files
 */
function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Starts a program in a process group of its own, and waits until `find` finds in its output where it is served.
 * @param {string} folder
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(output: string) => string | undefined} find
 * @returns {Promise<{ found: string, stop: () => void }>}
 */
function start(folder, program, args, env, find) {
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const stop = () => void (child.pid && child.exitCode === null && process.kill(-child.pid))
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (/** @type {string} */ reason) => {
      stop()
      reject(new Error(`${program} ${args.join(' ')}: ${reason}\n${output}`))
    }
    const timer = setTimeout(() => fail('did not start in time'), STARTS_WITHIN)
    child.once('error', ({ message }) => fail(message))
    child.once('exit', (code) => fail(`ended with exit code ${code}`))
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk
      const found = find(output)
      if (found === undefined) return
      clearTimeout(timer)
      child.removeAllListeners('exit')
      resolve({ found, stop })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
}

/**
 * Opens a page, waits for what it should show, and fails on any warning or error in its console.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {(page: import('playwright-core').Page) => Promise<unknown>} expectation
 */
async function look(browser, url, expectation) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(STARTS_WITHIN)
    /** @type {string[]} */
    const problems = []
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(url)
    try {
      await expectation(page)
    } catch (error) {
      const texts = [await page.locator('body').innerText(), ...(await page.locator('.card').allInnerTexts())]
      throw new Error(`${url} does not show the View: ${String(error)}\n${texts.join('\n')}\n${problems.join('\n')}`, {
        cause: error,
      })
    }
    if (problems.length > 0) throw new Error(`${url} has messages in its console:\n${problems.join('\n')}`)
  } finally {
    await context.close()
  }
}
