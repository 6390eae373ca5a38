// One page for each entry that people can import, from the types that are published.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

// A type that was inferred is told by the compiler in more lines than anybody reads.
const LONGEST = { declared: 60, inferred: 12 }

/**
 * @typedef {object} ApiEntry
 * @property {string} name what people import
 * @property {string} types the file with its types
 *
 * @typedef {object} ApiPage
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} markdown
 */

/** @type {readonly (readonly [title: string, kinds: number])[]} */
const GROUPS = [
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

/** What the page of an entry is called. @param {string} entry */
export const apiPageName = (entry) => `api-${entry.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '')}`

/**
 * @param {readonly ApiEntry[]} entries
 * @returns {ApiPage[]}
 */
export function apiPages(entries) {
  const program = readTypes(entries.map(({ types }) => types))
  const checker = program.getTypeChecker()
  /** @type {Map<ts.Symbol, string>} */
  const told = new Map()
  return entries.map(({ name, types }) => {
    const file = program.getSourceFile(types)
    const module = file && checker.getSymbolAtLocation(file)
    if (!file || !module) throw new Error(`${name} has no types in ${types}: npm run build`)
    const exported = checker
      .getExportsOfModule(module)
      .map((symbol) => ({ name: symbol.name, symbol: declared(checker, symbol) }))
    const comment = moduleComment(file)
    return {
      name: apiPageName(name),
      title: name,
      about: (comment.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replace(/^`[^`]+`: /, ''),
      markdown: [`# ${name}`, comment, ...groups(checker, name, exported, told)].filter(Boolean).join('\n\n'),
    }
  })
}

/** Only what is ours: other people's types are named and not read, which takes a tenth of the time. @param {string[]} files */
function readTypes(files) {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, lib: ['lib.es2023.d.ts'], types: [] }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({
      resolvedModule: text.startsWith('.')
        ? ts.resolveModuleName(text, from, options, host, undefined, undefined, ts.ModuleKind.ESNext).resolvedModule
        : undefined,
    }))
  return ts.createProgram(files, options, host)
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} entry
 * @param {{ name: string, symbol: ts.Symbol }[]} exported
 * @param {Map<ts.Symbol, string>} told where a name was told already
 */
function groups(checker, entry, exported, told) {
  const sorted = exported.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  /** @param {{ symbol: ts.Symbol }} member */
  const groupOf = ({ symbol }) => GROUPS.findIndex(([, kinds]) => symbol.flags & kinds)
  return GROUPS.map(([title], index) => {
    const members = sorted.filter((member) => groupOf(member) === index)
    const chapters = members.map(({ name, symbol }) => chapter(checker, entry, name, symbol, told))
    return chapters.length === 0 ? '' : [`## ${title}`].concat(chapters).join('\n\n')
  })
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} entry
 * @param {string} name
 * @param {ts.Symbol} symbol
 * @param {Map<ts.Symbol, string>} told
 */
function chapter(checker, entry, name, symbol, told) {
  const isValue = Boolean(symbol.flags & ts.SymbolFlags.Variable)
  const elsewhere = told.get(symbol)
  const about = documentation(checker, symbol)
  if (elsewhere)
    return `### ${name}\n\n${about}\n\nThe same as in [${elsewhere}](${apiPageName(elsewhere)}.html#${name.toLowerCase()}).`
  told.set(symbol, entry)
  // Its type says it in fewer words.
  if (name.endsWith('Schema') && isValue) return `### ${name}\n\n${about}`
  const code = inferredType(checker, symbol) ?? (symbol.declarations ?? []).map(declarationText).join('\n\n')
  return `### ${name}\n\n${about}\n\n\`\`\`ts\n${shorten(code, isValue ? LONGEST.inferred : LONGEST.declared)}\n\`\`\``
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
  const type = checker.typeToString(
    checker.getTypeAtLocation(declaration),
    declaration,
    InTypeAlias | MultilineObjectLiterals | NoTruncation,
  )
  return `type ${symbol.name} = ${type.replaceAll('    ', '  ')}`
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
const declared = (checker, symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

/**
 * A type that is inferred from a schema says what the schema says.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function documentation(checker, symbol) {
  const own = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const parent = own === '' ? symbol.declarations?.[0]?.getSourceFile() : undefined
  const module = parent && checker.getSymbolAtLocation(parent)
  const schema = module && checker.tryGetMemberInModuleExports(`${symbol.name}Schema`, module)
  return schema ? ts.displayPartsToString(schema.getDocumentationComment(checker)) : own
}

/** @param {ts.Declaration} declaration */
function declarationText(declaration) {
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return whole
    .getText()
    .replace(/^export\s+/, '')
    .replace(/^declare\s+/, '')
    .replaceAll('    ', '  ')
    .replaceAll(/import\("[^"]+"\)\./g, '')
}

/** @param {string} code @param {number} most */
function shorten(code, most) {
  const lines = code.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line))
  if (lines.length <= most) return lines.join('\n')
  return [...lines.slice(0, most), `// … and ${lines.length - most} lines more`].join('\n')
}

/** What the first comment of an entry says of it. @param {ts.SourceFile} file */
function moduleComment(file) {
  const comment = /^\/\*\*([^]*?)\*\//.exec(file.text)?.[1] ?? ''
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, ''))
    .filter((line) => !line.startsWith('@module'))
    .join('\n')
    .trim()
}
