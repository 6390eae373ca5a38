import { parse, type AnyNode, type Program } from 'acorn'

/** A script that was parsed, or why it could not be. */
export interface ParsedScript {
  readonly text: string
  /** Where the text begins in the document. */
  readonly offset: number
  readonly isModule: boolean
  readonly tree: Program | undefined
  /** The browser's report of the same problem. */
  readonly error: { readonly message: string; readonly at: number } | undefined
}

/** Parses a script as a browser does. */
export function parseScript(text: string, offset: number, kind: 'module' | 'script' | 'handler'): ParsedScript {
  const isModule = kind === 'module'
  const common = { text, offset, isModule }
  try {
    const tree = parse(text, {
      ecmaVersion: 'latest',
      sourceType: isModule ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'handler',
    })
    return { ...common, tree, error: undefined }
  } catch (error) {
    // An expression that is nested too deep for the parser says nothing about the script.
    if (!(error instanceof SyntaxError)) return { ...common, tree: undefined, error: undefined }
    const { pos } = error as SyntaxError & { pos?: number }
    return { ...common, tree: undefined, error: { message: error.message.replace(/ \(\d+:\d+\)$/, ''), at: pos ?? 0 } }
  }
}

/** A name that is declared in a script. */
export interface Binding {
  readonly name: string
  /** The initial value, if it is a constant. */
  init?: AnyNode
}

interface Scope {
  readonly names: Map<string, Binding>
  readonly parent: Scope | undefined
  readonly isFunction: boolean
}

type Scopes = ReadonlyMap<AnyNode, Scope>

const NAMES_OF_WINDOW = new Set(['window', 'self', 'globalThis'])

/** The children of a node, in the order of the source. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = []
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const isFunction = (node: AnyNode): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** Which names are declared where. */
function scopesOf(tree: Program): Scopes {
  const scopes = new Map<AnyNode, Scope>()
  const enter = (node: AnyNode, parent: Scope | undefined, isFunctionScope: boolean): Scope => {
    const scope: Scope = { names: new Map(), parent, isFunction: isFunctionScope }
    scopes.set(node, scope)
    return scope
  }
  const visit = (node: AnyNode, scope: Scope): void => {
    const inner = opensScope(node) ? enter(node, scope, isFunction(node)) : scope
    declare(node, scope, inner)
    for (const child of childrenOf(node)) visit(child, inner)
  }
  const root = enter(tree, undefined, true)
  for (const node of tree.body) visit(node, root)
  return scopes
}

const BLOCKS = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
])
const opensScope = (node: AnyNode): boolean => isFunction(node) || BLOCKS.has(node.type) || node.type === 'ClassExpression'

function declare(node: AnyNode, outer: Scope, inner: Scope): void {
  if (node.type === 'VariableDeclaration') {
    const scope = node.kind === 'var' ? functionScope(inner) : inner
    for (const { id, init } of node.declarations)
      for (const name of namesIn(id))
        add(scope, name, node.kind === 'const' && id.type === 'Identifier' ? (init ?? undefined) : undefined)
  } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    if (node.id) add(outer, node.id.name)
  } else if (node.type === 'FunctionExpression' || node.type === 'ClassExpression') {
    if (node.id) add(inner, node.id.name)
  } else if (node.type === 'CatchClause') {
    if (node.param) for (const name of namesIn(node.param)) add(inner, name)
  } else if (node.type === 'ImportDeclaration') {
    for (const { local } of node.specifiers) add(inner, local.name)
  }
  if ('params' in node) for (const param of node.params) for (const name of namesIn(param)) add(inner, name)
}

const add = (scope: Scope, name: string, init?: AnyNode): void => void scope.names.set(name, { name, ...(init && { init }) })

function functionScope(scope: Scope): Scope {
  let at = scope
  while (!at.isFunction && at.parent) at = at.parent
  return at
}

/** The names that a pattern binds. */
function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((each) => namesIn(each.type === 'Property' ? each.value : each))
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((each) => (each ? namesIn(each) : []))
  if (pattern.type === 'RestElement') return namesIn(pattern.argument)
  return pattern.type === 'AssignmentPattern' ? namesIn(pattern.left) : []
}

/** One use of something by its name: `localStorage.getItem('x')`. */
export interface Reference {
  /** The names joined with dots. A leading `window`, `self` or `globalThis` is left out; `?` stands for an expression. */
  readonly path: string
  /** True when it was spelled with `window` or the like. */
  readonly isOfWindow: boolean
  /** The declaration of the first name; undefined for a global. */
  readonly binding: Binding | undefined
  readonly kind: 'read' | 'call' | 'new' | 'assign'
  readonly args: readonly AnyNode[]
  readonly start: number
  readonly end: number
  /** True inside of a `try` that catches. */
  readonly isGuarded: boolean
  /** True for what runs while the script is loaded, not in a function that is called later. */
  readonly runsAtOnce: boolean
  /** The innermost function around it; undefined at the top. */
  readonly within: AnyNode | undefined
  readonly lookUp: (name: string) => Binding | undefined
}

