import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../scripts/setup.mjs'

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node', 'react'],
  // A package may bring its own version of these types, which would differ from those of every other.
  paths: { react: [join(root, 'node_modules/@types/react')], 'react/*': [join(root, 'node_modules/@types/react/*')] },
  typeRoots: [join(root, 'node_modules/@types')],
}

/** A program of files that exist in memory only, by absolute path, with the packages of this repository. */
export function memoryProgram(files: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS)
  const real = { ...host }
  // Folders of the files do not exist, and the compiler looks for packages only from folders that do.
  host.directoryExists = () => true
  host.fileExists = (path) => files.has(path) || real.fileExists(path)
  host.readFile = (path) => files.get(path) ?? real.readFile(path)
  host.getSourceFile = (path, languageVersion, ...more) => {
    const text = files.get(path)
    return text === undefined
      ? real.getSourceFile(path, languageVersion, ...more)
      : ts.createSourceFile(path, text, languageVersion)
  }
  return ts.createProgram([...files.keys()], OPTIONS, host)
}

/** The errors of the compiler about a file. */
export function errorsIn(program: ts.Program, path: string): ts.Diagnostic[] {
  const source = program.getSourceFile(path)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
}
