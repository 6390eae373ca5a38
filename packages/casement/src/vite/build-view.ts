import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { CasementError } from '../protocol/errors.ts'
import type { ViewInput } from './find-views.ts'
import type { FoundUrl } from './found-url.ts'
import { inlineHtml } from './inline-html.ts'
import { isOutside, isWithin, judgeUrls } from './judge-urls.ts'
import { scanSource } from './scan-source.ts'
import { pathFrom } from './view-settings.ts'
import { withPolicy } from './view-policy.ts'

/** A bundle with one View in it. */
export interface ViewBuild {
  readonly bundle: Rolldown.OutputBundle
  readonly root: string
  readonly views: readonly ViewInput[]
  /** The addresses in its sources. */
  readonly seen: readonly FoundUrl[]
  readonly external: readonly string[]
}

/** A View that is built. */
export interface BuiltView {
  readonly fileName: string
  readonly source: string
  /** The files that it makes needless. */
  readonly used: readonly string[]
  /** Its size, and its external resources. */
  readonly line: string
}

/** Turns a bundle into its one HTML file. Throws what cannot be in one file. */
export function buildView({ bundle, root, views, seen, external }: ViewBuild): BuiltView {
  const page = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'))
  const view = views.find(({ file }) => pathFrom(root, file) === page?.fileName)
  if (page?.type !== 'asset' || !view)
    throw new CasementError('INVALID_ARGUMENT', 'casement/vite: the bundle contains no HTML page')
  const files = new Map(
    Object.values(bundle)
      .filter((file) => file !== page)
      .map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
  const { html, used } = inlineHtml(String(page.source), files)
  const { problems, csp } = judgeUrls(seen, external, root)
  const left = [...files.keys()].filter((name) => !used.has(name) && !name.endsWith('.map'))
  const all = [
    ...problems,
    ...left.map(
      (name) => `${sourceOf(bundle, name)}: would become a separate file (${name}). Import it without ?url or ?no-inline.`,
    ),
    ...leftovers(view.file, html, seen).map(
      ({ url, file, line }) =>
        `${pathFrom(root, file)}:${line}: "${url}" is relative, and the file was not found in the project. Import it in a script or in CSS.`,
    ),
  ]
  if (all.length > 0)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `casement/vite: the View "${view.name}" is not self-contained\n  ${all.join('\n  ')}`,
    )
  const source = withPolicy(html, csp)
  const fileName = `${view.name}.html`
  const domains = csp ? `, loads from ${[...new Set(Object.values(csp).flat())].join(' ')}` : ''
  const line = `${fileName}  ${kilobytes(Buffer.byteLength(source))} (${kilobytes(gzipSync(source).length)} gzip), one file${domains}`
  return { fileName, source, used: [...used, page.fileName], line }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function sourceOf(bundle: Rolldown.OutputBundle, name: string): string {
  const file = bundle[name]
  return (file?.type === 'asset' ? file.originalFileNames[0] : undefined) ?? name
}

/** Addresses that Vite could not resolve: they are still there, and lead nowhere. */
function leftovers(file: string, html: string, seen: readonly FoundUrl[]): FoundUrl[] {
  const markup = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '<script></script>')
  return scanSource(file, markup)
    .filter(({ url }) => !isOutside(url) && !isWithin(url))
    .map((found) => seen.find(({ url }) => fromRoot(url) === fromRoot(found.url)) ?? found)
}

// Vite writes addresses from the root as seen from the page.
const fromRoot = (url: string): string => url.replace(/^[./]+/, '')
