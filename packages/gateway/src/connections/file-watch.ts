import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import type { ServerConfig } from '../api.ts'

/** Watches the files of a server, while it is on. */
export interface FileWatch {
  readonly isOn: boolean
  set(isOn: boolean): Promise<void>
}

// An editor that saves all files, and a compiler that writes several, cause one restart.
const QUIET_MS = 200
const OUTPUT_FOLDERS = new Set(['dist', 'build', 'out'])
const IGNORED_FOLDERS = new Set(['node_modules', 'coverage', ...OUTPUT_FOLDERS])

/** Watches the files of a server that a command starts. `changed` gets their names, relative to the folder that is watched. */
export function createFileWatch(
  config: Extract<ServerConfig, { command: string }>,
  changed: (files: readonly string[]) => void,
  failed: (error: unknown) => void,
): FileWatch {
  const folder = watchedFolder(config)
  const files = new Set<string>()
  let watching: Promise<FSWatcher> | undefined
  let timer: NodeJS.Timeout | undefined
  const report = (): void => {
    const names = [...files].map((file) => relative(folder, file).replaceAll(sep, '/')).toSorted()
    files.clear()
    changed(names)
  }
  const open = async (): Promise<FSWatcher> => {
    // Lazy-loaded, because only watched servers need it.
    const { watch } = await import('chokidar')
    const watcher = watch(folder, { ignoreInitial: true, ignored: (path) => isIgnored(relative(folder, path)) })
    watcher.on('all', (_event, path) => {
      files.add(path)
      clearTimeout(timer)
      timer = setTimeout(report, QUIET_MS)
    })
    watcher.on('error', failed)
    await new Promise<void>((ready) => watcher.once('ready', ready))
    return watcher
  }
  return {
    get isOn() {
      return watching !== undefined
    },
    async set(isOn) {
      if (isOn) {
        await (watching ??= open())
        return
      }
      clearTimeout(timer)
      files.clear()
      const watcher = watching
      watching = undefined
      await (await watcher)?.close()
    },
  }
}

/**
 * The folder with the files of a server. A program that was built into `dist`, `build` or `out` runs from there, and a change of a source
 * has no effect before the next build. Otherwise it is the nearest folder with a `package.json`, or that of the program.
 */
export function watchedFolder({ command, args = [], cwd = '.' }: Extract<ServerConfig, { command: string }>): string {
  const base = resolve(cwd)
  const program = [...args, command].map((word) => resolve(base, word)).find(isFile)
  if (program === undefined) return base
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    if (OUTPUT_FOLDERS.has(basename(folder)) || existsSync(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) return dirname(program)
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Files that no server of this folder is made of: dependencies, hidden files, and what was built into folders inside. */
const isIgnored = (path: string): boolean =>
  path.split(sep).some((name) => IGNORED_FOLDERS.has(name) || (name.startsWith('.') && name !== '..' && name.length > 1))
