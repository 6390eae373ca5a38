import { dirname, posix } from 'node:path'
import type { Target } from '../connect/target.ts'
import { fieldsOf } from '../static/fields.ts'
import type { Project } from './project.ts'
import { parseFile, type SourceFile } from './source-file.ts'
import { mappedSources } from './source-maps.ts'

const SCRIPT = /\.[mc]?[jt]sx?$/
const MAX_FILES = 200

/** The sources of a server: what its command starts, and the files of the project that this imports. */
export function serverFiles(target: Target, project: Project): SourceFile[] {
  const found = new Map<string, SourceFile>()
  const pending = entriesOf(target, project)
  for (let path = pending.shift(); path !== undefined && found.size < MAX_FILES; path = pending.shift()) {
    if (found.has(path)) continue
    const text = project.text(path)
    const original = text !== undefined && project.isBuildOutput(path) ? mappedSources(path, text, project) : []
    if (original.length > 0) pending.push(...original)
    const file = text === undefined || original.length > 0 ? undefined : parseFile(path, text)
    if (!file) continue
    found.set(path, file)
    pending.push(...importsOf(file).flatMap((specifier) => resolveImport(specifier, path, project) ?? []))
  }
  return [...found.values()]
}

function entriesOf(target: Target, project: Project): string[] {
  const folder = target.kind === 'stdio' && target.cwd !== undefined ? target.cwd : project.root
  const words = target.kind === 'stdio' ? [target.command, ...(target.args ?? [])] : []
  const named = filesIn(words, project, folder)
  if (named.length > 0) return named
  const { scripts, main, bin } = manifestOf(project)
  const script = /^(npm|pnpm|yarn|bun)$/.test(words[0] ?? '')
    ? words.find((word) => fieldsOf(scripts)[word] !== undefined)
    : undefined
  const commands = [
    fieldsOf(scripts)[script ?? 'start'],
    main,
    ...(typeof bin === 'string' ? [bin] : Object.values(fieldsOf(bin))),
  ]
  return filesIn(
    commands.flatMap((command) => (typeof command === 'string' ? command.split(/\s+/) : [])),
    project,
    project.root,
  )
}

const filesIn = (words: readonly string[], project: Project, folder: string): string[] =>
  words.filter((word) => SCRIPT.test(word)).flatMap((word) => project.pathOf(word, folder) ?? [])

/** The fields of package.json; empty without one. */
export function manifestOf(project: Project): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(project.text('package.json') ?? '{}'))
  } catch {
    return {}
  }
}

const importsOf = ({ nodes, uses }: SourceFile): string[] => [
  ...uses.imports.map(({ specifier }) => specifier),
  ...nodes.flatMap((node) => {
    const source = node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration' ? node.source : undefined
    if (source) return [String(source.value)]
    const isRequire = node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require'
    const name = isRequire ? node.arguments[0] : undefined
    return name?.type === 'Literal' && typeof name.value === 'string' ? [name.value] : []
  }),
]

/** The file that a relative import means: TypeScript names the file that it will be compiled to. */
export function resolveImport(specifier: string, from: string, project: Project): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const path = posix.join(dirname(from), specifier)
  const source = path.replace(/\.([mc]?)js(x?)$/, '.$1ts$2')
  const candidates = [path, source, ...['.js', '.ts', '.mjs', '.tsx', '/index.js', '/index.ts'].map((end) => path + end)]
  return candidates
    .filter((each) => SCRIPT.test(each))
    .map((each) => project.pathOf(each))
    .find((each) => each !== undefined)
}
