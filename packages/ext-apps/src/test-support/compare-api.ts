import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../../scripts/setup.mjs'

interface Entry {
  readonly path: string
  readonly official: string
  readonly ours: string
}

interface Manifest {
  readonly exports: Record<string, string | { readonly types: string }>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/**
 * Reads the declarations of both packages, and lists every name that is missing in ours or has another type there, such as
 * `AppBridge.callTool: ours is not assignable to the official type`.
 *
 * Data types have to be assignable in both directions, because code creates and reads values of them. A function or method is only
 * called and a getter only read, so ours has to be usable as the official one; an `on…` property is only set, so it has to accept what the official one
 * accepts.
 */
export function compareApi(officialPackage: string): string[] {
  const officialFolder = join(root, 'node_modules', officialPackage)
  const ourFolder = join(root, 'packages/ext-apps')
  const official = manifestOf(officialFolder).exports
  const ours = manifestOf(ourFolder).exports
  const missing = Object.keys(official).filter((path) => !(path in ours))
  const entries = Object.entries(official).flatMap(([path, target]): Entry[] => {
    const own = ours[path]
    if (typeof target === 'string' || own === undefined || typeof own === 'string') return []
    return [{ path, official: join(officialFolder, target.types), ours: join(ourFolder, own.types) }]
  })
  const comparison = new Comparison(readDeclarations(entries.flatMap((entry) => [entry.official, entry.ours])))
  return [...missing.map((path) => `${path}: missing`), ...entries.flatMap((entry) => comparison.entry(entry))]
}

function readDeclarations(files: readonly string[]): ts.Program {
  const absent = files.filter((file) => !existsSync(file))
  if (absent.length > 0) throw new Error(`Not built: ${absent.join(', ')}`)
  return ts.createProgram(files, {
    // The official 1.x declarations import each other without file endings, which only this resolution understands.
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    skipLibCheck: true,
  })
}

class Comparison {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  /** Several entry points export the same names. */
  readonly #compared = new Set<string>()

  constructor(program: ts.Program) {
    this.#program = program
    this.#checker = program.getTypeChecker()
  }

  entry({ path, official, ours }: Entry): string[] {
    const actual = this.#exports(ours)
    return [...this.#exports(official)].flatMap(([name, symbol]) => {
      const own = actual.get(name)
      if (!own) return [`${path} ${name}: missing`]
      const pair = `${identify(symbol)} ${identify(own)}`
      if (this.#compared.has(pair)) return []
      this.#compared.add(pair)
      return this.#compareNames(name, symbol, own)
    })
  }

  #exports(file: string): Map<string, ts.Symbol> {
    const source = this.#program.getSourceFile(file)
    const module = source && this.#checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is not a module`)
    const resolve = (symbol: ts.Symbol): ts.Symbol =>
      symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
    return new Map(this.#checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolve(symbol)]))
  }

  #compareNames(name: string, official: ts.Symbol, ours: ts.Symbol): string[] {
    if (official.flags & ts.SymbolFlags.Value && !(ours.flags & ts.SymbolFlags.Value)) return [`${name}: only a type`]
    if (official.flags & ts.SymbolFlags.Class) return this.#compareClasses(name, official, ours)
    if (official.flags & ts.SymbolFlags.Value) return this.#compareTypes(name, this.#valueType(official), this.#valueType(ours))
    // A generic type has no instance to compare; `typical-uses.test-d.ts` uses those.
    if (typeParameters(official) > 0)
      return typeParameters(ours) < typeParameters(official) ? [`${name}: has fewer type parameters`] : []
    return this.#compareTypes(name, this.#checker.getDeclaredTypeOfSymbol(official), this.#checker.getDeclaredTypeOfSymbol(ours))
  }

  /** Classes are compared member by member, because two classes with private members are never assignable to each other. */
  #compareClasses(name: string, official: ts.Symbol, ours: ts.Symbol): string[] {
    const own = this.#checker.getDeclaredTypeOfSymbol(ours)
    const members = this.#checker.getPropertiesOfType(this.#checker.getDeclaredTypeOfSymbol(official)).filter(isPublic)
    const parameters = this.#constructorParameters(official)
    const ownParameters = this.#constructorParameters(ours)
    return [
      ...parameters.flatMap((parameter, index) => {
        const ownParameter = ownParameters[index]
        if (!ownParameter) return [`new ${name}: has fewer parameters`]
        const accepts = this.#checker.isTypeAssignableTo(this.#valueType(parameter), this.#valueType(ownParameter))
        return accepts ? [] : [`new ${name}: does not accept the official ${parameter.name}`]
      }),
      ...members.flatMap((member) => {
        const ownMember = this.#checker.getPropertyOfType(own, member.name)
        const label = `${name}.${member.name}`
        if (!ownMember) return [`${label}: missing`]
        const isRead = (member.flags & ts.SymbolFlags.GetAccessor) !== 0 && (member.flags & ts.SymbolFlags.SetAccessor) === 0
        return this.#compareTypes(label, this.#valueType(member), this.#valueType(ownMember), isRead)
      }),
    ]
  }

  #constructorParameters(symbol: ts.Symbol): readonly ts.Symbol[] {
    return this.#valueType(symbol).getConstructSignatures()[0]?.getParameters() ?? []
  }

  #compareTypes(name: string, official: ts.Type, ours: ts.Type, isRead = false): string[] {
    const [theirs, own] = [this.#comparable(official), this.#comparable(ours)]
    const isSet = /\.(on|fallback)[a-zA-Z]+$/.test(name)
    const isCalled = !isSet && theirs.getCallSignatures().length > 0
    const isUsable = isSet || this.#checker.isTypeAssignableTo(own, theirs)
    const isAccepted = isCalled || isRead || this.#checker.isTypeAssignableTo(theirs, own)
    return [
      ...(isUsable ? [] : [`${name}: ours is not assignable to the official type`]),
      ...(isAccepted ? [] : [`${name}: the official type is not assignable to ours`]),
    ]
  }

  /** A schema is compared by the type of its values. */
  #comparable(type: ts.Type): ts.Type {
    const isSchema = this.#checker.getPropertyOfType(type, '~standard') && this.#checker.getPropertyOfType(type, 'safeParse')
    const output = isSchema ? this.#checker.getPropertyOfType(type, '_output') : undefined
    return output ? this.#valueType(output) : type
  }

  #valueType(symbol: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbol(symbol)
  }
}

/** Two symbols are the same if they are declared at the same place. */
function identify({ name, declarations }: ts.Symbol): string {
  const [declaration] = declarations ?? []
  return `${name} ${declaration?.getSourceFile().fileName} ${declaration?.pos}`
}

function isPublic({ declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return declarations.every((declaration) => (ts.getCombinedModifierFlags(declaration) & hidden) === 0)
}

function typeParameters({ declarations = [] }: ts.Symbol): number {
  const counts = declarations.map((declaration) =>
    ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)
      ? (declaration.typeParameters?.length ?? 0)
      : 0,
  )
  return Math.max(0, ...counts)
}
