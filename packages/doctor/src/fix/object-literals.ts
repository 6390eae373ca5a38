import type { AnyNode, ObjectExpression, Property } from 'acorn'
import type { Edit } from './edit.ts'
import type { Project } from './project.ts'
import { resolveImport } from './server-files.ts'
import { codeOf, unwrap, type SourceFile } from './source-file.ts'

/** A node and its file. */
export interface Located<Node extends AnyNode = AnyNode> {
  readonly file: SourceFile
  readonly node: Node
}

export type ObjectLiteral = Located<ObjectExpression>

/** An edit that is not possible. The fixer then leaves the finding to the user. */
export type Edits = readonly Edit[] | undefined

/** Reads and edits object literals, also through constants, imports of them, and spreads. */
export class ObjectLiterals {
  readonly files: readonly SourceFile[]
  readonly #project: Project
  readonly #constants: ReadonlyMap<SourceFile, ReadonlyMap<string, AnyNode>>

  constructor(files: readonly SourceFile[], project: Project) {
    this.files = files
    this.#project = project
    this.#constants = new Map(files.map((file) => [file, constantsOf(file)]))
  }

  /** The constant value of a name, if it has one. */
  resolve({ file, node }: Located, depth = 0): Located {
    const plain = unwrap(node)
    if (plain.type !== 'Identifier' || depth > 8) return { file, node: plain }
    const init = this.#constants.get(file)?.get(plain.name)
    if (init) return this.resolve({ file, node: init }, depth + 1)
    const imported = this.#imported(file, plain.name)
    return imported ? this.resolve(imported, depth + 1) : { file, node: plain }
  }

  object(located: Located | undefined): ObjectLiteral | undefined {
    if (!located) return undefined
    const { file, node } = this.resolve(located)
    return node.type === 'ObjectExpression' ? { file, node } : undefined
  }

  /** A text, as far as it is constant. */
  text(located: Located | undefined): string | undefined {
    if (!located) return undefined
    const { file, node } = this.resolve(located)
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
    if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
    const [left, right] = [this.text({ file, node: node.left }), this.text({ file, node: node.right })]
    return left === undefined || right === undefined ? undefined : left + right
  }

  /** A value that is written out: objects, lists, texts, numbers. Undefined where a part is computed. */
  constant(located: Located): unknown {
    const { file, node } = this.resolve(located)
    if (node.type === 'Literal') return node.value
    if (node.type === 'ArrayExpression') return node.elements.map((each) => each && this.constant({ file, node: each }))
    if (node.type !== 'ObjectExpression') return this.text({ file, node })
    return Object.fromEntries(
      node.properties.flatMap((each) =>
        each.type === 'Property' ? [[keyOf(each) ?? '', this.constant({ file, node: each.value })]] : [],
      ),
    )
  }

  /** A property, also of what is spread into the object, with the literal that it stands in. */
  property(object: ObjectLiteral | undefined, name: string): Located<Property> | undefined {
    if (!object) return undefined
    for (const each of object.node.properties.toReversed()) {
      if (each.type === 'Property' && keyOf(each) === name) return { file: object.file, node: each }
      const spread = each.type === 'SpreadElement' ? this.object({ file: object.file, node: each.argument }) : undefined
      const found = this.property(spread, name)
      if (found) return found
    }
    return undefined
  }

  /** The value at a path of names. */
  value(object: ObjectLiteral | undefined, ...path: readonly string[]): Located | undefined {
    const [name, ...rest] = path
    const found = name === undefined ? undefined : this.property(object, name)
    if (!found) return undefined
    const value = { file: found.file, node: found.node.value }
    return rest.length === 0 ? value : this.value(this.object(value), ...rest)
  }

  /** The code of the value at a path. */
  code(object: ObjectLiteral | undefined, ...path: readonly string[]): string | undefined {
    const value = this.value(object, ...path)
    return value && codeOf(value.file, value.node)
  }

  /** Sets the value at a path, and makes the objects on the way. */
  set(object: ObjectLiteral | undefined, path: readonly string[], code: string): Edits {
    const [name, ...rest] = path
    if (!object || name === undefined) return undefined
    const found = this.property(object, name)
    if (!found) return insertProperty(object, propertyCode([name, ...rest], code))
    if (rest.length === 0) return replaceValue(found, code)
    return this.set(this.object({ file: found.file, node: found.node.value }), rest, code)
  }

  /** Removes the property at a path; and what is then an empty object, where it is one. */
  remove(object: ObjectLiteral | undefined, ...path: readonly string[]): Edits {
    const [name, ...rest] = path
    const found = name === undefined ? undefined : this.property(object, name)
    if (!found) return undefined
    const inner = this.object({ file: found.file, node: found.node.value })
    const isEmptied =
      rest.length === 1 && inner?.node.properties.length === 1 && this.property(inner, rest[0] ?? '') !== undefined
    if (rest.length === 0 || isEmptied) return removeFrom(found, listAround(found))
    return this.remove(inner, ...rest)
  }

