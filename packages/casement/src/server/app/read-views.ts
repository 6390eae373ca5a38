import type { CasementError } from '../../protocol/errors.ts'
import { withBuiltPolicy } from './built-policy.ts'
import type { AppView, DefinedApp, ViewFolder, ViewNeeds } from './define-app.ts'
import { metadataError } from '../register/metadata-problem.ts'
import type { ViewFiles } from './view-files.ts'

/** A View with its HTML. */
export interface ReadView {
  readonly name: string
  readonly html: string
  readonly needs: ViewNeeds
  /** In development, reads the file again: Vite and the author change it while the server runs. */
  readonly reread?: () => Promise<ReadView>
}

// Node's convention, which `casement dev` follows. Some runtimes have no `process`.
const isDevelopment = (): boolean => globalThis.process?.env['NODE_ENV'] === 'development'

/** Reads the HTML of all Views of an app. Without a file system, all of them must be `{ html }`. */
export async function readViews(app: DefinedApp, files: ViewFiles | undefined): Promise<ReadView[]> {
  const { view, views = {} } = app
  const named = await Promise.all(Object.entries(views).map(([name, each]) => readView(app, name, each, files)))
  if (!view) return named
  return [...('folder' in view ? await readFolder(app, view, files) : [await readView(app, 'view', view, files)]), ...named]
}

async function readView(app: DefinedApp, name: string, view: AppView, files: ViewFiles | undefined): Promise<ReadView> {
  const where = `View "${name}" of ${app.name}`
  const isLive = 'file' in view && isDevelopment()
  const html = 'html' in view ? view.html : await readFile(where, view.file, isLive, files)
  if (!/<(!doctype|html|head|body|script|div|main)\b/i.test(html)) {
    const fix = 'Set { file } to the path of an HTML document, or { html } to its text'
    throw metadataError({ code: 'VIEW_SOURCE', where, field: 'html' in view ? 'html' : 'file', fix }, 'is not an HTML document')
  }
  const csp = withBuiltPolicy(html, view.csp)
  return {
    name,
    html,
    needs: { ...view, ...(csp && { csp }) },
    ...(isLive && { reread: () => readView(app, name, view, files) }),
  }
}

async function readFolder(app: DefinedApp, view: ViewFolder, files: ViewFiles | undefined): Promise<ReadView[]> {
  if (!files) throw noFiles(`the Views of ${app.name}`, 'folder')
  const folder = asPath(view.folder)
  const names = await files.list(folder).catch((cause: unknown) => {
    throw unreadable(`the Views of ${app.name}`, 'folder', folder, cause)
  })
  const pages = names.filter((file) => file.endsWith('.html')).toSorted()
  if (pages.length === 0) throw unreadable(`the Views of ${app.name}`, 'folder', folder, 'it contains no HTML file')
  const { folder: _, ...needs } = view
  return Promise.all(
    pages.map((page) => readView(app, page.slice(0, -'.html'.length), { ...needs, file: `${folder}/${page}` }, files)),
  )
}

async function readFile(where: string, file: string | URL, mayBeMissing: boolean, files: ViewFiles | undefined): Promise<string> {
  if (!files) throw noFiles(where, 'file')
  return files.read(asPath(file)).catch((cause: unknown) => {
    if (mayBeMissing && (cause as { code?: unknown }).code === 'ENOENT') return notBuiltPage(asPath(file))
    throw unreadable(where, 'file', asPath(file), cause)
  })
}

/** Shown in development until Vite has written the file, so that the order in which the two start does not matter. */
const notBuiltPage = (file: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Not built yet</title><p>This View has not been built yet: ${file} does not exist. Run <code>vite</code> or <code>vite build</code>, then reload the View.</p>`

const asPath = (path: string | URL): string => (typeof path === 'string' ? path : decodeURIComponent(path.pathname))

function noFiles(where: string, field: string): CasementError {
  const fix = 'Pass the text of the document as { html }, for example with the import of your bundler'
  return metadataError(
    { code: 'VIEW_SOURCE', where, field, fix },
    'cannot be read, because createAppHandler does not use a file system',
  )
}

function unreadable(where: string, field: string, path: string, cause: unknown): CasementError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const fix = 'Build the View first, and give the path from import.meta.url: new URL("./view.html", import.meta.url)'
  return metadataError({ code: 'VIEW_SOURCE', where, field, fix }, `cannot be read from ${path}: ${reason}`)
}
