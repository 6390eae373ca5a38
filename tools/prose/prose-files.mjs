// The files whose prose is linted.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// The wording of the specification, measurements that a script writes, and notes for the next release.
const NOT_OURS = /^(docs\/requirements\.md|bench\/README\.md|\.changeset\/.*)$/
// Tests are not read by users; icons are no prose.
const NOT_FOR_USERS = /\.(test|test-d|browser|attacks|examples)\.tsx?$|test-support|\/requirements\/|\/attacks\/|\/icon\.tsx$/

/**
 * Every page of Markdown, and the sources with texts for users.
 * @param {string} root
 * @returns {string[]}
 */
export function proseFiles(root) {
  const files = tracked(root, ['*.md', 'packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx'])
  return files.filter((file) => !NOT_OURS.test(file) && !NOT_FOR_USERS.test(file)).map((file) => join(root, file))
}

/**
 * Every source whose comments are linted.
 * @param {string} root
 * @returns {string[]}
 */
export function commentedFiles(root) {
  return tracked(root, ['*.ts', '*.tsx', '*.mjs']).map((file) => join(root, file))
}

/** @param {string} root @param {readonly string[]} patterns */
function tracked(root, patterns) {
  return execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
}
