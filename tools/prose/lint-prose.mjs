// Lints prose with textlint and the rule in voice.mjs, and comments with its terms.
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { readFileSync } from 'node:fs'
import { NAMES } from './glossary.mjs'
import { commentsOf } from './source-comments.mjs'
import { namesOf } from './source-names.mjs'
import { textsOf } from './source-texts.mjs'
import voice, { commentProblems } from './voice.mjs'

const kernel = new TextlintKernel()
const options = {
  ext: '.md',
  rules: [{ ruleId: 'voice', rule: voice }],
  // A CommonJS module, so its default export is one level down.
  plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
}

/**
 * Lints files: pages of Markdown, and the texts for users in TypeScript.
 * @param {readonly string[]} files
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function lintProse(files) {
  /** @type {string[]} */
  const problems = []
  for (const file of files)
    for (const { text, line } of file.endsWith('.md') ? [{ text: readFileSync(file, 'utf8'), line: 1 }] : textsOf(file)) {
      const { messages } = await kernel.lintText(text, options)
      for (const { message, loc } of messages)
        problems.push(`${file}:${line + loc.start.line - 1}:${loc.start.column}: ${message}`)
    }
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/**
 * Lints the comments of TypeScript and JavaScript files.
 * @param {readonly string[]} files
 * @returns {{ ok: boolean, output: string }}
 */
export function lintComments(files) {
  const problems = files.flatMap((file) =>
    commentsOf(file).flatMap(({ text, line }) =>
      commentProblems(text).map(
        ({ message, index }) => `${file}:${line + text.slice(0, index).split('\n').length - 1}: ${message}`,
      ),
    ),
  )
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/**
 * Lints the names that TypeScript and JavaScript files declare.
 * @param {readonly string[]} files
 * @returns {{ ok: boolean, output: string }}
 */
export function lintNames(files) {
  const problems = files.flatMap((file) =>
    namesOf(file).flatMap(({ text, line }) =>
      NAMES.filter(({ avoid }) => avoid.test(text)).map(({ use }) => `${file}:${line}: Avoid the name "${text}". Use: ${use}.`),
    ),
  )
  return { ok: problems.length === 0, output: problems.join('\n') }
}
