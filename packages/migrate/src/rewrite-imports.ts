import ts from 'typescript'
import type { Edit } from './edits.ts'
import { isKnownModule, isOldModule, placeOf, PLAIN_MODULES } from './known-modules.ts'
import { visitAll } from './local-names.ts'
import { noteAt, type Findings, type Note } from './notes.ts'
import { isSchemaName } from './protocol-members.ts'

const BY_NAME = 'Import what is used by its name: the names are in several entry points of Casement'
const OTHER_MODULE = 'Casement has no such entry point; see docs/migrate.md for the ones that it has'
const TEXT = 'Replace the name of the package by the entry points of Casement that the file uses now'

/** Leads imports and re-exports of known modules to Casement. Names that it does not have stay where they are, with a note. */
export function rewriteImports(source: ts.SourceFile): Findings {
  const edits: Edit[] = []
  const notes: Note[] = []
  visitAll(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) rewrite(source, node, edits, notes)
    else if (isDynamicImport(node) || ts.isImportTypeNode(node)) rewriteDynamic(source, node, edits, notes)
    else if (isOtherMention(node)) notes.push(noteAt(source, node.getStart(source), node.getText(source), TEXT))
  })
  return { edits, notes }
}

function rewrite(source: ts.SourceFile, node: ts.ImportDeclaration | ts.ExportDeclaration, edits: Edit[], notes: Note[]): void {
  const specifier = node.moduleSpecifier
  if (!specifier || !ts.isStringLiteral(specifier)) return
  if (replacePlain(source, specifier, edits)) return
  if (!isKnownModule(specifier.text)) {
    if (isOldModule(specifier.text)) notes.push(noteAt(source, node.getStart(source), specifier.text, OTHER_MODULE))
    return
  }
  const named = namesOf(node)
  const entryOfAll = named ? undefined : namespaceEntry(source, node, specifier.text)
  if (entryOfAll !== undefined) {
    edits.push(literalEdit(source, specifier, entryOfAll))
    return
  }
  if (!named) {
    notes.push(noteAt(source, node.getStart(source), `all of ${specifier.text}`, BY_NAME))
    return
  }
  const groups = new Map<string, string[]>()
  for (const element of named.elements) {
    const name = (element.propertyName ?? element.name).text
    const place = placeOf(specifier.text, name)
    const entry = 'entry' in place ? place.entry : specifier.text
    // Uses of a schema have notes of their own.
    if ('fix' in place && !(ts.isImportDeclaration(node) && isSchemaName(name)))
      notes.push(noteAt(source, element.getStart(source), `${name} of ${specifier.text}`, place.fix))
    const text = 'entry' in place && place.name ? renamed(source, element, place.name) : element.getText(source)
    groups.set(entry, [...(groups.get(entry) ?? []), text])
  }
  if (groups.size === 1 && groups.has(specifier.text)) return
  edits.push({ start: node.getStart(source), end: node.getEnd(), text: statements(source, node, specifier, groups) })
}

type NamedElements = ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): { elements: NamedElements } | undefined {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  const isPlain = ts.isExportDeclaration(node) || node.importClause?.name === undefined
  return isPlain && clause && (ts.isNamedImports(clause) || ts.isNamedExports(clause)) ? clause : undefined
}

/** The name that it has in Casement, under the name that the file knows. */
function renamed(source: ts.SourceFile, element: ts.ImportSpecifier | ts.ExportSpecifier, name: string): string {
  const type = element.isTypeOnly ? 'type ' : ''
  return `${type}${name} as ${element.name.getText(source)}`
}

/** One statement for each module, in the style of the previous one. */
function statements(
  source: ts.SourceFile,
  node: ts.ImportDeclaration | ts.ExportDeclaration,
  specifier: ts.StringLiteral,
  groups: ReadonlyMap<string, readonly string[]>,
): string {
  const quote = specifier.getText(source)[0] ?? "'"
  const end = node.getText(source).endsWith(';') ? ';' : ''
  const isType = ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly
  const begin = `${ts.isImportDeclaration(node) ? 'import' : 'export'}${isType ? ' type' : ''}`
  const written = [...groups].map(([module, names]) => `${begin} { ${names.join(', ')} } from ${quote}${module}${quote}${end}`)
  return written.join('\n')
}

