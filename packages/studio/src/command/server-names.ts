import { basename, extname } from 'node:path'

const RUNNERS = new Set([
  'node',
  'npx',
  'bunx',
  'bun',
  'deno',
  'tsx',
  'uv',
  'uvx',
  'pipx',
  'python',
  'python3',
  'pnpm',
  'yarn',
  'npm',
])
const VERBS = new Set(['run', 'exec', 'dlx', 'x'])
const MAX_LENGTH = 64

/** A short name for a server that was given by its URL. */
export function nameOfUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  const path = pathname.replaceAll(/^\/|\/$|\/?mcp\/?$/g, '')
  return clean([hostname, port, path].filter(Boolean).join('-'))
}

/** A short name for a server that was given by its command line: the program, and not what runs it. */
export function nameOfCommand([program = '', ...args]: readonly string[]): string {
  const isRunner = RUNNERS.has(basename(program, extname(program)))
  const words = isRunner ? args.filter((word) => !word.startsWith('-') && !VERBS.has(word)) : []
  const chosen = words[0] ?? program
  const name = basename(chosen.replace(/(?<=.)@[^/@]*$/, ''))
  return clean(name.replace(/\.[cm]?[jt]sx?$|\.py$/, ''))
}

const clean = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH) || 'server'

/** The name, with a number behind it while another server has it. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name.slice(0, MAX_LENGTH - 4)}-${number}`)) number++
  return `${name.slice(0, MAX_LENGTH - 4)}-${number}`
}