/** A module that a script imports. */
export interface Import {
  readonly specifier: string
  readonly isStatic: boolean
  readonly start: number
  readonly end: number
}

/** Everything that a script uses by name, and its literals. */
export interface ScriptUses {
  readonly references: readonly Reference[]
  readonly strings: ReadonlySet<string>
  /** The names of members and of properties of objects. */
  readonly members: ReadonlySet<string>
  /** The methods and functions that it defines by a name. */
  readonly defined: ReadonlySet<string>
  readonly imports: readonly Import[]
  readonly comparisons: readonly { readonly path: string; readonly text: string; readonly start: number; readonly end: number }[]
  readonly awaits: readonly { readonly start: number; readonly end: number; readonly within: AnyNode | undefined }[]
  readonly hasTry: boolean
}

interface Around {
  readonly scope: Scope
  readonly isGuarded: boolean
  readonly runsAtOnce: boolean
  readonly within: AnyNode | undefined
}

/** Reads what a script uses from its syntax tree. */
export function usesOf(tree: Program): ScriptUses {
  const scopes = scopesOf(tree)
  const references: Reference[] = []
  const strings = new Set<string>()
  const members = new Set<string>()
  const defined = new Set<string>()
  const imports: Import[] = []
  const comparisons: { path: string; text: string; start: number; end: number }[] = []
  const awaits: { start: number; end: number; within: AnyNode | undefined }[] = []
  let hasTry = false

  const refer = (target: AnyNode, whole: AnyNode, kind: Reference['kind'], args: readonly AnyNode[], around: Around): void => {
    const named = nameOf(target)
    if (!named) return
    const { scope, isGuarded, runsAtOnce, within } = around
    const lookUp = (name: string): Binding | undefined => bindingOf(name, scope)
    const binding = named.root === undefined ? undefined : lookUp(named.root)
    const isOfWindow = !binding && named.names.length > 1 && NAMES_OF_WINDOW.has(named.root ?? '')
    const path = (isOfWindow ? named.names.slice(1) : named.names).join('.')
    const { start, end } = whole
    references.push({ path, isOfWindow, binding, kind, args, start, end, isGuarded, runsAtOnce, within, lookUp })
  }

  const visitTarget = (target: AnyNode, around: Around): void => {
    // The names of a chain are one reference; what it begins with, and what is computed in it, may hold others.
    for (let at: AnyNode = target; ;) {
      const inner: AnyNode = at.type === 'ChainExpression' ? at.expression : at
      if (inner.type !== 'MemberExpression') {
        if (inner.type !== 'Identifier') visit(inner, around)
        return
      }
      if (inner.computed) visit(inner.property, around)
      else if (inner.property.type === 'Identifier') members.add(inner.property.name)
      at = inner.object
    }
  }

  function visit(node: AnyNode, around: Around): void {
    const scope = scopes.get(node) ?? around.scope
    const here = scope === around.scope ? around : { ...around, scope }
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string') strings.add(node.value)
        return
      case 'TemplateElement':
        if (node.value.cooked) strings.add(node.value.cooked)
        return
      case 'CallExpression':
      case 'NewExpression': {
        const isIife = isFunction(node.callee)
        refer(node.callee, node, node.type === 'NewExpression' ? 'new' : 'call', node.arguments, here)
        if (isIife) visitFunction(node.callee, here, here.runsAtOnce)
        else visitTarget(node.callee, here)
        for (const argument of node.arguments) visit(argument, here)
        return
      }
      case 'AssignmentExpression':
        refer(node.left, node, 'assign', [node.right], here)
        visitTarget(node.left, here)
        visit(node.right, here)
        return
      case 'MemberExpression':
      case 'Identifier':
        refer(node, node, 'read', [], here)
        visitTarget(node, here)
        return
      case 'BinaryExpression':
        compare(node.left, node.right, node)
        compare(node.right, node.left, node)
        break
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition': {
        const { key, value } = node
        if (!node.computed && key.type === 'Identifier') members.add(key.name)
        else visit(key, here)
        if (!node.computed && key.type === 'Identifier' && value && isFunction(value)) defined.add(key.name)
        if (value) visit(value, here)
        return
      }
      case 'ImportDeclaration':
        if (typeof node.source.value === 'string')
          imports.push({ specifier: node.source.value, isStatic: true, start: node.start, end: node.end })
        return
      case 'ImportExpression':
        if (node.source.type === 'Literal' && typeof node.source.value === 'string')
          imports.push({ specifier: node.source.value, isStatic: false, start: node.start, end: node.end })
        break
      case 'AwaitExpression':
        awaits.push({ start: node.start, end: node.end, within: here.within })
        break
      case 'TryStatement':
        hasTry = true
        visit(node.block, { ...here, isGuarded: here.isGuarded || node.handler !== null })
        if (node.handler) visit(node.handler, here)
        if (node.finalizer) visit(node.finalizer, here)
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        visitFunction(node, here, false)
        return
      case 'VariableDeclarator':
        if (node.id.type !== 'Identifier') visitPattern(node.id, here)
        if (node.init) visit(node.init, here)
        return
      case 'UnaryExpression':
        // `typeof x` asks whether it exists.
        if (node.operator === 'typeof') return visitTarget(node.argument, here)
        break
      case 'LabeledStatement':
        return visit(node.body, here)
      case 'BreakStatement':
      case 'ContinueStatement':
        return
    }
    for (const child of childrenOf(node)) visit(child, here)
  }

  /** Only the defaults and computed keys of a pattern are uses. */
  function visitPattern(pattern: AnyNode, around: Around): void {
    if (pattern.type === 'Identifier') return
    if (pattern.type === 'AssignmentPattern') {
      visitPattern(pattern.left, around)
      return visit(pattern.right, around)
    }
    if (pattern.type === 'Property') return visitPattern(pattern.value, around)
    for (const child of childrenOf(pattern)) visitPattern(child, around)
  }

  function visitFunction(node: AnyNode, around: Around, runsAtOnce: boolean): void {
    const scope = scopes.get(node) ?? around.scope
    if ('id' in node && node.id && node.id.type === 'Identifier') defined.add(node.id.name)
    const inner = { ...around, scope, runsAtOnce, within: node }
    if ('params' in node) for (const param of node.params) visitPattern(param, inner)
    if ('body' in node && isNode(node.body)) visit(node.body, inner)
  }

  function compare(one: AnyNode, other: AnyNode, whole: { start: number; end: number }): void {
    if (other.type !== 'Literal' || typeof other.value !== 'string') return
    const named = nameOf(one)
    if (named) comparisons.push({ path: named.names.join('.'), text: other.value, start: whole.start, end: whole.end })
  }

  const root = scopes.get(tree)
  if (root) for (const node of tree.body) visit(node, { scope: root, isGuarded: false, runsAtOnce: true, within: undefined })
  return { references, strings, members, defined, imports, comparisons, awaits, hasTry }
}

