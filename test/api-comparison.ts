import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../scripts/setup.mjs'
import { errorsIn, memoryProgram } from './memory-program.ts'

/** An entry point of an official package, and ours that takes its place. */
export interface EntryPair {
  readonly official: string
  readonly ours: string
}

/** A name of an official entry point that ours lacks, or has with another type. */
export interface ApiDifference {
  readonly entry: string
  readonly name: string
  /** `missing`, or the direction in which the types are not assignable, with the compiler's message. */
  readonly problem: string
}

/**
 * Compares the published declarations of each pair. Ours must be usable wherever the official name is: a value must be assignable to
 * the official one, a type in both directions.
 */
export function compareApi(pairs: readonly EntryPair[]): ApiDifference[] {
  const names = exportsOf(pairs.flatMap(({ official, ours }) => [official, ours]))
  const files = new Map(pairs.map((pair, i) => [join(root, `test/comparison-${i}.ts`), comparisonOf(pair, names)]))
  const program = memoryProgram(new Map([...files].map(([path, { text }]) => [path, text])))
  return [...files].flatMap(([path, { checks, missing, entry }]) => {
    const source = program.getSourceFile(path)
    const different = errorsIn(program, path).map(({ start = 0, messageText }) => {
      const check = checks[source?.getLineAndCharacterOfPosition(start).line ?? 0]
      const why = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').slice(0, 4).join('\n')
      return { entry, name: check?.name ?? '', problem: `${check?.direction ?? ''}: ${why}` }
    })
    return missing.map((name) => ({ entry, name, problem: 'missing' })).concat(different)
  })
}

/** A name as its package exports it. */
interface ExportedName {
  readonly isValue: boolean
  readonly isType: boolean
  readonly typeParameters: number
}

type NamesByModule = ReadonlyMap<string, ReadonlyMap<string, ExportedName>>

interface Comparison {
  readonly entry: string
  readonly text: string
  /** One for each line of the text. */
  readonly checks: readonly { readonly name: string; readonly direction: string }[]
  readonly missing: readonly string[]
}

function comparisonOf({ official, ours }: EntryPair, names: NamesByModule): Comparison {
  const own = names.get(ours)
  const lines: { text: string; name: string; direction: string }[] = [
    { text: `import type * as Official from '${official}'; import type * as Ours from '${ours}'`, name: '', direction: 'import' },
  ]
  const add = (name: string, direction: string, from: string, to: string): void => {
    const index = lines.length
    lines.push({ text: `declare const from${index}: ${from}; export const to${index}: ${to} = from${index}`, name, direction })
  }
  for (const [name, { isValue, isType, typeParameters }] of names.get(official) ?? []) {
    if (!own?.has(name)) continue
    if (isValue) add(name, 'value of ours as the official one', `typeof Ours.${name}`, `typeof Official.${name}`)
    if (!isType) continue
    const given = typeParameters > 0 ? `<${Array.from({ length: typeParameters }, () => 'any').join(', ')}>` : ''
    add(name, 'type of ours as the official one', `Ours.${name}${given}`, `Official.${name}${given}`)
    add(name, 'official type as ours', `Official.${name}${given}`, `Ours.${name}${given}`)
  }
  return {
    entry: official,
    text: lines.map(({ text }) => text).join('\n'),
    checks: lines,
    missing: [...(names.get(official)?.keys() ?? [])].filter((name) => !own?.has(name)),
  }
}

function exportsOf(modules: readonly string[]): NamesByModule {
  const path = join(root, 'test/comparison-modules.ts')
  const program = memoryProgram(new Map([[path, modules.map((name, i) => `export * as m${i} from '${name}'`).join('\n')]]))
  const checker = program.getTypeChecker()
  const list = program.getSourceFile(path)?.statements.filter(ts.isExportDeclaration) ?? []
  return new Map(
    list.map(({ moduleSpecifier }, i) => {
      const symbol = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier)
      if (!symbol) throw new Error(`${modules[i]} has no declarations. Install or build it first`)
      const named = checker.getExportsOfModule(symbol).map((each) => [each.name, describe(checker, each)] as const)
      return [modules[i] ?? '', new Map(named)]
    }),
  )
}

function describe(checker: ts.TypeChecker, exported: ts.Symbol): ExportedName {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.declarations?.find(
    (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each),
  )
  return {
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    isType: (symbol.flags & ts.SymbolFlags.Type) !== 0,
    typeParameters: declaration?.typeParameters?.length ?? 0,
  }
}
