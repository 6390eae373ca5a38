import { extname, posix } from 'node:path'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import type { FixContext, Fixer, Fixers } from '../fixer.ts'
import { cssDeclarations, cssUrls } from '../css-syntax.ts'
import type { Edits } from '../object-literals.ts'
import type { ViewSource } from '../view-source.ts'
import { allowOrigin } from './view-meta-fixers.ts'

type Element = DefaultTreeAdapterTypes.Element
type Place = NonNullable<Element['sourceCodeLocation']>

interface Found {
  readonly element: Element
  readonly place: Place
  readonly attribute: (name: string) => string | undefined
}

/** The elements that are written in a document. */
function elementsOf(html: string): Found[] {
  const found: Found[] = []
  const pending: DefaultTreeAdapterTypes.Node[] = [parse(html, { sourceCodeLocationInfo: true })]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('childNodes' in node) pending.push(...node.childNodes.toReversed())
    if (!('tagName' in node) || !node.sourceCodeLocation) continue
    const { attrs } = node
    const attribute = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value
    found.push({ element: node, place: node.sourceCodeLocation, attribute })
  }
  return found
}

const ofDocument =
  (fix: (view: ViewSource, elements: readonly Found[], context: FixContext) => Edits): Fixer =>
  (_, context) =>
    context.view && fix(context.view, elementsOf(context.view.html), context)

const named = (elements: readonly Found[], ...names: readonly string[]): Found[] =>
  elements.filter(({ element }) => names.includes(element.tagName))

const orNothing = <Each>(edits: readonly Each[]): readonly Each[] | undefined => (edits.length === 0 ? undefined : edits)

/** Removes the meta elements with this http-equiv. */
const removeMeta = (equivalent: string): Fixer =>
  ofDocument((view, elements) =>
    orNothing(
      named(elements, 'meta')
        .filter(({ attribute }) => attribute('http-equiv')?.toLowerCase() === equivalent)
        .flatMap(({ place }) => view.edit(place.startOffset, place.endOffset, '')),
    ),
  )

