import ts from 'typescript'
import type { Edit } from './edits.ts'
import { noteAt, type Findings, type Note } from './notes.ts'
import { propertyOf } from './object-literals.ts'

const FIX = 'Await it: with an externalUrl, createUIResource of Casement fetches the page and returns a promise'

/** `createUIResource` returns a promise for an `externalUrl`, as the page is fetched and checked then. */
export function awaitResources(source: ts.SourceFile): Findings {
  const edits: Edit[] = []
  const notes: Note[] = []
  const names = localNames(source)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) look(node)
    ts.forEachChild(node, visit)
  }
  const look = (call: ts.CallExpression): void => {
    const kind = contentKind(call.arguments[0])
    if (kind === 'other' || ts.isAwaitExpression(call.parent)) return
    const start = call.getStart(source)
    if (kind === 'externalUrl' && mayAwait(call)) edits.push({ start, end: start, text: 'await ' })
    else if (kind === 'externalUrl') notes.push(noteAt(source, start, 'createUIResource in a function that is not async', FIX))
    else
      notes.push(
        noteAt(source, start, 'createUIResource with content that is made elsewhere', `Where it may be an externalUrl: ${FIX}`),
      )
  }
  if (names.size > 0) visit(source)
  return { edits, notes }
}

/** What the file calls the function. */
function localNames(source: ts.SourceFile): Set<string> {
  const names = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const bindings = statement.importClause?.namedBindings
    if (statement.moduleSpecifier.text !== '@mcp-ui/server' || !bindings || !ts.isNamedImports(bindings)) return []
    return bindings.elements
      .filter(({ propertyName, name }) => (propertyName ?? name).text === 'createUIResource')
      .map(({ name }) => name.text)
  })
  return new Set(names)
}

function contentKind(options: ts.Expression | undefined): 'externalUrl' | 'other' | 'unknown' {
  const content = options && ts.isObjectLiteralExpression(options) ? propertyOf(options, 'content')?.initializer : undefined
  const type = content && ts.isObjectLiteralExpression(content) ? propertyOf(content, 'type')?.initializer : undefined
  if (!type || !ts.isStringLiteralLike(type)) return 'unknown'
  return type.text === 'externalUrl' ? 'externalUrl' : 'other'
}

/** At the top of a module, or in an async function; and not where `await x.y` would wait for the wrong thing. */
function mayAwait(call: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(call.parent) || ts.isElementAccessExpression(call.parent)) return false
  const around = ts.findAncestor(call.parent, (node) => ts.isFunctionLike(node))
  if (!around) return true
  const modifiers = ts.canHaveModifiers(around) ? ts.getModifiers(around) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false
}
