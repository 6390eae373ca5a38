import ts from 'typescript'
import type { Edit } from './edits.ts'
import { OLD_PACKAGES } from './known-modules.ts'
import { nameOf, propertyOf, removal } from './object-literals.ts'

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies']

/** Replaces packages that are no longer needed with Casement; `kept` are still needed. */
export function migrateManifest(text: string, version: string, kept: ReadonlySet<string>): readonly Edit[] {
  const source = ts.parseJsonText('package.json', text)
  const root = source.statements[0]?.expression
  if (!root || !ts.isObjectLiteralExpression(root)) return []
  return FIELDS.flatMap((field) => {
    const value = propertyOf(root, field)?.initializer
    return value && ts.isObjectLiteralExpression(value) ? replaced(source, value, version, kept) : []
  })
}

function replaced(
  source: ts.JsonSourceFile,
  list: ts.ObjectLiteralExpression,
  version: string,
  kept: ReadonlySet<string>,
): Edit[] {
  const properties = list.properties.filter(ts.isPropertyAssignment)
  const old = properties.filter((property) => OLD_PACKAGES.includes(nameOf(property) ?? ''))
  const gone = old.filter((property) => !kept.has(nameOf(property) ?? ''))
  const casement = `"casement": "^${version}"`
  const [first, ...others] = gone
  if (old.length === 0) return []
  if (propertyOf(list, 'casement')) return gone.map((property) => removal(source, property))
  const place = first ?? old[0]
  if (!place) return []
  const start = place.getStart(source)
  const own: Edit = first ? { start, end: first.getEnd(), text: casement } : { start, end: start, text: `${casement}, ` }
  return [own, ...others.map((property) => lastRemoval(source, property, properties))]
}

// JSON has no trailing comma, so the previous one is removed.
function lastRemoval(source: ts.SourceFile, property: ts.PropertyAssignment, all: readonly ts.PropertyAssignment[]): Edit {
  const edit = removal(source, property)
  const before = all[all.indexOf(property) - 1]
  return property === all.at(-1) && before ? { ...edit, start: before.getEnd() } : edit
}

/** The packages that take the place of the old ones by an npm alias. */
const DROP_INS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/ext-apps': '@casement/ext-apps',
  '@mcp-ui/client': '@casement/mcp-ui-client',
  '@mcp-ui/server': '@casement/mcp-ui-server',
}

/** Puts Casement behind the names of the old packages, so that no source changes. Peer dependencies are left to the app that has them. */
export function aliasManifest(text: string, version: string): readonly Edit[] {
  const source = ts.parseJsonText('package.json', text)
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((field) =>
    dependenciesIn(source, field).flatMap((property) => {
      const name = nameOf(property) ?? ''
      const dropIn = DROP_INS[name]
      const range = property.initializer
      if (dropIn === undefined || !ts.isStringLiteral(range) || range.text.startsWith('npm:@casement/')) return []
      const is5 = name === '@mcp-ui/server' && majorIn(range.text) === 5
      const alias = `"npm:${dropIn}${is5 ? '-5' : ''}@^${version}"`
      return [{ start: range.getStart(source), end: range.getEnd(), text: alias }]
    }),
  )
}

/** The major version of a dependency, if its range names one. */
export function majorOf(text: string, name: string): number | undefined {
  const source = ts.parseJsonText('package.json', text)
  const found = FIELDS.flatMap((field) => dependenciesIn(source, field)).find(
    (property) => nameOf(property) === name,
  )?.initializer
  return found && ts.isStringLiteral(found) ? majorIn(found.text) : undefined
}

const majorIn = (range: string): number | undefined => {
  const major = /^\D*?(\d+)(?:\.|$|\s)/.exec(range.replace(/^npm:.*@/, ''))?.[1]
  return major === undefined ? undefined : Number(major)
}

function dependenciesIn(source: ts.JsonSourceFile, field: string): ts.PropertyAssignment[] {
  const root = source.statements[0]?.expression
  const list = root && ts.isObjectLiteralExpression(root) ? propertyOf(root, field)?.initializer : undefined
  return list && ts.isObjectLiteralExpression(list) ? list.properties.filter(ts.isPropertyAssignment) : []
}
