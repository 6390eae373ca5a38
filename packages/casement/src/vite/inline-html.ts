/** The files that a build has made, by their names. */
export type BuiltFiles = ReadonlyMap<string, string | Uint8Array>

/** An HTML file with everything inside, and the names of the files that went into it. */
export interface InlinedPage {
  readonly html: string
  readonly used: ReadonlySet<string>
}

const SCRIPT = /<script\b([^>]*?)\ssrc="([^"]+)"([^>]*)><\/script>/g
const LINK = /[ \t]*<link\b[^>]*>\n?/g
const ADDRESS = /\b(src|href|poster|data)="([^"]+)"/g

/** Inlines the scripts, styles and other linked files of the page. */
export function inlineHtml(page: string, files: BuiltFiles): InlinedPage {
  const used = new Set<string>()
  const take = (address: string): string | Uint8Array | undefined => {
    const name = address.replace(/^(\.{0,2}\/)+/, '').replace(/[?#].*$/, '')
    const content = files.get(name)
    if (content !== undefined) used.add(name)
    return content
  }
  const html = page
    .replace(SCRIPT, (tag: string, before: string, address: string, after: string) => {
      const code = take(address)
      const attributes = `${before}${after}`.replace(/\scrossorigin(="[^"]*")?/, '')
      return code === undefined ? tag : `<script${attributes}>${safeScript(asText(code))}</script>`
    })
    .replace(LINK, (tag) => {
      const [rel, address] = [attribute(tag, 'rel'), attribute(tag, 'href')]
      if (rel === 'modulepreload') return ''
      const style = rel === 'stylesheet' && address ? take(address) : undefined
      return style === undefined
        ? tag
        : `<style>${asText(style)
            .replaceAll(/<\/(style)/gi, '<\\/$1')
            .trim()}</style>\n`
    })
    .replace(ADDRESS, (whole: string, name: string, address: string) => {
      const content = /^(data|https?):/.test(address) ? undefined : take(address)
      return content === undefined ? whole : `${name}="${asDataUrl(address, content)}"`
    })
  return { html, used }
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

const asText = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

// An inline script ends at the first closing tag, even inside a string, and an opened comment may swallow the next one.
const safeScript = (code: string): string =>
  code
    .replaceAll(/<\/(script)/gi, '<\\/$1')
    .replaceAll('<!--', '\\x3C!--')
    .trim()

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  webp: 'image/webp',
  gif: 'image/gif',
}

function asDataUrl(address: string, content: string | Uint8Array): string {
  const type = TYPES[/\.(\w+)$/.exec(address)?.[1] ?? ''] ?? 'application/octet-stream'
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}
