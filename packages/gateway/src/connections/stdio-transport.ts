import { spawn, type ChildProcess } from 'node:child_process'
import type { Transport } from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { CasementError, type CasementErrorCode } from 'casement/protocol'
import { createMessageLines } from './message-lines.ts'
import type { OutputLines } from './output-lines.ts'
import { createStdioResponses, type StdioResponses } from './stdio-responses.ts'

/** The options for starting a server, and its limits. */
export interface StdioOptions {
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  /** Receives output that is not a message. */
  readonly output: OutputLines
  readonly limits?: Partial<StdioLimits>
}

/** The limits of one pipe. */
export interface StdioLimits {
  /** Characters in one message. */
  readonly longestMessage: number
  /** The limit of buffered bytes for a server that does not read. */
  readonly mostWaiting: number
  /** The limit of messages per second. Above it, reading pauses, so that the server must wait. */
  readonly messagesPerSecond: number
  /** Seconds above the rate, one after the other, after which the server is ended. */
  readonly patience: number
}

const LIMITS: StdioLimits = {
  longestMessage: 16 * 1024 * 1024,
  mostWaiting: 8 * 1024 * 1024,
  messagesPerSecond: 5000,
  patience: 20,
}
const GRACE = 2000

/** The exit of a process. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A transport over the pipes of a child process. `pid` and `stderr` are how the SDK knows that it is one. */
export interface StdioTransport extends Transport {
  readonly pid: number | null
  readonly stderr: null
  readonly exit: Exit | undefined
  /** Messages that were received. */
  readonly received: number
  /** Requests without a response. */
  readonly pending: number
}

/** Starts a server as a child process and contains it: bounded buffers both ways, and back-pressure against a flood. */
export function createStdioTransport(options: StdioOptions): StdioTransport {
  const limits = { ...LIMITS, ...options.limits }
  let child: ChildProcess | undefined
  let exit: Exit | undefined
  let closed: Promise<void> | undefined
  let received = 0
  const responses = createStdioResponses()

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null
    },
    get exit() {
      return exit
    },
    get received() {
      return received
    },
    get pending() {
      return responses.pending
    },
    start: () =>
      new Promise((resolve, reject) => {
        child = startProcess(options)
        endWithUs(child)
        child.once('spawn', resolve)
        child.once('error', (error) => {
          reject(error)
          transport.onerror?.(error)
        })
        closed = new Promise((done) => {
          child?.once('close', (code, signal) => {
            exit = { code, signal }
            done()
            transport.onclose?.()
          })
        })
        child.stdin?.on('error', (error) => transport.onerror?.(error))
        child.stderr?.on('data', (bytes: Buffer) => options.output.push(bytes.toString('utf8')))
        readMessages(child, limits, { output: options.output, responses, transport, onReceived: () => received++ })
      }),
    async send(message) {
      const input = child?.stdin
      if (!input || exit) throw new CasementError('CLOSED', 'The server is not running.')
      const text = `${JSON.stringify(message)}\n`
      // Node would buffer everything that the pipe does not accept, without a limit.
      if (input.writableLength + text.length > limits.mostWaiting)
        throw new CasementError(
          'OVER_BUDGET',
          `The server does not read its input: ${input.writableLength} bytes are queued. Restart it, or report it to its author.`,
        )
      responses.sent(message)
      await new Promise<void>((resolve) => {
        if (input.write(text)) return resolve()
        // A server that never reads never drains: its end must wake us too.
        input.once('drain', resolve)
        input.once('close', resolve)
      })
    },
    async close() {
      if (!child || exit || child.pid === undefined) return
      child.stdin?.end()
      if (await within(GRACE, closed)) return
      end(child, 'SIGTERM')
      if (await within(GRACE, closed)) return
      end(child, 'SIGKILL')
      // A grandchild that left the group can hold the pipes open; it must not hold us.
      if (await within(GRACE, closed)) return
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
  }
  return transport
}

const startProcess = ({ command, args = [], env = {}, cwd }: StdioOptions): ChildProcess =>
  spawn(command, [...args], {
    env: { ...getDefaultEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // npx and the like are found only by a shell there.
    shell: process.platform === 'win32',
    // A separate process group, so that child processes end with it.
    detached: process.platform !== 'win32',
    ...(cwd !== undefined && { cwd }),
  })

const running = new Set<ChildProcess>()
let isWatching = false

/** However this process ends, short of being killed, it leaves no server behind that did not want to go. */
function endWithUs(child: ChildProcess): void {
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    // The process has exited, but its child processes may still be in the group.
    end(child, 'SIGTERM')
  })
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const each of running) end(each, 'SIGKILL')
  })
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}

interface Reader {
  readonly output: OutputLines
  readonly responses: StdioResponses
  readonly transport: StdioTransport
  readonly onReceived: () => void
}

function readMessages(child: ChildProcess, limits: StdioLimits, { output, responses, transport, onReceived }: Reader): void {
  const stdout = child.stdout
  if (!stdout) return
  const lines = createMessageLines(limits.longestMessage)
  let taken = 0
  let overSeconds = 0
  const second = setInterval(() => {
    overSeconds = taken >= limits.messagesPerSecond ? overSeconds + 1 : 0
    taken = 0
    if (overSeconds >= limits.patience)
      return giveUp('OVER_BUDGET', `The server was ended: it sent more than ${limits.messagesPerSecond} messages a second.`)
    if (stdout.isPaused()) stdout.resume()
  }, 1000)
  stdout.once('close', () => clearInterval(second))
  stdout.on('data', (bytes: Buffer) => {
    try {
      for (const line of lines.push(bytes)) {
        taken++
        deliver(line)
      }
    } catch (error) {
      if (CasementError.is(error)) return giveUp(error.code, error.message)
      return giveUp('OVER_BUDGET', `The server was ended: ${error instanceof Error ? error.message : String(error)}.`)
    }
    if (taken >= limits.messagesPerSecond) stdout.pause()
  })

  function deliver(line: string): void {
    if (line.trim() === '') return
    const message = responses.read(line)
    if (!message) return output.push(`${line.slice(0, 500)}\n`)
    onReceived()
    transport.onmessage?.(message)
  }
  function giveUp(code: CasementErrorCode, message: string): void {
    clearInterval(second)
    stdout?.pause()
    transport.onerror?.(new CasementError(code, message))
    end(child, 'SIGKILL')
    stdout?.destroy()
  }
}

async function within(milliseconds: number, done: Promise<void> | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, milliseconds, false)))
  const result = await Promise.race([Promise.resolve(done).then(() => true), late])
  clearTimeout(timer)
  return result
}