function bindingOf(name: string, scope: Scope): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.names.get(name)
    if (found) return found
  }
  return undefined
}

/** The names of a chain of members: `a.b["c"]` is a, b, c. Undefined where nothing is named. */
function nameOf(target: AnyNode): { readonly names: string[]; readonly root: string | undefined } | undefined {
  const names: string[] = []
  for (let at: AnyNode = target; ;) {
    if (at.type === 'ChainExpression') at = at.expression
    else if (at.type === 'Identifier') return { names: [at.name, ...names], root: at.name }
    else if (at.type === 'ThisExpression') return { names: ['this', ...names], root: undefined }
    else if (at.type === 'MemberExpression') {
      const { property, computed } = at
      const name =
        !computed && property.type === 'Identifier'
          ? property.name
          : property.type === 'Literal' && typeof property.value === 'string'
            ? property.value
            : '?'
      names.unshift(name)
      at = at.object
    } else return names.length === 0 ? undefined : { names: ['?', ...names], root: undefined }
  }
}

/** The text that an expression begins with, as far as it is constant. */
export function constantText(
  node: AnyNode,
  lookUp: Reference['lookUp'],
  depth = 0,
): { readonly text: string; readonly isWhole: boolean } | undefined {
  if (depth > 8) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? { text: node.value, isWhole: true } : undefined
  if (node.type === 'Identifier') {
    const init = lookUp(node.name)?.init
    return init && constantText(init, lookUp, depth + 1)
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') return joined([node.left, node.right], lookUp, depth)
  if (node.type !== 'TemplateLiteral') return undefined
  const parts = node.quasis.flatMap((quasi, at) => [
    quasi.value.cooked ?? '',
    ...(node.expressions[at] ? [node.expressions[at]] : []),
  ])
  return joined(parts, lookUp, depth)
}

function joined(
  parts: readonly (string | AnyNode)[],
  lookUp: Reference['lookUp'],
  depth: number,
): { text: string; isWhole: boolean } | undefined {
  let text = ''
  for (const [at, part] of parts.entries()) {
    const found = typeof part === 'string' ? { text: part, isWhole: true } : constantText(part, lookUp, depth + 1)
    if (!found) return at === 0 ? undefined : { text, isWhole: false }
    text += found.text
    if (!found.isWhole) return { text, isWhole: false }
  }
  return { text, isWhole: true }
}
