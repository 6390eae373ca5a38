import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CasementError } from '../protocol/errors.ts'

/** The project templates. */
export const TEMPLATES = ['vanilla', 'react', 'vue', 'svelte', 'solid'] as const
/** The name of a project template. */
export type Template = (typeof TEMPLATES)[number]

/** Options of `createProject`. */
export interface CreateOptions {
  /** The folder of the project. If it exists, it must be empty. */
  readonly folder: string
  /** Default `vanilla`. */
  readonly template?: Template
}

/** A project that has been created. */
export interface CreatedProject {
  /** Absolute. */
  readonly folder: string
  readonly name: string
  readonly template: Template
  /** Relative to the folder, sorted. */
  readonly files: readonly string[]
}

const templates = fileURLToPath(new URL('../../templates', import.meta.url))

/** Creates a project in a folder: a server with one tool, a View for it, and tests of both. Installs nothing. */
export async function createProject({ folder, template = 'vanilla' }: CreateOptions): Promise<CreatedProject> {
  if (!TEMPLATES.includes(template))
    throw new CasementError('INVALID_ARGUMENT', `create: template not found: "${template}"; choose ${TEMPLATES.join(', ')}`)
  const target = resolve(folder)
  const name = projectName(target)
  await mkdir(target, { recursive: true })
  const present = (await readdir(target)).filter((entry) => entry !== '.git')
  if (present.length > 0)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `create: ${target} is not empty (${present.slice(0, 3).join(', ')}); choose another folder`,
    )
  await cp(join(templates, 'shared'), target, { recursive: true })
  await cp(join(templates, template), target, { recursive: true })
  // npm does not pack files named .gitignore.
  await rename(join(target, '_gitignore'), join(target, '.gitignore'))
  const files = await readdir(target, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
  const values = { 'project-name': name, 'casement-version': await ownVersion() }
  await Promise.all(paths.map((path) => fillIn(join(target, path), values)))
  return { folder: target, name, template, files: paths.toSorted() }
}

/** A name that is valid for npm and in a `ui://` URI. */
function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z\d.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  if (!name)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `create: ${folder} needs a name with letters, because it becomes the name of the project`,
    )
  return name
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

async function fillIn(file: string, values: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, 'utf8')
  const filled = text.replaceAll(/\{\{([\w-]+)\}\}/g, (all, key: string) => values[key] ?? all)
  if (filled !== text) await writeFile(file, filled)
}
