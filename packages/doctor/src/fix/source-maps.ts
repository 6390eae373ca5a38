import { posix } from 'node:path'
import { fieldsOf } from '../static/fields.ts'
import type { Project } from './project.ts'

const COMMENT = '//# sourceMappingURL='

/** The files of the project that a built script was made of, by its source map: inline, next to it, or anywhere in the project. */
export function mappedSources(path: string, text: string, project: Project): string[] {
  const at = text.lastIndexOf(COMMENT)
  const reference = at < 0 ? '' : (text.slice(at + COMMENT.length).split(/\s/, 1)[0] ?? '')
  const json = reference.startsWith('data:') ? decode(reference) : readMap(reference, path, project)
  const { sources, sourceRoot } = parse(json)
  const folder = posix.join(posix.dirname(path), typeof sourceRoot === 'string' ? sourceRoot : '')
  return (Array.isArray(sources) ? sources : []).flatMap((source) => {
    const name = String(source)
    const beside = project.pathOf(posix.join(folder, name))
    // The map of a bundle may name its sources from another folder.
    const end = `/${name.replaceAll(/^(?:\.{1,2}\/)+/g, '')}`
    const found = beside ?? project.list().find((each) => `/${each}`.endsWith(end) && !project.isBuildOutput(each))
    return found === undefined ? [] : [found]
  })
}

const decode = (reference: string): string => Buffer.from(reference.slice(reference.indexOf(',') + 1), 'base64').toString('utf8')

function readMap(reference: string, path: string, project: Project): string | undefined {
  if (reference === '') return undefined
  const beside = project.text(posix.join(posix.dirname(path), reference))
  if (beside !== undefined) return beside
  const other = project.list().find((each) => posix.basename(each) === posix.basename(reference))
  return other === undefined ? undefined : project.text(other)
}

function parse(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(json ?? '{}'))
  } catch {
    return {}
  }
}
