// The HTML around every page.

/** @param {string} text */
const escape = (text) => text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * @typedef {object} MenuSection
 * @property {string} title
 * @property {readonly { name: string, title: string }[]} pages
 */

/**
 * @param {readonly MenuSection[]} menu
 * @param {string} current
 */
const menuHtml = (menu, current) =>
  menu
    .map(({ title, pages }) => {
      const links = pages.map(
        (page) =>
          `<li><a href="${page.name}.html"${page.name === current ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`,
      )
      // Long lists are folded, except the one of the current page.
      const isOpen = pages.length <= MAX_UNFOLDED || pages.some(({ name }) => name === current)
      return `<details${isOpen ? ' open' : ''}><summary>${escape(title)}</summary><ul>${links.join('')}</ul></details>`
    })
    .join('')

const MAX_UNFOLDED = 20

/** @param {readonly import('./markdown.mjs').Heading[]} headings */
function contentsHtml(headings) {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const links = shown.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escape(text)}</a></li>`)
  return `<details class="contents"><summary>On this page</summary><nav aria-label="On this page"><ul>${links.join('')}</ul></nav></details>`
}

/** @param {string} rel @param {string} label @param {{ name: string, title: string } | undefined} page */
const neighbourLink = (rel, label, page) =>
  page ? `<a rel="${rel}" href="${page.name}.html"><small>${label}</small>${escape(page.title)}</a>` : '<span></span>'

/**
 * Links to the previous and the next page of the menu.
 * @param {readonly MenuSection[]} menu
 * @param {string} current
 */
function neighboursHtml(menu, current) {
  const pages = menu.flatMap(({ pages: all }) => all)
  const index = pages.findIndex(({ name }) => name === current)
  return `<nav class="neighbours" aria-label="Previous and next page">${neighbourLink('prev', 'Previous', pages[index - 1])}${neighbourLink('next', 'Next', pages[index + 1])}</nav>`
}

/**
 * One complete page.
 * @param {object} page
 * @param {string} page.name
 * @param {import('./markdown.mjs').Rendered} page.rendered
 * @param {readonly MenuSection[]} page.menu
 */
export const pageHtml = ({ name, rendered: { html, title, headings }, menu }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(name === 'index' ? title : `${title} · Casement`)}</title>
<link rel="stylesheet" href="site.css">
<link rel="icon" href="data:,">
<script src="theme.js"></script>
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="index.html">Casement</a>
<search>
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<div id="results" hidden><p id="found" role="status"></p><ul id="hits" aria-label="Search results"></ul></div>
</search>
<button id="theme" type="button">Theme</button>
</header>
<div class="columns">
<details class="menu"><summary>Menu</summary><nav aria-label="Pages">${menuHtml(menu, name)}</nav></details>
${contentsHtml(headings)}
<main id="content" tabindex="-1">
${html}
${neighboursHtml(menu, name)}
</main>
</div>
</body>
</html>
`
