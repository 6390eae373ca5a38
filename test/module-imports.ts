import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** One import, re-export, `import()` or `import('…')` type of a file. */
export interface Imported {
  readonly specifier: string
  /** Gone after compilation. `import { type X }` is not: under verbatimModuleSyntax the module is still loaded. */
  readonly typeOnly: boolean
}

const NOT_SOURCES = new Set(['dist', 'node_modules', 'test-support'])
const TEST_FILE = /\.(test|test-d|browser|examples|attacks)\.tsx?$/
// These resolve their modules at run time: the package of a subcommand, the examples that were built, the Vite of a project.
const COMPUTED = /packages[\\/](casement[\\/]src[\\/]launcher[\\/]launch|studio[\\/]src[\\/]command[\\/](demo-servers|dev))\.ts$/

/** The sources below a folder that are no tests. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : sourcesBelow(path)
    return /\.tsx?$/.test(entry.name) && !TEST_FILE.test(entry.name) ? [path] : []
  })
}

/** Everything a file imports, by parsing it. */
export function importsOf(file: string, text: string = readFileSync(file, 'utf8')): Imported[] {
  const found: Imported[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ specifier: specifier.text, typeOnly })
    else if (specifier && !COMPUTED.test(file))
      throw new Error(`${file}: an import of something computed cannot be checked: ${specifier.getText()}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}
