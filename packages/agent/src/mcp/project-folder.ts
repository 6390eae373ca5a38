import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'

/** The absolute path of a folder below the working folder, after symbolic links. Throws if it is elsewhere. */
export function folderInside(root: string, folder: string): string {
  const path = resolve(root, folder)
  const way = relative(realpathSync(root), realPath(path))
  if (way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way))
    throw new Error(`${folder} is outside the working folder ${root}. Choose a folder inside of it.`)
  return path
}

/** The path after symbolic links, of which the end need not exist yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : resolve(realPath(parent), relative(parent, path))
}
