// npm run licences: lists in docs/licences.md what reaches people with our packages, and under which licence; fails where one
// does not go with ours.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockedPackages, shippedPackages } from './locked-packages.mjs'
import { root } from './setup.mjs'

// Go with Apache-2.0 in whatever we publish. MPL-2.0 covers its own files only, which we pass on as they are.
const FOR_ALL = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'Zlib',
  'MPL-2.0',
])
// Go with building and testing, which passes nothing on.
const FOR_US = new Set([...FOR_ALL, 'Python-2.0', 'PSF-2.0', 'CC-BY-4.0', 'AFL-2.1'])
// Packages whose manifest does not say what their licence file does.
const READ_BY_HAND = new Map([
  ['format', 'MIT'],
  ['spawndamnit', 'MIT'],
])

/** The packages whose licence does not go with ours, with the licence. */
export function unsuitable() {
  const wrong = [
    ...shippedPackages().filter((each) => !goes(each, FOR_ALL)),
    ...lockedPackages().filter((each) => !goes(each, FOR_US)),
  ]
  return [...new Set(wrong.map(({ name, licence }) => `${name}: ${licence}`))]
}

/**
 * @param {{ name: string, licence: string }} one
 * @param {ReadonlySet<string>} allowed
 */
const goes = ({ name, licence }, allowed) => isAllowed(READ_BY_HAND.get(name) ?? licence, allowed)

/**
 * An expression of SPDX: of alternatives one must do, of several at once all must.
 * @param {string} expression
 * @param {ReadonlySet<string>} allowed
 */
function isAllowed(expression, allowed) {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())))
}

/** The text of docs/licences.md. */
export function licencesPage() {
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map()
  for (const { name, licence } of shippedPackages()) byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(name))
  const sections = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n\n${[...names].map((name) => `- \`${name}\``).join('\n')}\n`)
  return `# Licences of what comes with Casement

Casement is under Apache-2.0, and the library \`casement\` depends on nothing. These packages of others come with \`@casement/doctor\`, \`@casement/gateway\`, \`@casement/migrate\` and \`@casement/studio\`: npm installs them, or they are bundled into the page of the Studio. \`npm run licences\` makes this list from the lock file, and fails on a licence that does not go with ours; \`npm run sbom\` makes a bill of materials of the same packages.

${sections.join('\n')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(root, 'docs/licences.md'), licencesPage())
  const wrong = unsuitable()
  for (const line of wrong) console.error(`not suitable: ${line}`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