/** The one entry point that has every name which `import * as x` is used for; undefined where there is none. */
function namespaceEntry(
  source: ts.SourceFile,
  node: ts.ImportDeclaration | ts.ExportDeclaration,
  specifier: string,
): string | undefined {
  const bindings = ts.isImportDeclaration(node) && !node.importClause?.name ? node.importClause?.namedBindings : undefined
  if (!bindings || !ts.isNamespaceImport(bindings)) return undefined
  const used = new Set<string | undefined>()
  visitAll(source, (each) => {
    if (!ts.isIdentifier(each) || each.text !== bindings.name.text || each === bindings.name) return
    const { parent } = each
    if (ts.isPropertyAccessExpression(parent) && parent.name === each) return
    const name =
      ts.isPropertyAccessExpression(parent) && parent.expression === each
        ? parent.name.text
        : ts.isQualifiedName(parent) && parent.left === each
          ? parent.right.text
          : undefined
    used.add(name === undefined ? undefined : entryOf(specifier, name))
  })
  const [entry] = used
  return used.size === 1 ? entry : undefined
}

/** A text that names an old package and is no import: `vi.mock('…')`, `import(`…`)` with a template, or the settings of a bundler. */
function isOtherMention(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) {
    const isImport = ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword
    return isImport && isOldModule(node.head.text.replace(/\/$/, ''))
  }
  if (!ts.isStringLiteralLike(node) || !isOldModule(node.text)) return false
  const { parent } = node
  const isSpecifier = ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)
  return !isSpecifier && !isDynamicImport(parent)
}

type DynamicImport = ts.CallExpression & { readonly arguments: readonly [ts.StringLiteral] }

const isDynamicImport = (node: ts.Node): node is DynamicImport =>
  ts.isCallExpression(node) &&
  (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require')) &&
  node.arguments[0] !== undefined &&
  ts.isStringLiteral(node.arguments[0])

function rewriteDynamic(source: ts.SourceFile, node: DynamicImport | ts.ImportTypeNode, edits: Edit[], notes: Note[]): void {
  const literal = ts.isImportTypeNode(node)
    ? ts.isLiteralTypeNode(node.argument)
      ? node.argument.literal
      : undefined
    : node.arguments[0]
  if (!literal || !ts.isStringLiteral(literal) || replacePlain(source, literal, edits) || !isKnownModule(literal.text)) return
  const names = usedNames(node)
  const entries = new Set(names?.map((name) => entryOf(literal.text, name)))
  const [entry] = entries
  if (entry !== undefined && entries.size === 1) edits.push(literalEdit(source, literal, entry))
  else notes.push(noteAt(source, node.getStart(source), `all of ${literal.text}`, BY_NAME))
}

const entryOf = (specifier: string, name: string): string | undefined => {
  const place = placeOf(specifier, name)
  return 'entry' in place && place.name === undefined ? place.entry : undefined
}

/** The names that `const { App } = await import(…)` and `import('…').App` use; undefined if unknown. */
function usedNames(node: DynamicImport | ts.ImportTypeNode): string[] | undefined {
  if (ts.isImportTypeNode(node)) return node.qualifier && ts.isIdentifier(node.qualifier) ? [node.qualifier.text] : undefined
  const whole = ts.isAwaitExpression(node.parent) ? node.parent : node
  const { parent } = whole
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return undefined
  return parent.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
}

function replacePlain(source: ts.SourceFile, literal: ts.StringLiteral, edits: Edit[]): boolean {
  const plain = PLAIN_MODULES[literal.text]
  if (plain !== undefined) edits.push(literalEdit(source, literal, plain))
  return plain !== undefined
}

/** Another text between the same quotes. */
export const literalEdit = (source: ts.SourceFile, literal: ts.Node, text: string): Edit => ({
  start: literal.getStart(source) + 1,
  end: literal.getEnd() - 1,
  text,
})
