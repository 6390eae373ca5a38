// The Markdown beside the pages: its links lead to what lies beside it.
import { posix } from 'node:path'

// Code comes first, so that what looks like a link in it stays; the text of a link may be code itself.
const CODE_OR_LINK = /^```[^]*?^```|(?<image>!?)\[(?<text>(?:`[^`\n]*`|[^\]`])*)\]\((?<href>[^)\s]+)\)|`[^`\n]*`/gm

/**
 * A page as it lies beside the others. A link to a file that does not lie there becomes the name of that file.
 * @param {{ readonly file: string, readonly markdown: string }} page
 * @param {(file: string) => string | undefined} addressOf where a file of the repository is in the site
 */
export function exportMarkdown({ file, markdown }, addressOf) {
  const folder = posix.dirname(file)
  return markdown.replaceAll(CODE_OR_LINK, (found, ...rest) => {
    const { image, text, href } = rest.at(-1)
    if (href === undefined || /^(\w+:|#)/.test(href)) return found
    const [path = '', anchor] = href.split('#')
    const target = posix.join(folder, path)
    const address = addressOf(target)
    if (address) return `${image}[${text}](${anchor === undefined ? address : `${address}#${anchor}`})`
    return text === target ? `\`${target}\`` : `${text} (\`${target}\`)`
  })
}
