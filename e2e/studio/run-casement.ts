import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { putDatabase } from '../../packages/gateway/src/test-support/created-database.ts'
import { root } from '../../scripts/setup.mjs'

/** The program, as the build leaves it. */
export const CASEMENT = join(root, 'packages/casement/bin/casement.js')

/** One line that the command printed. */
export interface Line {
  readonly event: string
  readonly [field: string]: unknown
}

/** A `casement --json` that is ready. */
export interface Casement {
  readonly url: string
  /** The address that the user opens. */
  readonly link: string
  /** The address of the page for scripts. */
  readonly scriptUrl: string
  readonly port: number
  readonly child: ChildProcess
  readonly lines: readonly Line[]
  /** Waits for a line, also one that was printed before. */
  line(isIt: (line: Line) => boolean): Promise<Line>
  /** Asks its API as the page does. */
  api(path: string): Promise<Response>
  /** The headers that the gateway requires. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends a signal and waits for the end. */
  end(
    signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL',
  ): Promise<{ code: number | null; signal: ChildProcess['signalCode']; complaints: string }>
}

/** How the command is started. */
export interface RunOptions {
  /** The subcommand and its arguments, before the options. */
  readonly subcommand?: readonly string[]
  readonly dataDir: string
  /** The folder that it runs in. Default: the repository. */
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
  /** True where the command is to create its database itself. Otherwise a folder without one is given one that is empty. */
  readonly isFirstStart?: boolean
  /** Returns a function that ends it. Otherwise it ends with the test. */
  readonly whenOver?: (end: () => Promise<void>) => void
}

/** Runs the command on a free port until it is ready. */
export async function runCasement(
  args: readonly string[],
  { dataDir, folder, subcommand = [], environment = {}, isFirstStart = false, whenOver = onTestFinished }: RunOptions,
): Promise<Casement> {
  if (!isFirstStart && !existsSync(join(dataDir, 'store'))) await putDatabase(dataDir)
  const child = spawn(process.execPath, [CASEMENT, ...subcommand, '--port', '0', '--json', '--data-dir', dataDir, ...args], {
    cwd: folder,
    env: { ...plainEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not 'exit': what was printed last may still be in the pipe then.
  const gone = once(child, 'close') as Promise<[number | null, ChildProcess['signalCode']]>
  whenOver(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const complaints = text(child.stderr)
  const lines: Line[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as Line))
  const line = async (isIt: (line: Line) => boolean): Promise<Line> => {
    // It opens a database, which takes a busy machine its time.
    await vi.waitUntil(() => lines.some(isIt) || child.exitCode !== null, { timeout: 180_000 })
    if (!lines.some(isIt)) await gone
    const found = lines.find(isIt)
    if (found) return found
    throw new Error(`casement ended with ${child.exitCode} before it said so:\n${JSON.stringify(lines)}\n${await complaints}`)
  }
  const { url, link, scriptUrl, port } = (await line(({ event }) => event === 'ready')) as unknown as Casement
  // Not every system knows names below localhost; the page is at localhost too.
  const base = `http://localhost:${port}`
  const page = await (await fetch(`${base}/${new URL(scriptUrl).search}&stay`)).text()
  const [, secret = ''] = /name="casement-secret" content="([^"]+)"/.exec(page) ?? []
  const headers = { authorization: `Bearer ${secret}` }
  return {
    url,
    link,
    scriptUrl,
    port,
    child,
    lines,
    line,
    headers,
    api: (path) => fetch(`${base}${path}`, { headers }),
    async end(signal = 'SIGINT') {
      child.kill(signal)
      const [code, by] = await gone
      return { code, signal: by, complaints: await complaints }
    },
  }
}

/** The environment without what would change how the command behaves. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(CASEMENT_|PORT$|DATABASE_URL$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
