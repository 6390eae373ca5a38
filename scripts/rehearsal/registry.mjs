// A real npm registry on loopback. Our packages come from it alone; everything else is fetched from the registry npm is set up for.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureDependencies, npm, root } from '../setup.mjs'

const STARTS_WITHIN = 60_000

/**
 * @typedef {object} Registry
 * @property {string} url
 * @property {NodeJS.ProcessEnv} env the environment in which npm uses this registry and an empty cache
 * @property {() => void} stop
 */

/**
 * @param {string} folder where it keeps its packages, its log and npm's cache
 * @returns {Promise<Registry>}
 */
export async function startRegistry(folder) {
  const home = join(root, 'tools/registry')
  ensureDependencies(() => {}, home)
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  writeFileSync(join(folder, 'config.yaml'), configuration(folder, npm(['config', 'get', 'registry']).stdout.trim()))
  writeFileSync(join(folder, 'npmrc'), `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  const log = join(folder, 'registry.log')
  const output = openSync(log, 'w')
  const program = join(home, 'node_modules/verdaccio/bin/verdaccio')
  const args = [program, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', output, output] })
  const deadline = performance.now() + STARTS_WITHIN
  while (!(await responds(url))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`rehearse: the registry did not start\n${readFileSync(log, 'utf8')}`)
  }
  return { url, env: npmEnvironment(folder), stop: () => void child.kill() }
}

/**
 * Only loopback clients reach it, so anyone may publish.
 * @param {string} folder
 * @param {string} upstream
 */
const configuration = (folder, upstream) => `storage: ${JSON.stringify(join(folder, 'packages'))}
max_body_size: 100mb
uplinks:
  upstream:
    url: ${JSON.stringify(upstream)}
    timeout: 60s
packages:
  'casement': &ours
    access: $all
    publish: $all
  'create-casement': *ours
  '@casement/*': *ours
  '**':
    access: $all
    proxy: upstream
log: { type: stdout, format: pretty, level: warn }
`

/**
 * npm sets variables for the scripts it runs. They must not reach the projects of the rehearsal.
 * @param {string} folder
 */
function npmEnvironment(folder) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|vitest|node_env$)/i.test(name))
  return {
    ...Object.fromEntries(inherited),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // `npm run dev` starts the Studio, which would otherwise add its conversations to the user's own.
    XDG_DATA_HOME: join(folder, 'data'),
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {string} url */
async function responds(url) {
  try {
    const { ok } = await fetch(`${url}-/ping`, { signal: AbortSignal.timeout(1000) })
    return ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  }
}
