// npm run test:node [-- --versions 20,22,24] [FILTER…]: the tests that need no browser driver. With versions, each of them runs under
// its newest release, which comes from npm and is kept in .cache; without, they run under the Node that runs this script.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, npm, root, say, seconds } from './setup.mjs'

await runScript(async () => {
  const { values, positionals } = parseArgs({ options: { versions: { type: 'string' } }, allowPositionals: true })
  ensureDependencies()
  await ensureBuild()
  const programs = values.versions === undefined ? [process.execPath] : values.versions.split(',').map(installNode)
  const failed = programs.filter((program) => !passes(program, positionals))
  if (failed.length > 0) process.exitCode = 1
})

/**
 * Installs the newest release of a major version, as the packages that the npm package `node` selects from.
 * @param {string} major
 * @returns {string} its program
 */
function installNode(major) {
  if (!/^\d+$/.test(major)) throw new Error(`test:node: --versions takes major versions, such as 20,22,24, not "${major}"`)
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = join(root, '.cache/node', major)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const { status, stderr } = npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${major}`], folder)
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (status !== 0 || !existsSync(program)) throw new Error(`test:node: could not install ${name}@${major} from npm\n${stderr}`)
  return program
}

/**
 * Runs the tests with a Node, which the programs that they start find as well.
 * @param {string} program
 * @param {readonly string[]} filters
 */
function passes(program, filters) {
  const start = performance.now()
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env['PATH'] ?? ''}` }
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project', 'node', '--exclude', 'e2e/**', ...filters]
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  say(`test:node: Node ${version}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(start)}`)
  return status === 0
}
