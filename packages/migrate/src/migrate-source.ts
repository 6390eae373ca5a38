import ts from 'typescript'
import type { Edit } from './edits.ts'
import type { Note } from './notes.ts'
import { rewriteOpenAiGlobals } from './openai-globals.ts'
import { rewriteOpenAiMetadata } from './openai-metadata.ts'
import { findProtocolMembers } from './protocol-members.ts'
import { rewriteImports } from './rewrite-imports.ts'
import { keepMimeTypes } from './ui-resource-calls.ts'
import { findCdnUrls } from './cdn-urls.ts'

/** The edits for a file, and the places that need manual work. */
export interface MigratedSource {
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
  /** The file uses the App of the module that `appModule` names. */
  readonly needsApp: boolean
}

/** How a file is migrated. */
export interface MigrateSourceOptions {
  /** Where the file finds the App that takes the place of `window.openai`. Default `./casement-app`. */
  readonly appModule?: string
  /** The major version of `@mcp-ui/server` that the file was written for. Undefined if unknown. */
  readonly uiServerMajor?: number | undefined
}

const LANGUAGES: Readonly<Record<string, ts.ScriptKind>> = {
  tsx: ts.ScriptKind.TSX,
  jsx: ts.ScriptKind.JSX,
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
}
const SCRIPTS = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi

/** The extensions of files that are parsed. Other files are searched for URLs only. */
export const PARSED = /\.([cm]?[jt]sx?|vue|svelte|html?)$/

/** Finds what has to change in one file: a script, a page or component with scripts in it, or a file of another language. */
export function migrateSource(path: string, text: string, options: MigrateSourceOptions = {}): MigratedSource {
  const urls = { edits: [], notes: findCdnUrls(text), needsApp: false }
  return PARSED.test(path) ? combine([...scriptsIn(path, text, options), urls]) : urls
}

function scriptsIn(path: string, text: string, options: MigrateSourceOptions): MigratedSource[] {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  if (!/^(html?|vue|svelte)$/.test(extension)) return [migrateScript(text, LANGUAGES[extension] ?? ts.ScriptKind.JSX, options)]
  return [...text.matchAll(SCRIPTS)]
    .filter(([, attributes = '']) => !/type=["']?(importmap|application\/(ld\+)?json)/.test(attributes))
    .map((match) => {
      const [whole, attributes = '', code = ''] = match
      const offset = match.index + whole.length - '</script>'.length - code.length
      const lines = text.slice(0, offset).split('\n').length - 1
      const part = migrateScript(code, /lang=["']?tsx?/.test(attributes) ? ts.ScriptKind.TSX : ts.ScriptKind.JSX, options)
      return {
        edits: part.edits.map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset })),
        notes: part.notes.map((note) => ({ ...note, line: note.line + lines })),
        needsApp: part.needsApp,
      }
    })
}

const combine = (parts: readonly MigratedSource[]): MigratedSource => ({
  edits: parts.flatMap(({ edits }) => edits),
  notes: parts.flatMap(({ notes }) => notes).toSorted((a, b) => a.line - b.line),
  needsApp: parts.some(({ needsApp }) => needsApp),
})

function migrateScript(text: string, kind: ts.ScriptKind, options: MigrateSourceOptions): MigratedSource {
  const { appModule = './casement-app', uiServerMajor } = options
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true, kind)
  const globals = rewriteOpenAiGlobals(source)
  const found = [
    rewriteImports(source),
    findProtocolMembers(source),
    keepMimeTypes(source, uiServerMajor),
    rewriteOpenAiMetadata(source),
    globals,
  ]
  const edits: Edit[] = found.flatMap((each) => each.edits)
  if (globals.app !== undefined) edits.push(appImport(source, globals.app, appModule))
  const notes = found.flatMap((each) => each.notes).toSorted((a, b) => a.line - b.line)
  return { edits: withoutOverlap(edits), notes, needsApp: globals.app !== undefined }
}

/** Before the first statement, so that comments and directives stay at the top. */
function appImport(source: ts.SourceFile, name: string, module: string): Edit {
  const first = source.statements.find(
    (statement) => !(ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)),
  )
  const start = first?.getStart(source) ?? 0
  const imported = name === 'app' ? 'app' : `app as ${name}`
  const end = source.statements.some((statement) => statement.getText(source).endsWith(';')) ? ';' : ''
  return { start, end: start, text: `import { ${imported} } from '${module}'${end}\n` }
}

/** An edit inside of another is done by the next run. */
const withoutOverlap = (edits: readonly Edit[]): Edit[] =>
  edits.filter((edit) => !edits.some((other) => other !== edit && isInside(edit, other)))

// An insertion directly before another edit does not overlap it.
const isInside = ({ start, end }: Edit, other: Edit): boolean =>
  other.start <= start && end <= other.end && (end > start || other.start < start)
