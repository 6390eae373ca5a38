/** Reads the files of Views. */
export interface ViewFiles {
  /** The names of the files in a folder. */
  list(folder: string): Promise<string[]>
  read(file: string): Promise<string>
}

/** The file system of Node, which is loaded when the first View is read. */
export const nodeViewFiles: ViewFiles = {
  list: async (folder) => (await import('node:fs/promises')).readdir(folder),
  read: async (file) => (await import('node:fs/promises')).readFile(file, 'utf8'),
}