const addCharset = ofDocument((view, elements) => {
  const [head] = named(elements, 'head')
  const [first] = named(elements, 'html')
  const doctype = /^\s*<!doctype[^>]*>/i.exec(view.html)?.[0].length ?? 0
  const at = head?.place.startTag?.endOffset ?? first?.place.startTag?.endOffset ?? doctype
  return view.edit(at, at, '<meta charset="utf-8">')
})

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The file of the project that a relative address of a document means. */
function assetPath({ project, view, server }: FixContext, address: string): string | undefined {
  const clean = address.replace(/[?#].*$/, '').replace(/^\//, '')
  const folders = [view?.file, ...server.files.map(({ path }) => path)].map((path) => posix.dirname(path ?? ''))
  return [...folders, '.', 'public'].map((folder) => project.pathOf(posix.join(folder, clean))).find((path) => path !== undefined)
}

function dataUrl(context: FixContext, address: string): string | undefined {
  const path = assetPath(context, address)
  const type = path === undefined ? undefined : TYPES[extname(path).toLowerCase()]
  const bytes = path === undefined || type === undefined ? undefined : context.project.bytes(path)
  return bytes && `data:${type};base64,${bytes.toString('base64')}`
}

const isRelative = (address: string | undefined): address is string =>
  address !== undefined && address !== '' && !address.startsWith('//') && !address.startsWith('#') && !URL.canParse(address)

/** Inlines files with relative URLs into the document. */
const inlineAssets = ofDocument((view, elements, context) =>
  orNothing(
    elements.flatMap(({ element, place, attribute }) => {
      const address = attribute(element.tagName === 'link' ? 'href' : 'src')
      if (!isRelative(address)) return []
      const path = assetPath(context, address)
      const text = path === undefined ? undefined : context.project.text(path)
      if (element.tagName === 'script' && text !== undefined) {
        const type = attribute('type')
        const open = `<script${type === undefined ? '' : ` type="${type}"`}>`
        const script = `${open}\n${text.replaceAll('</script', '<\\/script')}</script>`
        // An inline script ignores `defer`, so it goes behind the elements that it needs.
        if (attribute('defer') === undefined || type === 'module') return view.edit(place.startOffset, place.endOffset, script)
        const end = endOfBody(view, elements)
        return [...view.edit(place.startOffset, place.endOffset, ''), ...view.edit(end, end, script)]
      }
      if (element.tagName === 'link' && text !== undefined && attribute('rel') === 'stylesheet')
        return view.edit(place.startOffset, place.endOffset, `<style>\n${text}</style>`)
      return element.tagName === 'img' ? replaceAttribute(view, place, 'src', dataUrl(context, address)) : []
    }),
  ),
)

function replaceAttribute(
  view: ViewSource,
  place: Place,
  name: string,
  value: string | undefined,
): readonly ReturnType<ViewSource['edit']>[number][] {
  const attribute = place.attrs?.[name]
  return attribute && value !== undefined
    ? view.edit(attribute.startOffset, attribute.endOffset, `${name}="${attributeText(value)}"`)
    : []
}

const attributeText = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const SOURCES = ['script', 'img', 'video', 'audio', 'source', 'iframe', 'link']

/** Loads by https, and allows the origin. */
const useHttps: Fixer = (finding, context) => {
  const { view } = context
  if (!view) return undefined
  const insecure = named(elementsOf(view.html), ...SOURCES).flatMap(({ element, place, attribute }) => {
    const name = element.tagName === 'link' ? 'href' : 'src'
    const address = attribute(name)
    return address?.startsWith('http://') ? [{ element, place, name, address: address.replace('http:', 'https:') }] : []
  })
  const [first] = insecure
  if (!first) return undefined
  const list = first.element.tagName === 'iframe' ? 'frameDomains' : 'resourceDomains'
  const { origin } = new URL(first.address)
  const isAllowed = JSON.stringify(context.facts.views.map(({ read }) => read)).includes(`"${origin}"`)
  const allowed = isAllowed ? [] : allowOrigin(context, finding.resourceUri, list, origin)
  return allowed && [...insecure.flatMap(({ place, name, address }) => replaceAttribute(view, place, name, address)), ...allowed]
}

/** The part of the document inside of its style elements. */
const stylesOf = (elements: readonly Found[], html: string): { readonly css: string; readonly offset: number }[] =>
  named(elements, 'style').map(({ place }) => {
    const offset = place.startTag?.endOffset ?? place.startOffset
    return { css: html.slice(offset, place.endTag?.startOffset ?? place.endOffset), offset }
  })

const unfixHeight = ofDocument((view, elements) =>
  orNothing(
    stylesOf(elements, view.html).flatMap(({ css, offset }) =>
      cssDeclarations(css)
        .filter(
          ({ property, value, selector }) =>
            property === 'height' &&
            /^100d?vh$/i.test(value) &&
            selector.split(',').some((each) => /^(html|body|:root)$/i.test(each.trim())),
        )
        .flatMap(({ valueStart, valueEnd }) => view.edit(offset + valueStart, offset + valueEnd, 'auto')),
    ),
  ),
)

const inlineUrls = ofDocument((view, elements, context) =>
  orNothing(
    stylesOf(elements, view.html).flatMap(({ css, offset }) =>
      cssUrls(css).flatMap(({ address, start, end }) => {
        const data = isRelative(address) ? dataUrl(context, address) : undefined
        return data === undefined ? [] : view.edit(offset + start, offset + end, `"${data}"`)
      }),
    ),
  ),
)

/** The handshake of a document that has no script of its own. */
const HANDSHAKE = `<script>
  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return
    if (data.error) document.body.append(data.error.message)
    else if (data.method === 'ping' || data.method === 'ui/resource-teardown') post({ id: data.id, result: {} })
    else if (data.id === 'initialize') {
      post({ method: 'ui/notifications/initialized', params: {} })
      post({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.scrollHeight } })
    }
  })
  post({
    id: 'initialize',
    method: 'ui/initialize',
    params: { protocolVersion: '2026-01-26', appInfo: { name: 'view', version: '1.0.0' }, appCapabilities: {} },
  })
</script>`

const endOfBody = ({ html }: ViewSource, elements: readonly Found[]): number =>
  named(elements, 'body')[0]?.place.endTag?.startOffset ?? html.length

const addHandshake = ofDocument((view, elements) => {
  const at = endOfBody(view, elements)
  return view.edit(at, at, HANDSHAKE)
})

const OPEN_LINKS = `<script>
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="http"]')
    if (!link) return
    event.preventDefault()
    window.parent.postMessage({ jsonrpc: '2.0', id: link.href, method: 'ui/open-link', params: { url: link.href } }, '*')
  })
</script>`

const openLinks = ofDocument((view, elements) => {
  const at = endOfBody(view, elements)
  return view.edit(at, at, OPEN_LINKS)
})

/** Repairs of the markup and the styles of a View. */
export const HTML_FIXERS: Fixers = {
  'html-doctype-missing': ofDocument((view) => {
    const at = view.html.length - view.html.trimStart().length
    return view.edit(at, at, '<!doctype html>')
  }),
  'html-charset-missing': addCharset,
  'html-script-unclosed': ofDocument((view, elements) => {
    const open = named(elements, 'script').find(({ place }) => !place.endTag)
    if (!open) return undefined
    // The script swallowed the end tags behind it.
    const start = open.place.startTag?.endOffset ?? open.place.startOffset
    const swallowed = view.html.slice(start).search(/\s*(?:<\/[a-z]+>\s*)+$/i)
    const at = swallowed < 0 ? view.html.length : start + swallowed
    return view.edit(at, at, '</script>')
  }),
  'html-script-cut': ofDocument((view, elements) => {
    const cut = named(elements, 'script').findLast(({ place }) =>
      /["'`][^"'`\n]*$/.test(view.html.slice(place.startOffset, place.endTag?.startOffset)),
    )
    const at = cut?.place.endTag?.startOffset
    return at === undefined ? undefined : view.edit(at, at + 2, '<\\/')
  }),
  'html-no-script': addHandshake,
  'html-link-blocked': openLinks,
  'html-relative-url': inlineAssets,
  'html-insecure-url': useHttps,
  'html-own-policy': removeMeta('content-security-policy'),
  'html-refresh': removeMeta('refresh'),
  'html-object-blocked': ofDocument((view, elements) =>
    orNothing(
      named(elements, 'object', 'embed').flatMap(({ element, place, attribute }) => {
        const source = attribute('data') ?? attribute('src') ?? ''
        const isImage = source.startsWith('data:image/') || /\.(svg|png|jpe?g|gif|webp)$/i.test(source)
        return isImage || element.childNodes.length > 0
          ? view.edit(place.startOffset, place.endOffset, `<img src="${attributeText(source)}" alt="">`)
          : []
      }),
    ),
  ),
  'html-source-map': ofDocument((view) => {
    const at = view.html.search(/\/[/*]# sourceMappingURL=data:/)
    const end = at < 0 ? -1 : at + (/^\S+ \S+?(?=\*\/|\s|<)/.exec(view.html.slice(at))?.[0].length ?? 0)
    return at < 0 ? undefined : view.edit(at, end + (view.html.startsWith('*/', end) ? 2 : 0), '')
  }),
  'css-url-relative': inlineUrls,
  'css-viewport-height': unfixHeight,
}
