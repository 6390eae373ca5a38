import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The path of a program of this folder. */
export const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A server in a process of its own. */
export interface Running {
  readonly url: string
  readonly child: ChildProcess
  /** Sends a signal and gives the exit code once the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the HTTP server and waits until it listens. */
export async function startServer(port = 0): Promise<Running> {
  const child = spawn(process.execPath, [program('serve-http.mjs'), String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    child,
    end: async (signal) => {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}
