// The page that `npm start` shows until the Studio is there: what has been built, read from the packages themselves.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders } from './setup.mjs'

/** @typedef {{ name: string, about: string }} Entry */
/** @typedef {{ name: string, version: string, description: string, exports?: Record<string, string | { types: string, default: string }> }} Manifest */

/** The page, as HTML. */
export function renderPage() {
  const packages = packageFolders().map((folder) => {
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return renderPackage(manifest, entriesOf(folder, manifest))
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Casement</title>
<style>${STYLE}</style>
<main>
  <h1>Casement</h1>
  <p class="lead">The MCP Apps stack for TypeScript. An MCP server ships an interactive page; a chat product shows it; the two talk.</p>
  <p>The Studio, the host to develop against, will open here. It is not built yet; this page shows what is.</p>
  ${packages.join('\n')}
  <section>
    <h2>It talks</h2>
    <p>Two ends of the wire from the build on your disk, one in each hand of this page:</p>
    <ol id="said"></ol>
  </section>
</main>
<script type="module" src="/scripts/start-demo.mjs"></script>
</html>
`
}

/**
 * @param {Manifest} manifest
 * @param {readonly Entry[]} entries
 */
function renderPackage(manifest, entries) {
  const rows = entries.map(
    ({ name, about }) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(about)}</td></tr>`,
  )
  return `<section>
    <h2>${escape(manifest.name)} <small>${escape(manifest.version)}</small></h2>
    <p>${escape(manifest.description)}</p>
    <table><tbody>${rows.join('')}</tbody></table>
  </section>`
}

/**
 * What people can import, each with the sentence its own module comment says about it.
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Entry[]}
 */
function entriesOf(folder, { name, exports = {} }) {
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const file = join(folder, target.types)
    const comment = existsSync(file) ? /^\/\*\*\n \* `[^`]+`: ([^]*?)\n \*( @|\/)/.exec(readFileSync(file, 'utf8')) : null
    return [{ name: join(name, path), about: (comment?.[1] ?? 'not built yet').replaceAll(/\n \* /g, ' ') }]
  })
}

/** @param {string} text */
const escape = (text) => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e6e9ef); --soft: light-dark(#5b6675, #9aa5b5); --line: light-dark(#dfe3e9, #2c3542); --paper: light-dark(#fbfbf9, #12161c); --accent: light-dark(#0b6b5d, #5fd0bd) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 5rem) 1.25rem }
h1 { margin: 0; font-size: clamp(2.25rem, 6vw, 3.25rem); line-height: 1.1; letter-spacing: -0.03em }
h2 { margin: 2.5rem 0 0.25rem; font-size: 1.25rem }
small { color: var(--soft); font-weight: 400 }
p { margin: 0.5rem 0 }
.lead { font-size: 1.2rem; color: var(--accent) }
table { width: 100%; margin-top: 0.75rem; border-collapse: collapse }
th, td { padding: 0.55rem 0.75rem 0.55rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 400; white-space: nowrap }
td { color: var(--soft) }
code, ol { font: 0.875rem/1.7 ui-monospace, monospace }
ol { margin: 0.75rem 0 0; padding: 0.75rem 1rem 0.75rem 2.5rem; border: 1px solid var(--line); border-radius: 0.5rem; min-height: 3rem }
@media (max-width: 36rem) { th, td { display: block; padding-right: 0 } td { border: 0; padding-top: 0 } }
`
