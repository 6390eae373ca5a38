// The table of the built-in host profiles in docs/real-hosts.md. Run it to write the table; a test compares it.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const START = '<!-- host grid: node scripts/host-grid.mjs -->'
const END = '<!-- end of the host grid -->'

/** @typedef {import('../packages/casement/dist/testing/profiles/index.js').HostProfile} HostProfile */

/**
 * @param {readonly HostProfile[]} profiles
 * @returns {string}
 */
export function hostGrid(profiles) {
  const rows = [
    ['as of', ...profiles.map(({ date }) => date)],
    ['known from', ...profiles.map(({ source }) => source)],
    ['handshake', ...profiles.map(({ settings }) => (settings.compat ? 'forgiving' : 'strict'))],
    ['display modes', ...profiles.map(({ settings }) => settings.displayModes?.join(', ') ?? 'not known')],
    ['methods it lacks', ...profiles.map(({ settings }) => settings.without?.map((name) => name.slice(2)).join(', ') ?? '')],
    ['policy', ...profiles.map(({ settings }) => policyOf(settings))],
    ['permissions', ...profiles.map(({ settings }) => (settings.ignoresPermissions ? 'not handed on' : 'as declared'))],
    [
      'greatest height',
      ...profiles.map(({ settings }) => (settings.maxHeight ? `${settings.maxHeight * 100} % of the window` : '')),
    ],
    ['Casement extensions', ...profiles.map(({ settings }) => (settings.withoutExtensions ? 'no' : 'yes'))],
    ['facts', ...profiles.map(({ facts }) => `${facts.length}, ${facts.filter(({ isImitated }) => isImitated).length} imitated`)],
  ]
  const head = ['', ...profiles.map(({ title, id }) => `${title} (\`${id}\`)`)]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** @param {HostProfile['settings']} settings */
function policyOf({ isPolicyLoose, ignoredCsp = [] }) {
  if (isPolicyLoose) return 'as declared, with eval'
  return ignoredCsp.length > 0 ? `as declared, without ${ignoredCsp.join(', ')}` : 'as declared'
}

/** @param {string} markdown */
export const gridIn = (markdown) => markdown.slice(markdown.indexOf(START) + START.length, markdown.indexOf(END)).trim()

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PROFILE_IDS, profileOf } = await import('../packages/casement/dist/testing/profiles/index.js')
  const page = new URL('../docs/real-hosts.md', import.meta.url)
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    text.replace(gridIn(text), () => hostGrid(PROFILE_IDS.map(profileOf))),
  )
}
