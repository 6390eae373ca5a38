import ts from 'typescript'

/** The local names of what a file imports from these modules, by the name that the module exports. */
export function localNames(source: ts.SourceFile, isModule: (specifier: string) => boolean): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (!isModule(statement.moduleSpecifier.text) || !bindings || !ts.isNamedImports(bindings)) continue
    for (const { propertyName, name } of bindings.elements) names.set(name.text, (propertyName ?? name).text)
  }
  return names
}

/** Visits every node below a node. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child)
    visitAll(child, visit)
  })
}
