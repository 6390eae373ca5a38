import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { allows } from './allows.ts'
import type { Element } from './scan-html.ts'
import type { ViewDocument } from './view-document.ts'

type Report = (code: FindingCode, evidence: string) => void

/** Problems of a View's markup. */
export function checkHtml(view: ViewDocument): Finding[] {
  const found = new Map<string, Finding>()
  // One of each is enough to act on.
  const report: Report = (code, evidence) => {
    if (!found.has(code)) found.set(code, finding(code, evidence, { resourceUri: view.uri }))
  }
  checkShape(view, report)
  for (const element of view.scan.elements) checkElement(view, element, report)
  checkLinks(view, report)
  for (const load of view.scan.elements.flatMap(loadsOf)) checkLoad(view, load, report)
  return [...found.values()]
}

function checkShape({ html, scan }: ViewDocument, report: Report): void {
  if (/^\s*(?:&lt;|"\s*(?:<|\\u003c))(?:!doctype|html|head|body|div|script)/i.test(html))
    return report('html-escaped', `it begins with ${JSON.stringify(html.trim().slice(0, 40))}`)
  const error = scan.scripts.length === 0 && html.length < MAX_ERROR_PAGE ? ERROR_PAGE.exec(html)?.[0] : undefined
  if (error !== undefined) return report('html-error-page', `the document says ${JSON.stringify(error)} and has no script`)
  if (!scan.doctype) report('html-doctype-missing', `it begins with ${JSON.stringify(html.trim().slice(0, 40))}`)
  const idle = scan.scripts.find(({ attributes, text }) => NEVER_RUN.test(attributes.get('type') ?? '') && text.trim() !== '')
  if (idle) report('html-script-type', `<script type="${idle.attributes.get('type')}"> with ${idle.text.length} characters`)
  if (scan.scripts.length === 0) report('html-no-script', `${scan.elements.length} elements, no script`)
  const open = scan.scripts.find(({ closed }) => !closed)
  if (open) report('html-script-unclosed', `<script> … ${JSON.stringify(open.text.slice(-40))}`)
  const cut = scan.strayEnd && scan.scripts.findLast(({ text }) => /["'`][^"'`\n]*$/.test(text))
  if (cut) report('html-script-cut', `<script> … ${JSON.stringify(cut.text.slice(-40))} and then </script>`)
  const [beyond] = /[^\0-\x7F]/.exec(html) ?? []
  if (beyond !== undefined && !scan.elements.some(declaresCharset))
    report('html-charset-missing', `it contains ${JSON.stringify(beyond)} and no <meta charset>`)
  if (/sourceMappingURL=data:/.test(html)) report('html-source-map', 'sourceMappingURL=data:…')
}

const MAX_ERROR_PAGE = 20_000

/** The pages and texts of web servers, proxies and run-time systems for something that failed. */
const ERROR_PAGE =
  /Cannot GET \/[^\s<]*|\b(?:40[0-9]|41[0-9]|42[0-9]|50[0-9]|52[0-9])\b[\s:|–—-]*(?:Not Found|Forbidden|Unauthorized|Bad Request|Bad Gateway|Internal Server Error|Service Unavailable|Gateway Time-?out|Page not found)|(?:Not Found|Forbidden|Unauthorized|Bad Gateway|Internal Server Error|Service Unavailable|Gateway Time-?out)[\s:|–—-]*\(?\b[45]\d\d\b|\bENOENT: no such file[^<\n]*|\bECONNREFUSED\b[^<\n]*|Traceback \(most recent call last\)|<title>\s*(?:Error|Internal Server Error|Not Found)\s*<\/title>/i

/** Types of code that no browser runs; types of data are not meant to run. */
const NEVER_RUN =
  /^\s*(?:(?:text|application)\/)?(?:x-)?(?:babel|jsx|tsx|ts|typescript|es6|esm|ecmascript-6|javascript-module|js)\s*$/i

const declaresCharset = ({ name, attributes }: Element): boolean =>
  name === 'meta' && (attributes.has('charset') || /charset=/i.test(attributes.get('content') ?? ''))

/** True for a policy that does not permit the scripts of its own document; otherwise it only makes the View safer. */
function blocksOwnScript(policy: string, { scripts }: ViewDocument['scan']): boolean {
  const sources = new Map(policy.split(';').map((each) => [each.trim().split(/\s+/, 1)[0]?.toLowerCase(), each]))
  const own = sources.get('script-src-elem') ?? sources.get('script-src') ?? sources.get('default-src')
  const isInline = scripts.some(({ attributes }) => !attributes.has('src'))
  return own !== undefined && isInline && !/'unsafe-inline'|'nonce-|'sha(?:256|384|512)-/.test(own)
}

function checkElement({ policy, scan }: ViewDocument, { name, attributes }: Element, report: Report): void {
  const source = attributes.get('src') ?? attributes.get('data') ?? ''
  if (name === 'object' || name === 'embed') report('html-object-blocked', `<${name}> ${source}`)
  const href = attributes.get('href')
  if (name === 'base' && href !== undefined && !(URL.canParse(href) && allows(policy, 'base-uri', href)))
    report('html-base-blocked', `<base href="${href}">`)
  if (name !== 'meta') return
  const equivalent = attributes.get('http-equiv')?.toLowerCase()
  const content = attributes.get('content') ?? ''
  if (equivalent === 'content-security-policy' && blocksOwnScript(content, scan))
    report('html-own-policy', `<meta http-equiv="${attributes.get('http-equiv')}" content="${content}">`)
  if (equivalent === 'refresh') report('html-refresh', content)
}

/** A view that knows how to ask its host may do so for its links too. */
function checkLinks({ scan, script }: ViewDocument, report: Report): void {
  const link = scan.elements.find(({ name, attributes }) => name === 'a' && /^https?:/i.test(attributes.get('href') ?? ''))
  if (!link || /ui\/open-link|openLink|openExternal/.test(script)) return
  const target = link.attributes.get('target')
  report('html-link-blocked', `<a href="${link.attributes.get('href')}"${target ? ` target="${target}"` : ''}>`)
}

type LoadDirective = 'script-src' | 'style-src' | 'img-src' | 'media-src' | 'frame-src'

interface Load {
  readonly tag: string
  readonly address: string
  readonly directive: LoadDirective
}

const SOURCES: Readonly<Record<string, LoadDirective>> = {
  script: 'script-src',
  img: 'img-src',
  video: 'media-src',
  audio: 'media-src',
  source: 'media-src',
  iframe: 'frame-src',
}

/** The URLs that a start tag loads. */
function loadsOf({ name, attributes }: Element): Load[] {
  const directive = SOURCES[name]
  const src = attributes.get('src')
  if (directive && src) return [{ tag: `<${name} src="${src}">`, address: src, directive }]
  const href = attributes.get('href')
  const relation = attributes.get('rel') ?? ''
  if (name !== 'link' || !href || !/\b(stylesheet|modulepreload)\b/i.test(relation)) return []
  return [
    {
      tag: `<link rel="${relation}" href="${href}">`,
      address: href,
      directive: /style/i.test(relation) ? 'style-src' : 'script-src',
    },
  ]
}

const DEVELOPMENT =
  /\/@vite\/|\/@react-refresh|webpack-dev-server|__webpack_hmr|^(https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?)?\/src\/.*\.[jt]sx?$/

function checkLoad({ policy }: ViewDocument, { tag, address, directive }: Load, report: Report): void {
  if (/^(data|blob|about|javascript):|^#/i.test(address)) return
  const absolute = address.startsWith('//') ? `https:${address}` : address
  const known = URL.canParse(absolute)
  if (known && allows(policy, directive, absolute)) return
  if (DEVELOPMENT.test(address)) report('html-development-build', tag)
  else if (!known) report('html-relative-url', tag)
  else if (isInsecure(absolute)) report('html-insecure-url', tag)
  else report(directive === 'frame-src' ? 'html-frame-blocked' : 'html-external-blocked', tag)
}

/** A browser trusts its own machine. */
const isInsecure = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}
