// The form of commit messages: `scope: imperative summary`, at most 72 characters.
import { execFileSync } from 'node:child_process'

const FORM = /^[a-z][a-z0-9/-]*(?:, [a-z][a-z0-9/-]*)*: \S/
const MAX_LENGTH = 72
const RECENT = 20

/**
 * Whether the subject of a commit has the right form.
 * @param {string} subject
 */
export const hasCommitForm = (subject) => subject.length <= MAX_LENGTH && FORM.test(subject)

/**
 * Checks the newest commits. Older ones are history.
 * @param {string} folder
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function checkCommits(folder) {
  const log = execFileSync('git', ['log', `-${RECENT}`, '--no-merges', '--format=%h %s'], { cwd: folder, encoding: 'utf8' })
  const wrong = log
    .trim()
    .split('\n')
    .filter((line) => !hasCommitForm(line.slice(line.indexOf(' ') + 1)))
  const advice = `Write "scope: imperative summary" in at most ${MAX_LENGTH} characters:`
  return { ok: wrong.length === 0, output: [advice, ...wrong].join('\n') }
}
