import type { FoundUrl, UrlUse } from './found-url.ts'
import { scanScript } from './scan-script.ts'

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

const SCRIPT = /\.[cm]?[jt]sx?$/
const COMPONENT = /\.(vue|svelte|html|astro)$/
const STYLE = /\.(css|scss|sass|less|styl|pcss)$/
const BLOCK = /(<script\b[^>]*>)([\s\S]*?)<\/script>/gi

/**
 * The addresses in a source that the browser will load or connect to. An address that is put together at run time is not found here,
 * and the policy of the host blocks it then.
 */
export function scanSource(file: string, text: string): FoundUrl[] {
  if (STYLE.test(file)) return scanText(file, text, IN_STYLES)
  if (SCRIPT.test(file)) return scanCode(file, file, text)
  if (!COMPONENT.test(file)) return []
  const scripts = [...text.matchAll(BLOCK)].flatMap(({ index, 1: tag = '', 2: code = '' }) => {
    const lang = /\blang\s*=\s*["'](\w+)["']/.exec(tag)?.[1] ?? 'js'
    // Blank up to the script, so that lines keep their numbers.
    const before = blank(text.slice(0, index + tag.length))
    return scanCode(file, `${file}.${lang}`, before + code)
  })
  // Inline scripts have been checked; the tags themselves still load resources.
  const markup = text.replace(BLOCK, (whole, tag: string) => tag + blank(whole.slice(tag.length)))
  return [...scripts, ...scanText(file, markup, [...IN_MARKUP, ...IN_STYLES])]
}

/** By its syntax tree, or as text where it has none: a source of another dialect, or one that is being edited. */
function scanCode(file: string, script: string, code: string): FoundUrl[] {
  const found = scanScript(script, code)
  if (!found) return scanText(file, code, [...IN_SCRIPTS, ...(script.endsWith('x') ? IN_MARKUP : [])])
  return found.map(({ url, use, at }) => ({ url, use, followed: false, file, line: lineAt(code, at) }))
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

function scanText(file: string, text: string, patterns: readonly Pattern[]): FoundUrl[] {
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
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|[\s;{}(),])\/\/.*/gm, blank)

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
