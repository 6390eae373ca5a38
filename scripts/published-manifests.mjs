// The manifests as they are published: with the URLs of the repository, which a clone knows only from its remote.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ name: string, version: string, private?: boolean } & Record<string, unknown>} Manifest */

/**
 * The web address of the repository: from the variables of GitHub Actions, or from the remote `origin`.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function repositoryUrl(folder, env = process.env) {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository } = env
  if (repository) return `${server}/${repository}`
  const { stdout } = spawnSync('git', ['config', '--get', 'remote.origin.url'], { cwd: folder, encoding: 'utf8' })
  const url = webAddress(stdout.trim())
  if (url) return url
  throw new Error(
    `release: no repository was found, and npm needs its URL for the links of a package and for its provenance. The remote "origin" is ${JSON.stringify(stdout.trim())}: set it to a URL on https or ssh, or set GITHUB_REPOSITORY=owner/name`,
  )
}

/**
 * @param {string} remote for example `git@github.com:owner/name.git`
 * @returns {string | undefined}
 */
export function webAddress(remote) {
  const [, host, path] =
    /^(?:https:\/\/|ssh:\/\/)?(?:[^@/]+@)?([^:/]+\.[^:/]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/?$/.exec(remote) ?? []
  return host && path && `https://${host}/${path}`
}

/**
 * A manifest with the members that refer to the repository.
 * @param {Manifest} manifest
 * @param {string} repository
 * @param {string} directory of the package in the repository
 * @returns {Manifest}
 */
export const completeManifest = (manifest, repository, directory) => ({
  ...manifest,
  homepage: `${repository}/tree/main/${directory}#readme`,
  bugs: `${repository}/issues`,
  repository: { type: 'git', url: `git+${repository}.git`, directory },
})

/**
 * The public packages of a repository.
 * @param {string} folder
 * @returns {{ file: string, folder: string, directory: string, manifest: Manifest }[]}
 */
export function publicPackages(folder) {
  return readdirSync(join(folder, 'packages'))
    .map((name) => ({ name, file: join(folder, 'packages', name, 'package.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({
      file,
      folder: join(folder, 'packages', name),
      directory: `packages/${name}`,
      manifest: /** @type {Manifest} */ (JSON.parse(readFileSync(file, 'utf8'))),
    }))
    .filter(({ manifest }) => !manifest.private)
}

/**
 * Completes the manifests on disk, and returns a function that restores them.
 * @param {string} folder
 * @param {string} repository
 * @returns {() => void}
 */
export function completeManifests(folder, repository) {
  const packages = publicPackages(folder)
  const before = packages.map(({ file }) => ({ file, text: readFileSync(file, 'utf8') }))
  for (const { file, manifest, directory } of packages)
    writeFileSync(file, `${JSON.stringify(completeManifest(manifest, repository, directory), undefined, 2)}\n`)
  return () => {
    for (const { file, text } of before) writeFileSync(file, text)
  }
}
