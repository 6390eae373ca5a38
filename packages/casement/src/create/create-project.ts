import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CasementError } from '../protocol/errors.ts'

/** What a project can start from. */
export const TEMPLATES = ['vanilla', 'react', 'vue', 'svelte'] as const
/** One of them. */
export type Template = (typeof TEMPLATES)[number]

/** What is to be created. */
export interface CreateOptions {
  /** Where. It may exist, and then must be empty. */
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
  /** From the folder, in order. */
  readonly files: readonly string[]
}

const templates = fileURLToPath(new URL('../../templates', import.meta.url))
const FILLED_IN = ['package.json', 'README.md', 'index.html', 'src/app.ts']

/** Writes a project into a folder: a server with one tool, a View of it, and a test of both. Nothing is installed. */
export async function createProject({ folder, template = 'vanilla' }: CreateOptions): Promise<CreatedProject> {
  if (!TEMPLATES.includes(template))
    throw new CasementError('INVALID_ARGUMENT', `create: there is no template "${template}"; choose ${TEMPLATES.join(', ')}`)
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
  // npm leaves out files of this name when it packs.
  await rename(join(target, '_gitignore'), join(target, '.gitignore'))
  const version = await ownVersion()
  await Promise.all(FILLED_IN.map((file) => fillIn(join(target, file), { name, version })))
  const files = await readdir(target, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
  return { folder: target, name, template, files: paths.toSorted() }
}

/** A name that npm takes and that can stand in a `ui://` address. */
function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z\d.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  if (!name) throw new CasementError('INVALID_ARGUMENT', `create: ${folder} has no letters in its name to name the project by`)
  return name
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

async function fillIn(file: string, values: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replaceAll(/__PROJECT_(\w+?)__/g, (all, key: string) => values[key.toLowerCase()] ?? all),
  )
}
