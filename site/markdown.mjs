// Markdown to HTML, with code highlighted while it is built and headings that can be linked to.
import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import { createHighlighter } from 'shiki'
import { anchorOf } from './anchor.mjs'

/**
 * @typedef {object} Heading
 * @property {number} level
 * @property {string} id
 * @property {string} text
 *
 * @typedef {object} Rendered
 * @property {string} html
 * @property {string} title
 * @property {Heading[]} headings
 */

const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' }
const LANGUAGES = [
  'ts',
  'tsx',
  'js',
  'json',
  'html',
  'vue',
  'svelte',
  'css',
  'sh',
  'nginx',
  'sql',
  'yaml',
  'docker',
  'diff',
  'toml',
]

/**
 * @param {object} options
 * @param {(file: string) => string | undefined} options.addressOf where a file of the repository is in the site
 * @param {(file: string) => string | undefined} options.drawing an SVG to put into the page itself
 */
export async function createMarkdown({ addressOf, drawing }) {
  const highlighter = await createHighlighter({ themes: Object.values(THEMES), langs: LANGUAGES })
  const markdown = new MarkdownIt({
    html: true,
    highlight: (code, language) =>
      highlighter.codeToHtml(code.trimEnd(), {
        lang: LANGUAGES.includes(language) ? language : 'text',
        themes: THEMES,
        defaultColor: false,
      }),
  })
  const { rules } = markdown.renderer
  rules['table_open'] = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>'
  rules['table_close'] = () => '</table></div>'
  rules['heading_open'] = (tokens, index) => `<${tokens[index]?.tag} id="${tokens[index]?.attrGet('id')}">`
  rules['heading_close'] = (tokens, index) => {
    const id = tokens[index - 2]?.attrGet('id')
    const link = tokens[index]?.tag === 'h1' ? '' : ` <a class="permalink" href="#${id}" aria-label="Link to this section">#</a>`
    return `${link}</${tokens[index]?.tag}>`
  }
  rules['image'] = (tokens, index, options, environment, self) => {
    const token = tokens[index]
    if (!token) return ''
    const file = posix.join(String(environment?.['folder']), String(token.attrGet('src')))
    const svg = drawing(file)
    const caption = markdown.utils.escapeHtml(token.content)
    if (svg) return `<span class="drawing" tabindex="0" role="img" aria-label="${caption}">${svg}</span>`
    token.attrSet('src', addressOf(file) ?? '')
    token.attrSet('loading', 'lazy')
    return self.renderToken(tokens, index, options).replace('alt=""', `alt="${caption}"`)
  }

  /**
   * @param {string} source
   * @param {string} file where it is in the repository; links are relative to it
   * @param {ReadonlyMap<string, string>} [types] the addresses of exported types, which are linked in code
   * @returns {Rendered}
   */
  return (source, file, types) => {
    const folder = posix.dirname(file)
    const tokens = markdown.parse(source, { folder })
    const headings = nameHeadings(tokens)
    for (const token of tokens) for (const child of token.children ?? []) pointInside(child, folder, addressOf)
    const html = markdown.renderer.render(tokens, markdown.options, { folder })
    return {
      html: types ? linkTypes(html, types) : html,
      title: headings[0]?.text ?? file,
      headings,
    }
  }
}

/**
 * Links the names of exported types in code to their sections.
 * @param {string} html
 * @param {ReadonlyMap<string, string>} types
 */
function linkTypes(html, types) {
  return html.replaceAll(/<pre[^]*?<\/pre>/g, (block) =>
    block.replaceAll(/>([^<]+)</g, (_, text) => {
      const linked = text.replaceAll(/\b[A-Z]\w+\b/g, (/** @type {string} */ name) => {
        const address = types.get(name)
        return address ? `<a href="${address}">${name}</a>` : name
      })
      return `>${linked}<`
    }),
  )
}

/** @param {import('markdown-it').Token[]} tokens */
function nameHeadings(tokens) {
  /** @type {Map<string, number>} */
  const taken = new Map()
  /** @type {Heading[]} */
  const headings = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = plainText(tokens[index + 1])
    const name = anchorOf(text)
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    const id = before === 0 ? name : `${name}-${before}`
    token.attrSet('id', id)
    headings.push({ level: Number(token.tag.slice(1)), id, text })
  }
  return headings
}

/** @param {import('markdown-it').Token | undefined} inline */
const plainText = (inline) => (inline?.children ?? []).map(({ content }) => content).join('')

/**
 * Turns a link to a file of the repository into one to its page. A file without a page stays as text with its path.
 * @param {import('markdown-it').Token} token
 * @param {string} folder
 * @param {(file: string) => string | undefined} addressOf
 */
function pointInside(token, folder, addressOf) {
  const href = token.type === 'link_open' ? String(token.attrGet('href')) : ''
  if (href === '' || /^(\w+:|#)/.test(href)) return
  const [path = '', anchor] = href.split('#')
  const file = posix.join(folder, path)
  const address = addressOf(file)
  if (address) token.attrSet('href', anchor === undefined ? address : `${address}#${anchor}`)
  else token.attrs = Object.entries({ class: 'source-file', title: file })
}
