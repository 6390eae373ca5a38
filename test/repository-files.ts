import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/setup.mjs'

/** The files of the repository that fit a pattern, also those that are not committed yet. */
export function repositoryFiles(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Every Markdown page of the repository. */
export const documentPages = (): string[] => repositoryFiles('*.md').filter((file) => !file.startsWith('.changeset/'))