  rename(object: ObjectLiteral | undefined, path: readonly string[], name: string): Edits {
    const parent = path.length === 1 ? object : this.object(this.value(object, ...path.slice(0, -1)))
    const found = this.property(parent, path.at(-1) ?? '')
    if (!found) return undefined
    const { file, node } = found
    return file.edit(node.start, node.end, `${keyCode(name)}: ${codeOf(file, node.value)}`)
  }

  /** Moves a value to another object. */
  move(
    from: ObjectLiteral | undefined,
    path: readonly string[],
    to: ObjectLiteral | undefined,
    target: readonly string[],
  ): Edits {
    const code = this.code(from, ...path)
    const [removed, added] = [this.remove(from, ...path), code === undefined ? undefined : this.set(to, target, code)]
    return removed && added ? [...removed, ...added] : undefined
  }

  #imported(file: SourceFile, name: string): Located | undefined {
    for (const node of file.tree.body) {
      if (node.type !== 'ImportDeclaration') continue
      const specifier = node.specifiers.find(({ local }) => local.name === name)
      const path = specifier && resolveImport(String(node.source.value), file.path, this.#project)
      const source = this.files.find((each) => each.path === path)
      if (!specifier || !source) continue
      const { imported } = specifier.type === 'ImportSpecifier' ? specifier : { imported: specifier.local }
      const init = this.#constants.get(source)?.get(imported.type === 'Identifier' ? imported.name : String(imported.value))
      if (init) return { file: source, node: init }
    }
    return undefined
  }
}

function constantsOf({ nodes }: SourceFile): Map<string, AnyNode> {
  const found = new Map<string, AnyNode>()
  for (const node of nodes)
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) found.set(id.name, init)
  return found
}

/** The name of a property that is written out. */
export function keyOf({ key, computed }: Pick<Property, 'key' | 'computed'>): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

const keyCode = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)

/** `a: { b: code }` for the path a, b. */
const propertyCode = ([name = '', ...rest]: readonly string[], code: string): string =>
  `${keyCode(name)}: ${rest.length === 0 ? code : `{ ${propertyCode(rest, code)} }`}`

const replaceValue = ({ file, node }: Located<Property>, code: string): readonly Edit[] =>
  node.shorthand ? file.edit(node.start, node.end, `${keyOf(node)}: ${code}`) : file.edit(node.value.start, node.value.end, code)

/** Adds a property at the end of an object, laid out as its other properties are. */
export function insertProperty({ file, node }: ObjectLiteral, code: string): readonly Edit[] {
  const last = node.properties.at(-1)
  if (!last) return file.edit(node.start, node.end, `{ ${code} }`)
  return insertBehind(file, last, node, code)
}

/** Adds an element at the end of a list. */
export function insertElement({ file, node }: Located, code: string): Edits {
  if (node.type !== 'ArrayExpression') return undefined
  const last = node.elements.at(-1)
  return last ? insertBehind(file, last, node, code) : file.edit(node.start, node.end, `[${code}]`)
}

function insertBehind(file: SourceFile, last: AnyNode, list: AnyNode, code: string): readonly Edit[] {
  const lineStart = file.text.lastIndexOf('\n', last.start) + 1
  const isOnOwnLine = lineStart > list.start
  const before = isOnOwnLine ? `\n${file.text.slice(lineStart, last.start).replace(/\S.*$/s, '')}` : ' '
  const hasComma = file.text.slice(last.end, list.end).trimStart().startsWith(',')
  if (!hasComma) return file.edit(last.end, last.end, `,${before}${code}`)
  const comma = file.text.indexOf(',', last.end) + 1
  return file.edit(comma, comma, `${before}${code},`)
}

function listAround({ file, node }: Located): readonly AnyNode[] {
  const parent = file.parents.get(node)
  if (parent?.type === 'ObjectExpression') return parent.properties
  return parent?.type === 'ArrayExpression' ? parent.elements.filter((each) => each !== null) : []
}

/** Removes a property or an element, with its comma. */
export function removeFrom({ file, node }: Located, siblings = listAround({ file, node })): readonly Edit[] {
  const at = siblings.indexOf(node)
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  if (next) return file.edit(node.start, next.start, '')
  if (previous) return file.edit(previous.end, node.end, '')
  const parent = file.parents.get(node)
  const brackets = parent?.type === 'ArrayExpression' ? '[]' : '{}'
  return parent ? file.edit(parent.start, parent.end, brackets) : []
}
