// The exports of every published entry point, from the published types.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

// For an inferred type, the compiler prints more lines than a reader wants.
const MAX = { lines: 60, inferredLines: 12, characters: 400 }

/**
 * @typedef {object} ApiEntry
 * @property {string} name what people import
 * @property {string} types the file with its types
 *
 * @typedef {'Functions' | 'Classes' | 'Values' | 'Types'} Kind
 *
 * @typedef {object} ApiExport
 * @property {string} name
 * @property {Kind} kind
 * @property {string} about what its comment says
 * @property {string} code its declaration
 * @property {string | undefined} sameAs the entry that told of it before
 *
 * @typedef {object} ApiModule
 * @property {string} name
 * @property {string} about
 * @property {readonly ApiExport[]} exports by name
 */

/** The order of the kinds, and their members. @type {readonly (readonly [kind: Kind, flags: number])[]} */
export const KINDS = [
  ['Functions', ts.SymbolFlags.Function],
  ['Classes', ts.SymbolFlags.Class],
  ['Values', ts.SymbolFlags.Variable],
  ['Types', ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias],
]

/**
 * Every entry of every published package that has types.
 * @param {string} root
 * @returns {ApiEntry[]}
 */
export function publishedEntries(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => {
      const { name, private: unpublished, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (unpublished) return []
      return Object.entries(exports).flatMap(([path, target]) =>
        typeof target === 'object' && target.types ? [{ name: join(name, path), types: join(folder, target.types) }] : [],
      )
    })
}

/**
 * @param {readonly ApiEntry[]} entries
 * @returns {ApiModule[]}
 */
export function readApi(entries) {
  const program = readTypes(entries.map(({ types }) => types))
  const checker = program.getTypeChecker()
  /** @type {Map<ts.Symbol, string>} */
  const told = new Map()
  return entries.map(({ name, types }) => {
    const file = program.getSourceFile(types)
    const module = file && checker.getSymbolAtLocation(file)
    if (!file || !module) throw new Error(`${name} has no types in ${types}: npm run build`)
    const exported = checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const exports = exported.map((alias) => {
      const symbol = declared(checker, alias)
      const sameAs = told.get(symbol)
      told.set(symbol, sameAs ?? name)
      return { name: alias.name, kind: kindOf(symbol), about: comment(checker, symbol), code: code(checker, symbol), sameAs }
    })
    return { name, about: moduleComment(file), exports }
  })
}

/** Only what is ours: other people's types are named and not read, which takes a tenth of the time. @param {string[]} files */
function readTypes(files) {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, lib: ['lib.es2023.d.ts'], types: [] }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({
      resolvedModule: /^(?:\.|@?casement\/)/.test(text)
        ? ts.resolveModuleName(text, from, options, host, undefined, undefined, ts.ModuleKind.ESNext).resolvedModule
        : undefined,
    }))
  return ts.createProgram(files, options, host)
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
const declared = (checker, symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

/** @param {ts.Symbol} symbol */
const kindOf = (symbol) => KINDS.find(([, flags]) => symbol.flags & flags)?.[0] ?? 'Types'

/**
 * A type that is inferred from a schema says what the schema says.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function comment(checker, symbol) {
  const own = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const file = own === '' ? symbol.declarations?.[0]?.getSourceFile() : undefined
  const module = file && checker.getSymbolAtLocation(file)
  const schema = module && checker.tryGetMemberInModuleExports(`${symbol.name}Schema`, module)
  return withoutNumbers(schema ? ts.displayPartsToString(schema.getDocumentationComment(checker)) : own)
}

/** The numbers of our requirements say nothing to whoever uses the library. @param {string} text */
const withoutNumbers = (text) => text.replaceAll(/ \((?:R-\d+|4\.\d+)(?:(?:, | and | to )(?:R-\d+|4\.\d+))*\)/g, '')

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function code(checker, symbol) {
  const written = inferredType(checker, symbol) ?? (symbol.declarations ?? []).map(declarationText).join('\n\n')
  return withoutNumbers(shorten(written, symbol.flags & ts.SymbolFlags.Variable ? MAX.inferredLines : MAX.lines))
}

/**
 * A type that is inferred from a schema, written out.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function inferredType(checker, symbol) {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration)
  if (!declaration?.getText().includes('= Infer<')) return undefined
  const { InTypeAlias, MultilineObjectLiterals, NoTruncation } = ts.TypeFormatFlags
  const flags = InTypeAlias | MultilineObjectLiterals | NoTruncation
  const type = checker.typeToString(checker.getTypeAtLocation(declaration), declaration, flags)
  return `type ${symbol.name} = ${type.replaceAll('    ', '  ')}`
}

/** @param {ts.Declaration} declaration */
function declarationText(declaration) {
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return whole
    .getText()
    .replace(/^(export\s+)?(declare\s+)?/, '')
    .replaceAll('    ', '  ')
    .replaceAll(/import\("[^"]+"\)\./g, '')
}

/** @param {string} text @param {number} most */
function shorten(text, most) {
  const { characters } = MAX
  const lines = text.split('\n').map((line) => (line.length > characters ? `${line.slice(0, characters)} …` : line))
  if (lines.length <= most) return lines.join('\n')
  return [...lines.slice(0, most), `// … and ${lines.length - most} lines more`].join('\n')
}

/** The description in the first comment of an entry. @param {ts.SourceFile} file */
function moduleComment(file) {
  const text = /^\/\*\*([^]*?)\*\//.exec(file.text)?.[1] ?? ''
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, ''))
    .filter((line) => !line.startsWith('@module'))
    .join('\n')
    .trim()
}
