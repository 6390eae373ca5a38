import ts from 'typescript'
import { awaitResources } from './await-resources.ts'
import type { Edit } from './edits.ts'
import type { Note } from './notes.ts'
import { rewriteOpenAiGlobals } from './openai-globals.ts'
import { rewriteOpenAiMetadata } from './openai-metadata.ts'
import { rewriteImports } from './rewrite-imports.ts'

/** What is to be changed in a file, and what is left to a person. */
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
}

const LANGUAGES: Readonly<Record<string, ts.ScriptKind>> = {
  tsx: ts.ScriptKind.TSX,
  jsx: ts.ScriptKind.JSX,
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
}
const SCRIPTS = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi

/** Finds what has to change in one file: a script, or a page or component with scripts in it. */
export function migrateSource(path: string, text: string, options: MigrateSourceOptions = {}): MigratedSource {
  const { appModule = './casement-app' } = options
  const extension = path.slice(path.lastIndexOf('.') + 1)
  if (!/^(html?|vue|svelte)$/.test(extension)) return migrateScript(text, LANGUAGES[extension] ?? ts.ScriptKind.JSX, appModule)
  const parts = [...text.matchAll(SCRIPTS)].map((match) => {
    const [whole, attributes = '', code = ''] = match
    const offset = match.index + whole.length - '</script>'.length - code.length
    const lines = text.slice(0, offset).split('\n').length - 1
    const part = migrateScript(code, /lang=["']?tsx?/.test(attributes) ? ts.ScriptKind.TSX : ts.ScriptKind.JSX, appModule)
    return {
      edits: part.edits.map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset })),
      notes: part.notes.map((note) => ({ ...note, line: note.line + lines })),
      needsApp: part.needsApp,
    }
  })
  return {
    edits: parts.flatMap(({ edits }) => edits),
    notes: parts.flatMap(({ notes }) => notes),
    needsApp: parts.some(({ needsApp }) => needsApp),
  }
}

function migrateScript(text: string, kind: ts.ScriptKind, appModule: string): MigratedSource {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true, kind)
  const globals = rewriteOpenAiGlobals(source)
  const looks = [rewriteImports(source), awaitResources(source), rewriteOpenAiMetadata(source), globals]
  const edits: Edit[] = looks.flatMap((look) => look.edits)
  if (globals.app !== undefined) edits.push(appImport(source, globals.app, appModule))
  const notes = looks.flatMap((look) => look.notes).toSorted((a, b) => a.line - b.line)
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

// What is put in right before another is not inside of it.
const isInside = ({ start, end }: Edit, other: Edit): boolean =>
  other.start <= start && end <= other.end && (end > start || other.start < start)
