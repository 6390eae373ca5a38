// The release as it would happen: changesets set the versions and write the changelogs, and every public package is published. All of
// it happens in a copy of the repository.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleFolders } from '../build-examples.mjs'
import { completeManifests, publicPackages } from '../published-manifests.mjs'
import { root } from '../setup.mjs'
import { runIn } from './run-in.mjs'

const CHANGESETS = join(root, 'node_modules/@changesets/cli/bin.js')
const REPOSITORY = 'https://git.example.com/casement/casement'

/**
 * @typedef {object} Released
 * @property {string} name
 * @property {string} version
 */

/**
 * @param {string} copy an empty folder
 * @param {import('./registry.mjs').Registry} registry
 * @returns {Released[]}
 */
export function publishRelease(copy, { url, env }) {
  copyRepository(copy)
  setVersions(copy, env)
  completeManifests(copy, REPOSITORY)
  // Changesets asks only the registry in this variable.
  runIn(copy, process.execPath, [CHANGESETS, 'publish', '--no-git-tag'], { ...env, npm_config_registry: url })
  const packages = publicPackages(copy).map(({ manifest: { name, version }, directory }) => ({ name, version, directory }))
  for (const each of packages) verifyPublished(each, env)
  return packages
}

const SHOWN = ['description', 'license', 'engines', 'homepage', 'bugs', 'repository']

/**
 * Throws if the registry lacks something that a page about the package shows.
 * @param {Released & { directory: string }} released
 * @param {NodeJS.ProcessEnv} env
 */
function verifyPublished({ name, version, directory }, env) {
  const published = JSON.parse(runIn(tmpdir(), 'npm', ['view', `${name}@${version}`, ...SHOWN, '--json'], env))
  const missing = SHOWN.filter((member) => !published[member])
  if (published.repository?.directory !== directory) missing.push('repository.directory')
  if (missing.length > 0) throw new Error(`rehearse: ${name}@${version} was published without ${missing.join(', ')}`)
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
  const built = [...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)), ...exampleFolders()]
  for (const folder of built) {
    const dist = join(folder, 'dist')
    if (existsSync(dist)) cpSync(dist, join(copy, folder.slice(root.length), 'dist'), { recursive: true })
  }
  // The scripts that run before packing use the tools of the repository.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
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
  runIn(copy, process.execPath, [CHANGESETS, 'version'], env)
}
