import type { FoundUrl, UrlUse } from './found-url.ts'

interface Pattern {
  readonly use: UrlUse
  /** The group `url` is the address. */
  readonly find: RegExp
}

const QUOTED = `(?<quote>['"\`])(?<url>[^'"\`\\n$]+)\\k<quote>`

const IN_SCRIPTS: readonly Pattern[] = [
  { use: 'connect', find: new RegExp(`(?<![\\w.$])(?:window\\.|globalThis\\.)?fetch\\(\\s*${QUOTED}`, 'g') },
  { use: 'connect', find: new RegExp(`new\\s+(?:WebSocket|EventSource|Request)\\(\\s*${QUOTED}`, 'g') },
  { use: 'connect', find: new RegExp(`\\bsendBeacon\\(\\s*${QUOTED}`, 'g') },
  { use: 'connect', find: new RegExp(`\\.open\\(\\s*['"](?:GET|POST|PUT|PATCH|DELETE|HEAD)['"]\\s*,\\s*${QUOTED}`, 'gi') },
  { use: 'resource', find: new RegExp(`\\.src\\s*=\\s*${QUOTED}`, 'g') },
  { use: 'resource', find: new RegExp(`new\\s+(?:Shared)?Worker\\(\\s*${QUOTED}`, 'g') },
  {
    use: 'resource',
    find: new RegExp(`(?:\\bfrom|\\bimport)\\s*\\(?\\s*(?<quote>['"])(?<url>(?:https?:)?//[^'"]+)\\k<quote>`, 'g'),
  },
]

const ATTRIBUTE = (name: string): string => `[^>]*?\\s(?:${name})\\s*=\\s*(?<quote>["'])(?<url>[^"'{}]+)\\k<quote>`

const IN_MARKUP: readonly Pattern[] = [
  {
    use: 'resource',
    find: new RegExp(`<(?:img|script|video|audio|source|track|embed|input|image)\\b${ATTRIBUTE('src|poster')}`, 'gi'),
  },
  {
    use: 'resource',
    find: new RegExp(`<link\\b(?=[^>]*\\brel\\s*=\\s*["']?(?:stylesheet|icon|preload|modulepreload))${ATTRIBUTE('href')}`, 'gi'),
  },
  { use: 'resource', find: new RegExp(`<object\\b${ATTRIBUTE('data')}`, 'gi') },
  { use: 'frame', find: new RegExp(`<i?frame\\b${ATTRIBUTE('src')}`, 'gi') },
  { use: 'base', find: new RegExp(`<base\\b${ATTRIBUTE('href')}`, 'gi') },
]

const IN_STYLES: readonly Pattern[] = [
  { use: 'resource', find: /@import\s+(?:url\(\s*)?(?<quote>["'])(?<url>[^"']+)\k<quote>/gi },
  { use: 'resource', find: /url\(\s*(?<quote>["']?)(?<url>[^"')\s]+)\k<quote>\s*\)/gi },
]

const KINDS: readonly { readonly files: RegExp; readonly patterns: readonly Pattern[] }[] = [
  { files: /\.(css|scss|sass|less|styl|pcss)$/, patterns: IN_STYLES },
  { files: /\.(vue|svelte|html|astro)$/, patterns: [...IN_SCRIPTS, ...IN_MARKUP, ...IN_STYLES] },
  { files: /\.[cm]?[jt]sx$/, patterns: [...IN_SCRIPTS, ...IN_MARKUP] },
  { files: /\.[cm]?[jt]s$/, patterns: IN_SCRIPTS },
]

/**
 * The addresses in a source that the browser will load or connect to. It reads the text and not the program: an address that is put
 * together at run time is not found here, and the policy of the host blocks it then.
 */
export function scanSource(file: string, text: string): FoundUrl[] {
  const patterns = KINDS.find(({ files }) => files.test(file))?.patterns ?? []
  const code = withoutComments(text)
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern.find)].map((match) => {
      const url = match.groups?.['url'] ?? ''
      const line = lineAt(code, match.index + match[0].lastIndexOf(url))
      return { url, use: pattern.use, followed: isFollowed(pattern, file), file, line }
    }),
  )
}

const isFollowed = (pattern: Pattern, file: string): boolean =>
  pattern.use === 'resource' && (IN_STYLES.includes(pattern) || (IN_MARKUP.includes(pattern) && /\.(html|vue)$/.test(file)))

// Line breaks stay, so that lines keep their numbers. A `//` after a colon is an address.
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|[\s;{}(),])\/\/.*/gm, (comment) => comment.replace(/[^\n]/g, ' '))

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
