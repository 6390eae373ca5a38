import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../../scripts/setup.mjs'

// Inside of the repository, so that packages are found from there.
const HOME = join(root, 'packages/migrate/virtual')

/** Files that exist in memory only, compiled with the packages that are installed. */
export interface Compiled {
  /** What the compiler says about a file. */
  complaints(path: string): string[]
  /** The names that a module exports, types included. */
  exportsOf(module: string): string[]
}

/** Compiles files of which a few import these modules. */
export function compile(files: Readonly<Record<string, string>>, modules: readonly string[]): Compiled {
  const all = { ...files, 'modules.ts': modules.map((name, i) => `export * as m${i} from '${name}'`).join('\n') }
  const texts = new Map(Object.entries(all).map(([path, text]) => [join(HOME, path), text]))
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const host = ts.createCompilerHost(options)
  const real = { ...host }
  host.directoryExists = () => true
  host.fileExists = (path) => texts.has(path) || real.fileExists(path)
  host.readFile = (path) => texts.get(path) ?? real.readFile(path)
  host.getSourceFile = (path, languageVersion, ...more) => {
    const text = texts.get(path)
    return text === undefined
      ? real.getSourceFile(path, languageVersion, ...more)
      : ts.createSourceFile(path, text, languageVersion)
  }
  const program = ts.createProgram([...texts.keys()], options, host)
  const checker = program.getTypeChecker()
  const list = program.getSourceFile(join(HOME, 'modules.ts'))
  return {
    complaints: (path) => {
      const source = program.getSourceFile(join(HOME, path))
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
    exportsOf: (module) => {
      const statement = list?.statements[modules.indexOf(module)]
      const specifier = statement && ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined
      const symbol = specifier && checker.getSymbolAtLocation(specifier)
      return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []
    },
  }
}
