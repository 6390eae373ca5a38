import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../../scripts/setup.mjs'
import { errorsIn, memoryProgram } from '../../../../test/memory-program.ts'

// Inside of the repository, so that packages are found from there.
const HOME = join(root, 'packages/migrate/virtual')

/** Files that exist in memory only, compiled with the packages that are installed. */
export interface Compiled {
  /** The compiler diagnostics of a file. */
  complaints(path: string): string[]
  /** The names that a module exports, types included. */
  exportsOf(module: string): string[]
}

/** Compiles files of which a few import these modules. */
export function compile(files: Readonly<Record<string, string>>, modules: readonly string[]): Compiled {
  const all = { ...files, 'modules.ts': modules.map((name, i) => `export * as m${i} from '${name}'`).join('\n') }
  const texts = new Map(Object.entries(all).map(([path, text]) => [join(HOME, path), text]))
  const program = memoryProgram(texts)
  const checker = program.getTypeChecker()
  const list = program.getSourceFile(join(HOME, 'modules.ts'))
  return {
    complaints: (path) =>
      errorsIn(program, join(HOME, path)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    exportsOf: (module) => {
      const statement = list?.statements[modules.indexOf(module)]
      const specifier = statement && ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined
      const symbol = specifier && checker.getSymbolAtLocation(specifier)
      return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []
    },
  }
}
