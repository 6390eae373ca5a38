// Builds the documentation site from the pages of the repository and the published types.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { exportMarkdown } from './export-markdown.mjs'
import { llmsIndex, onePage } from './llms.mjs'
import { createMarkdown } from './markdown.mjs'
import { sections } from './pages.mjs'
import { apiPages, typeAddresses } from './reference/api-reference.mjs'
import { gatewayApiPage, readOpenApi } from './reference/gateway-api.mjs'
import { methodReference } from './reference/method-reference.mjs'
import { publishedEntries, readApi } from './reference/read-api.mjs'
import { readCorpus, threatPage } from './reference/threat-table.mjs'
import { searchIndexScript, sectionsOf } from './search-index.mjs'
import { pageHtml } from './template.mjs'

/** @typedef {import('./pages.mjs').Page} Page */

/** The OpenAPI document of the gateway, as pages link to it. */
const OPENAPI = { file: 'docs/openapi.json', address: 'openapi.json' }

/**
 * Every page with its text: the pages of the repository, and those generated from the code.
 * @param {string} root
 * @param {Awaited<ReturnType<typeof readOpenApi>>} openApi
 * @param {readonly import('./reference/read-api.mjs').ApiModule[]} api
 * @returns {Promise<Page[]>}
 */
async function collectPages(root, openApi, api) {
  const made = new Map([
    ['methods', await methodPage(root)],
    ['threats', threatPage(await readCorpus(root))],
    ['gateway-api', gatewayApiPage(openApi)],
  ])
  /** @param {import('./pages.mjs').PageEntry} page */
  const textOf = ({ name, file }) =>
    made.get(name) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined)
  const written = sections.flatMap(({ title: section, pages }) =>
    pages.flatMap((page) => {
      const markdown = textOf(page)
      return markdown === undefined ? [] : [Object.assign({ section, markdown }, page)]
    }),
  )
  return [...written, ...apiPages(api)]
}

/** The method reference shows every message, including those whose schemas are not exported. @param {string} root */
async function methodPage(root) {
  const schemas = join(root, 'packages/casement/dist/protocol/schemas/index')
  const [types] = readApi([{ name: 'schemas', types: `${schemas}.d.ts` }])
  if (!types) throw new Error('The schemas have no types: npm run build')
  return methodReference(await import('casement/protocol'), await import(pathToFileURL(`${schemas}.js`).href), types)
}

/**
 * Writes the site and returns the number of pages.
 * @param {string} root the repository
 * @param {string} output the folder of the site; its contents are replaced
 * @returns {Promise<number>}
 */
export async function buildSite(root, output) {
  const openApi = await readOpenApi()
  const api = readApi(publishedEntries(root))
  const types = typeAddresses(api)
  const pages = await collectPages(root, openApi, api)
  const names = new Map(pages.map(({ file, name }) => [file, name]))
  /** @param {'html' | 'md'} ending @returns {(file: string) => string | undefined} */
  const addressIn = (ending) => (file) => {
    const name = names.get(file)
    if (name !== undefined) return `${name}.${ending}`
    if (file === OPENAPI.file) return OPENAPI.address
    return file.startsWith('docs/images/') ? file.slice('docs/'.length) : undefined
  }
  const exported = pages.map((page) => ({ ...page, markdown: exportMarkdown(page, addressIn('md')) }))
  const render = await createMarkdown({
    addressOf: addressIn('html'),
    drawing: (file) => (file.endsWith('.svg') ? withoutOwnLook(readFileSync(join(root, file), 'utf8')) : undefined),
  })
  const menu = [...new Set(pages.map(({ section }) => section))].map((title) => ({
    title,
    pages: pages.filter(({ section }) => section === title),
  }))

  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const documents = pages.flatMap((page) => {
    const rendered = render(page.markdown, page.file, page.section === 'API' ? types : undefined)
    writeFileSync(join(output, `${page.name}.html`), pageHtml({ name: page.name, rendered, menu }))
    return sectionsOf(page.name, rendered)
  })
  for (const { name, markdown } of exported) writeFileSync(join(output, `${name}.md`), markdown)
  writeFileSync(join(output, OPENAPI.address), `${JSON.stringify(openApi, null, 2)}\n`)
  writeFileSync(join(output, 'search-index.js'), searchIndexScript(documents))
  writeFileSync(join(output, 'llms.txt'), llmsIndex(promiseOf(pages[0]?.markdown ?? ''), pages))
  writeFileSync(join(output, 'casement.md'), onePage(exported))
  cpSync(join(root, 'docs/images'), join(output, 'images'), { recursive: true })
  await copyTheme(output)
  return pages.length
}

/** The first paragraph after the title. @param {string} readme */
const promiseOf = (readme) => /^# .*\n+([^\n]+)/.exec(readme)?.[1] ?? ''

/** Removes the colours of a drawing, which has them for viewers outside the site; in a page it uses those of the page. @param {string} svg */
const withoutOwnLook = (svg) => svg.replace(/<style>[^]*?<\/style>/, '')

/** @param {string} output */
async function copyTheme(output) {
  const theme = new URL('theme/', import.meta.url)
  for (const file of ['site.css', 'theme.js']) cpSync(new URL(file, theme), join(output, file))
  await build({
    entryPoints: [new URL('search.mjs', theme).pathname],
    outfile: join(output, 'search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  })
}
