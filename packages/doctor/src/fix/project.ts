import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path'

const MAX_FILES = 5000
const MAX_BYTES = 2_000_000
const SKIPPED = new Set(['node_modules', 'coverage'])
const BUILD_OUTPUT = /(^|\/)(dist|build|out|lib-dist|\.next|\.output)\//
const TEXT = new Set(['.html', '.htm', '.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.css', '.map'])

/** The files of a project, with edits that are not on the disk yet. Paths are relative to its folder, with slashes. */
export class Project {
  readonly root: string
  readonly #read = new Map<string, string>()
  readonly #edited = new Map<string, string>()
  #listed: readonly string[] | undefined

  constructor(root: string) {
    this.root = realpathSync(root)
  }

  /** The path of a file inside of the project; undefined outside of it and inside of `node_modules`, links followed. */
  pathOf(file: string, from = this.root): string | undefined {
    const absolute = isAbsolute(file) ? file : resolve(from, file)
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return undefined
    const path = relative(this.root, realpathSync(absolute))
    const parts = path.split(sep)
    return parts[0] === '..' || isAbsolute(path) || parts.includes('node_modules') ? undefined : parts.join('/')
  }

  absolute(path: string): string {
    return join(this.root, path)
  }

  /** The text of a file with the edits so far. */
  text(path: string): string | undefined {
    return this.#edited.get(path) ?? this.#original(path)
  }

  /** The bytes of a file that is no text, such as a picture. */
  bytes(path: string): Buffer | undefined {
    const known = this.pathOf(path)
    return known === undefined ? undefined : readFileSync(this.absolute(known))
  }

  edit(path: string, text: string): void {
    this.#edited.set(path, text)
  }

  /** Every text file, except what is installed, hidden or larger than a source file is. */
  list(): readonly string[] {
    this.#listed ??= this.#walk('')
    return this.#listed
  }

  /** True for build output: the next build would overwrite a fix. */
  isBuildOutput(path: string): boolean {
    return BUILD_OUTPUT.test(path)
  }

  /** Writes the edited files, all or none. Throws if one was changed after it was read. */
  save(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.pathOf(path) !== path) throw new Error(`${path} is not a file of the project folder ${this.root}`)
      if (readFileSync(this.absolute(path), 'utf8') !== this.#read.get(path))
        throw new Error(`${path} was changed after it was read. Nothing was written. Run the command again`)
    }
    const written: string[] = []
    try {
      for (const path of paths) {
        const text = this.#edited.get(path)
        if (text === undefined) continue
        writeFileSync(this.absolute(path), text)
        written.push(path)
      }
    } catch (error) {
      this.restore(written)
      throw error
    }
  }

  /** Restores the original files, except those that were changed meanwhile. */
  restore(paths: readonly string[]): void {
    for (const path of paths) {
      const original = this.#read.get(path)
      if (original === undefined) continue
      if (readFileSync(this.absolute(path), 'utf8') !== this.#edited.get(path))
        throw new Error(`${path} was changed after the fix was written, so the fix was not rolled back there`)
      writeFileSync(this.absolute(path), original)
    }
  }

  #original(path: string): string | undefined {
    const known = this.#read.get(path)
    if (known !== undefined) return known
    if (this.pathOf(path) !== path) return undefined
    const text = readFileSync(this.absolute(path), 'utf8')
    this.#read.set(path, text)
    return text
  }

  #walk(folder: string): string[] {
    const found: string[] = []
    for (const entry of readdirSync(this.absolute(folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) found.push(...this.#walk(path))
      else if (entry.isFile() && TEXT.has(extname(entry.name)) && statSync(this.absolute(path)).size <= MAX_BYTES)
        found.push(path)
      if (found.length > MAX_FILES) break
    }
    return found
  }
}
