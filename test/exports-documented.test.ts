import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { codeEntries } from './entries.ts'

/** The exported names of each file that have no doc comment where they are declared. */
function undocumented(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return files.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)
    if (!module) return [`${relative(root, file)} exports nothing`]
    const exported = checker.getExportsOfModule(module).map((symbol) => declared(checker, symbol))
    const documented = new Set(
      exported.filter((symbol) => symbol.getDocumentationComment(checker).length > 0).map(({ name }) => name),
    )
    // A type that is inferred from a schema says what the schema says.
    return exported
      .filter(({ name }) => !documented.has(name) && !documented.has(`${name}Schema`))
      .map((symbol) => `${symbol.name} (${where(symbol)})`)
  })
}

function declared(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function where(symbol: ts.Symbol): string {
  const declaration = symbol.declarations?.[0]
  return declaration ? relative(root, declaration.getSourceFile().fileName) : 'declared nowhere'
}

test('every exported name of every entry says in a doc comment what it is', () => {
  const files = codeEntries().map(({ source }) => source)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(undocumented(files)).toEqual([])
})
