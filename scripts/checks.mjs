// The checks of `npm run check`. Each check is silent unless it fails.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCommits } from '../tools/commit-form.mjs'
import { lintComments, lintNames, lintProse } from '../tools/prose/lint-prose.mjs'
import { commentedFiles, proseFiles } from '../tools/prose/prose-files.mjs'
import { npm, root, say, seconds } from './setup.mjs'

/** @typedef {{ ok: boolean, output: string }} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Check */

/** @returns {Check[]} */
function checks() {
  return [
    // Slow ones first, so that the quick ones fill the second core.
    { name: 'types', run: () => tool('typescript-7', 'tsc', ['-p', 'tsconfig.test.json', '--pretty']) },
    ...publishedPackages().map(({ folder, manifest }) => ({
      name: `package ${manifest.name}`,
      run: () => checkPackage(folder, manifest.exports),
    })),
    { name: 'unused', run: () => tool('knip', 'knip', ['--no-progress', '--treat-config-hints-as-errors']) },
    { name: 'lint', run: () => tool('oxlint', 'oxlint', []) },
    { name: 'format', run: () => tool('oxfmt', 'oxfmt', ['--check']) },
    { name: 'prose', run: () => lintProse(proseFiles(root)) },
    { name: 'comments', run: async () => lintComments(commentedFiles(root)) },
    { name: 'names', run: async () => lintNames(commentedFiles(root)) },
    { name: 'commits', run: () => checkCommits(root) },
  ]
}

/**
 * Runs all checks, two at a time, one line each, and says how many failed.
 * @param {import('./setup.mjs').Say} tell
 * @returns {Promise<number>}
 */
export async function runChecks(tell = say) {
  const waiting = checks()
  let failed = 0
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const start = performance.now()
      const { ok, output } = await check.run()
      tell(`check: ${check.name} ${ok ? 'clean' : 'FAILED'} (${seconds(start)})`)
      if (ok) continue
      failed++
      tell(output.trimEnd())
    }
  }
  await Promise.all([work(), work()])
  return failed
}

function publishedPackages() {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
}

/**
 * Packs the package as it would be published, and checks the exports map and its types.
 * @param {string} folder
 * @param {Record<string, unknown> | undefined} entries
 * @returns {Promise<Outcome>}
 */
async function checkPackage(folder, entries = {}) {
  // An entry with the ending of a file is a page or a classic script, and no module that could have types.
  const pages = Object.keys(entries).filter((entry) => /\.(html|js)$/.test(entry))
  const temporary = mkdtempSync(join(tmpdir(), 'casement-pack-'))
  try {
    const packed = npm(['pack', '--ignore-scripts', '--pack-destination', temporary], folder)
    const tarball = readdirSync(temporary)[0]
    if (packed.status !== 0 || !tarball) return { ok: false, output: packed.stdout + packed.stderr }
    const file = join(temporary, tarball)
    const [lint, types] = await Promise.all([
      tool('publint', 'publint', ['run', file, '--strict']),
      // A package that is only a command has no types.
      Object.keys(entries).length === 0
        ? { ok: true, output: '' }
        : tool('@arethetypeswrong/cli', 'attw', [
            file,
            '--profile',
            'esm-only',
            '--format',
            'ascii',
            '--no-emoji',
            ...pages.flatMap((page) => ['--exclude-entrypoints', page]),
          ]),
    ])
    return { ok: lint.ok && types.ok, output: (lint.ok ? '' : lint.output) + (types.ok ? '' : types.output) }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/**
 * Runs a command-line tool of ours with the Node that runs us.
 * @param {string} from the package it comes from
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
function tool(from, name, args) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', from, 'package.json'), 'utf8'))
  const file = join(root, 'node_modules', from, typeof bin === 'string' ? bin : bin[name])
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => void (output += chunk)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
