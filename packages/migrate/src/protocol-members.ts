import ts from 'typescript'
import { isKnownModule } from './known-modules.ts'
import { localNames, visitAll } from './local-names.ts'
import { noteAt, type Findings, type Note } from './notes.ts'

/** Replacements for the members that App and AppBridge of ext-apps inherit from the MCP SDK's Protocol. */
const MEMBERS: Readonly<Record<string, string>> = {
  setRequestHandler: "Use the handler of the method (oncalltool, onmessage, …), or handle('method', (params) => …)",
  setNotificationHandler: "Use addEventListener('toolinput', …) and the like, or on('method', (params) => …)",
  removeRequestHandler: 'Call the function that handle(…) returns',
  removeNotificationHandler: 'Call the function that on(…) returns',
  request: "Write request('method', params): the result needs no schema",
  notification: "Write notify('method', params)",
  fallbackRequestHandler: 'Pass fallback: (method, params) => … in the options of AppBridge',
  fallbackNotificationHandler: "Use on('method', (params) => …) for each method",
  transport: 'Keep the transport that connect() was called with',
  assertCapabilityForMethod: 'Read getHostCapabilities() or getAppCapabilities()',
  assertNotificationCapability: 'Read getHostCapabilities() or getAppCapabilities()',
  assertRequestHandlerCapability: 'Read getHostCapabilities() or getAppCapabilities()',
}
const SCHEMA_FIX =
  'Use validate(schema, value) of casement/protocol/schemas, whose schemas have no methods; the import from the old package stays until then'
const METHODS_WITH_SCHEMA = /^(setRequestHandler|setNotificationHandler|removeRequestHandler|request)$/

/** Reports uses of App, AppBridge and schemas that exist in ext-apps and not in Casement. */
export function findProtocolMembers(source: ts.SourceFile): Findings {
  const names = localNames(source, isKnownModule)
  const notes: Note[] = []
  const note = (node: ts.Node, what: string, fix: string): void =>
    void notes.push(noteAt(source, node.getStart(source), what, fix))
  const isClass = (node: ts.Node | undefined): boolean =>
    node !== undefined && ts.isIdentifier(node) && /^(App|AppBridge)$/.test(names.get(node.text) ?? '')
  const isSchema = (node: ts.Node | undefined): node is ts.Identifier =>
    node !== undefined && ts.isIdentifier(node) && isSchemaName(names.get(node.text) ?? '')
  const isInstance = instancesIn(source, isClass, names)
  visitAll(source, (node) => {
    if (isSchema(node) && !ts.isImportSpecifier(node.parent) && !isCallArgument(node)) {
      const member =
        ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node ? node.parent.name.text : undefined
      note(node, member ? `${node.text}.${member}` : `${node.text} as a value`, SCHEMA_FIX)
    }
    if (!ts.isPropertyAccessExpression(node)) return
    const member = node.name.text
    const call = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined
    const hasSchema = METHODS_WITH_SCHEMA.test(member) && call?.arguments.some(isSchema)
    const fix = isInstance(node.expression) || hasSchema ? MEMBERS[member] : undefined
    if (fix === undefined || isOurRequest(member, call)) return
    note(node.name, node.getText(source).replace(/\s*\n\s*/g, ''), fix)
  })
  return { edits: [], notes }
}

/** True for the name of a schema, which is a value with methods in ext-apps. */
export const isSchemaName = (name: string): boolean => /^McpUi.*Schema$/.test(name)

/** A schema that is passed to a call belongs to the note about that call. */
const isCallArgument = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  METHODS_WITH_SCHEMA.test(parent.expression.name.text)

/** `request('method', …)` is Casement's own. */
const isOurRequest = (member: string, call: ts.CallExpression | undefined): boolean =>
  member === 'request' && call?.arguments[0] !== undefined && ts.isStringLiteralLike(call.arguments[0])

/** Finds variables, parameters and members that hold an App or AppBridge, as far as the file says so itself. */
function instancesIn(
  source: ts.SourceFile,
  isClass: (node: ts.Node | undefined) => boolean,
  names: ReadonlyMap<string, string>,
): (node: ts.Expression) => boolean {
  const known = new Set<string>()
  const isHook = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    names.get(node.expression.text) === 'useApp'
  const isNew = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    ts.isNewExpression(node) &&
    (isClass(node.expression) || subclasses.has(node.expression.getText(source)))
  const subclasses = new Set<string>()
  const mentions = (type: ts.TypeNode | undefined): boolean => {
    let found = false
    if (type) visitAll(type.parent, (node) => void (found ||= ts.isTypeReferenceNode(node) && isClass(node.typeName)))
    return found
  }
  visitAll(source, (node) => {
    if (ts.isClassLike(node) && node.heritageClauses?.some(({ types }) => types.some(({ expression }) => isClass(expression)))) {
      known.add('this')
      if (node.name) subclasses.add(node.name.text)
    }
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) {
      const holds = isNew(node.initializer) || mentions(node.type)
      if (holds && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))) known.add(node.name.text)
      if (isHook(node.initializer) && ts.isObjectBindingPattern(node.name))
        for (const element of node.name.elements)
          if ((element.propertyName ?? element.name).getText(source) === 'app') known.add(element.name.getText(source))
    }
    if (ts.isBinaryExpression(node) && isNew(node.right)) known.add(lastName(node.left))
  })
  return (node) => isNew(node) || known.has(lastName(node))
}

/** `bridge` of `bridge`, `this.bridge`, `state.bridge!` and `ref.current.bridge`. */
function lastName(node: ts.Node): string {
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return lastName(node.expression)
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this'
  return ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : ''
}
