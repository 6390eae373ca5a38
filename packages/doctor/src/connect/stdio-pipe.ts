import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { isFields } from '../static/fields.ts'
import { failure, withDetails, type FailureDetails, type Listener, type Pipe } from './pipe.ts'
import type { StdioTarget } from './target.ts'

const GRACE_MS = 2000
const MAX_OUTPUT = 2000

/** Starts a server and speaks to it in lines. */
export async function openStdioPipe(target: StdioTarget, listener: Listener): Promise<Pipe> {
  const { command, args = [], env, cwd } = target
  const start = await starter()
  const child = start(command, [...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    ...(cwd !== undefined && { cwd }),
  })
  const { gone, output } = listenTo(child, listener)
  return {
    isProcess: true,
    // One that does not read any more has ended, or does not answer: either says more than the failed writing.
    send: (message) => new Promise((resolve) => child.stdin?.write(`${JSON.stringify(message)}\n`, () => resolve())),
    agree: () => {},
    waiting: () => ({ kind: 'process', hasEnded: false, output: output() }),
    close: () => end(child, gone),
  }
}

/** On Windows most commands are scripts, which Node itself does not start. */
async function starter(): Promise<(command: string, args: string[], options: SpawnOptions) => ChildProcess> {
  return process.platform === 'win32' ? (await import('cross-spawn')).default : spawn
}

/** Resolves when the process has exited and its output was read. */
function listenTo(child: ChildProcess, listener: Listener): { readonly gone: Promise<void>; readonly output: () => string } {
  let words = ''
  let noise = ''
  const output = (): string => `${words}\n${noise}\n${rest}`
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-MAX_OUTPUT)))
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      receiveLine(line, {
        ...listener,
        noise: (each) => {
          noise = `${noise}${each}\n`.slice(-MAX_OUTPUT)
          listener.noise(each)
        },
      })
  })
  child.stdin?.on('error', () => {})
  const gone = new Promise<void>((resolve) => {
    const tell = (reason: string, details: FailureDetails): void => {
      listener.ended(withDetails(failure(words.trim() === '' ? reason : `${reason}: ${words.trim()}`), details))
      resolve()
    }
    child.once('error', (error: NodeJS.ErrnoException) =>
      tell(`the server could not be started: ${error.message}`, { kind: 'spawn', code: error.code }),
    )
    child.once('close', (code, signal) =>
      tell(`the server ended with ${signal ?? `code ${code}`}`, { kind: 'process', hasEnded: true, output: output() }),
    )
  })
  return { gone, output }
}

function receiveLine(line: string, { receive, noise }: Listener): void {
  if (line.trim() === '') return
  const message = parse(line)
  if (isFields(message) && message['jsonrpc'] === '2.0') receive(message)
  else noise(line)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** As in MCP, closing its input stops a server; one that does not stop is killed. */
async function end(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.stdin?.end()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await within(GRACE_MS, gone)) return
    child.kill(signal)
  }
  // A child process of the server may hold its output open.
  child.stdout?.destroy()
  child.stderr?.destroy()
  await gone
}

async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, milliseconds, false)))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
