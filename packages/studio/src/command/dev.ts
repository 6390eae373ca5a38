import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Gateway } from '@casement/gateway'
import { getToolUiResourceUri } from 'casement/protocol'

/** A project under development: Vite serves its Views, and the compiler writes its server whenever a source changes. */
export interface Development {
  /** The program of the server. */
  readonly server: string
  /** Restarts the server in the Studio after each compilation from now on. */
  restartIn(studio: Gateway): void
  close(): Promise<void>
}

const SERVER_CONFIG = 'tsconfig.server.json'
const SERVER = 'dist/server.js'

// The compiler prints this after each compilation in watch mode, with or without errors.
const COMPILED = 'Watching for file changes'

/** Starts Vite and the compiler of the server in a project, and waits for the first compilation. */
export async function startDevelopment(project: string, print: (line: string) => void): Promise<Development> {
  if (!existsSync(join(project, SERVER_CONFIG)))
    throw new Error(
      `casement dev needs ${SERVER_CONFIG} in ${project}, which compiles the server to ${SERVER}. Run it in the folder of a project made by casement create, or copy the file from one`,
    )
  const vite = await startVite(project, print)
  const compilations = new EventTarget()
  const compiler = startCompiler(project, print, () => compilations.dispatchEvent(new Event('compiled')))
  const firstCompilation = new Promise<void>((resolve) => {
    compilations.addEventListener('compiled', () => resolve(), { once: true })
  })
  const stopped = new Promise<never>((_, reject) => {
    compiler.once('exit', (code) => reject(new Error(`The TypeScript compiler stopped with exit code ${code}`)))
  })
  const close = async (): Promise<void> => {
    compiler.removeAllListeners('exit')
    compiler.kill()
    await vite.close()
  }
  try {
    await Promise.race([firstCompilation, stopped])
  } catch (error) {
    await close()
    throw error
  }
  return {
    server: join(project, SERVER),
    restartIn(studio) {
      compilations.addEventListener('compiled', () => {
        for (const { name, kind } of studio.servers.list()) if (kind === 'stdio') studio.servers.get(name)?.restart()
      })
      stopped.catch((error: Error) => print(`${error.message}; restart casement dev`))
    },
    close,
  }
}

interface ViteServer {
  listen(): Promise<unknown>
  close(): Promise<void>
}

interface ViteModule {
  createServer(config: object): Promise<ViteServer>
  createLogger(level: 'info', options: object): object
}

async function startVite(project: string, print: (line: string) => void): Promise<ViteServer> {
  const file = resolveIn(project, 'vite', 'npm install -D vite')
  const vite = (await import(pathToFileURL(file).href)) as ViteModule
  const customLogger = vite.createLogger('info', { allowClearScreen: false, console: { log: print, warn: print, error: print } })
  const server = await vite.createServer({ root: project, clearScreen: false, customLogger })
  await server.listen()
  return server
}

function startCompiler(project: string, print: (line: string) => void, compiled: () => void): ChildProcess {
  const tsc = resolveIn(project, 'typescript/bin/tsc', 'npm install -D typescript')
  const compiler = spawn(process.execPath, [tsc, '-p', SERVER_CONFIG, '--watch', '--preserveWatchOutput'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let rest = ''
  compiler.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.trim() !== '') print(line)
      if (line.includes(COMPILED)) compiled()
    }
  })
  return compiler
}

function resolveIn(project: string, module: string, install: string): string {
  try {
    return createRequire(join(project, 'package.json')).resolve(module)
  } catch (error) {
    throw new Error(`casement dev needs ${module} in ${basename(project)}. Install it with: ${install}`, { cause: error })
  }
}

const FIRST_LIST_MS = 20_000

/** The part of a link that makes the first call: of the first tool with a View, with its default arguments. Empty if there is none. */
export async function firstCall(studio: Gateway): Promise<string> {
  const server = studio.servers.list().find(({ kind }) => kind === 'stdio')
  const client = server && (await studio.servers.get(server.name)?.client(AbortSignal.timeout(FIRST_LIST_MS)))
  const { tools = [] } = (await client?.listTools()) ?? {}
  const tool = tools.find((each) => getToolUiResourceUri(each) !== undefined)
  return server && tool ? new URLSearchParams({ server: server.name, tool: tool.name }).toString() : ''
}
