// One page for each entry that people can import.
import { KINDS } from './read-api.mjs'

/** The name of an entry's page. @param {string} entry */
export const apiPageName = (entry) => `api-${entry.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '')}`

/**
 * @param {readonly import('./read-api.mjs').ApiModule[]} modules
 * @returns {import('../pages.mjs').Page[]}
 */
export const apiPages = (modules) =>
  modules.map(({ name, about, exports }) => ({
    file: `docs/${apiPageName(name)}.md`,
    name: apiPageName(name),
    title: name,
    about: (about.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replace(/^`[^`]+`: /, ''),
    section: 'API',
    markdown: [`# ${name}`, about, ...KINDS.map(([kind]) => group(kind, exports))].filter(Boolean).join('\n\n'),
  }))

/**
 * The address of each exported class and type, in the entry that exports it first.
 * @param {readonly import('./read-api.mjs').ApiModule[]} modules
 * @returns {ReadonlyMap<string, string>}
 */
export function typeAddresses(modules) {
  const named = modules.flatMap(({ name, exports }) =>
    exports
      .filter(({ kind, sameAs }) => !sameAs && (kind === 'Types' || kind === 'Classes'))
      .map((each) => /** @type {const} */ ([each.name, `${apiPageName(name)}.html#${each.name.toLowerCase()}`])),
  )
  return new Map(named.toReversed())
}

/**
 * @param {import('./read-api.mjs').Kind} kind
 * @param {readonly import('./read-api.mjs').ApiExport[]} exports
 */
function group(kind, exports) {
  const chapters = exports.filter((each) => each.kind === kind).map(chapter)
  return chapters.length === 0 ? '' : `## ${kind}\n\n${chapters.join('\n\n')}`
}

/** @param {import('./read-api.mjs').ApiExport} one */
function chapter({ name, kind, about, code, sameAs }) {
  const heading = `### ${name}\n\n${about}`
  if (sameAs) return `${heading}\n\nThe same as in [${sameAs}](${apiPageName(sameAs)}.md#${name.toLowerCase()}).`
  // The type of a schema says the same in fewer words.
  if (kind === 'Values' && name.endsWith('Schema')) return heading
  return `${heading}\n\n\`\`\`ts\n${code}\n\`\`\``
}
