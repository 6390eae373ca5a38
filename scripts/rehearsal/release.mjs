// The release as it would happen: changesets set the versions and write the changelogs, and every public package is published. All of
// it happens in a copy of the repository.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'
import { runIn } from './run-in.mjs'

/**
 * @typedef {object} Released
 * @property {string} name
 * @property {string} version
 * @property {string} folder
 */

/**
 * @param {string} copy an empty folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Released[]}
 */
export function publishRelease(copy, env) {
  copyRepository(copy)
  setVersions(copy, env)
  const packages = publicPackages(copy)
  for (const { folder } of packages) runIn(folder, 'npm', ['publish', '--ignore-scripts', '--access', 'public'], env)
  return packages
}

/** @param {string} copy */
function copyRepository(copy) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const isReleased = (/** @type {string} */ file) => /^(packages|\.changeset)\/|^package\.json$/.test(file)
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => isReleased(file) && existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(copy, file))
  for (const name of readdirSync(join(root, 'packages'))) {
    const dist = join(root, 'packages', name, 'dist')
    if (existsSync(dist)) cpSync(dist, join(copy, 'packages', name, 'dist'), { recursive: true })
  }
}

/**
 * Changesets reads the history of each changeset, so the copy is a repository with one commit.
 * @param {string} copy
 * @param {NodeJS.ProcessEnv} env
 */
function setVersions(copy, env) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', ...args], {
      cwd: copy,
      stdio: 'pipe',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'package.json', '.changeset', 'packages/*/package.json')
  git('commit', '--quiet', '--message', 'rehearsal')
  runIn(copy, process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], env)
}

/**
 * @param {string} copy
 * @returns {Released[]}
 */
function publicPackages(copy) {
  return readdirSync(join(copy, 'packages'))
    .map((name) => join(copy, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .map(({ folder, manifest }) => ({ folder, name: manifest.name, version: manifest.version }))
}
