// For readers that are programs: a list of what there is, and all of it on one page.

/**
 * @typedef {object} Told
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} section
 * @property {string} markdown
 */

/**
 * `llms.txt`: what Casement is, and where to read on. The links are to the Markdown beside the pages.
 * @param {string} promise what the README says first
 * @param {readonly Told[]} pages
 */
export function llmsIndex(promise, pages) {
  const sections = [...new Set(pages.map(({ section }) => section))].map((title) => {
    const links = pages
      .filter(({ section }) => section === title)
      .map((page) => `- [${page.title}](${page.name}.md): ${page.about}`)
    return `## ${title}\n\n${links.join('\n')}\n`
  })
  return `# Casement\n\n> ${promise}\n\nEverything on one page: [casement.md](casement.md).\n\n${sections.join('\n')}`
}

/**
 * All pages as one. Headings go down a level, so that the pages are its chapters.
 * @param {readonly Told[]} pages
 */
export const onePage = (pages) =>
  `# Casement: all of the documentation\n\n${pages.map(({ markdown }) => lower(markdown)).join('\n\n---\n\n')}\n`

/** @param {string} markdown */
function lower(markdown) {
  let inCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) inCode = !inCode
      return !inCode && /^#{1,5} /.test(line) ? `#${line}` : line
    })
    .join('\n')
    .trim()
}
