import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { CasementError } from 'casement/protocol'
import { createSecret } from './secret.ts'

/** Where a gateway that runs is reached from its own machine. */
export interface ControlAddress {
  readonly hostname: string
  readonly port: number
  /** The `Host` of its page. */
  readonly host: string
}

/** How the command line manages a gateway that runs: an embedded database belongs to one process. */
export interface Control {
  readonly secret: string
  /** Settles when the command line can find the gateway. Never rejects. */
  readonly opened: Promise<void>
  close(): Promise<void>
}

interface ControlFile extends ControlAddress {
  readonly secret: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'control.json')

/**
 * Writes the address and a secret of this run into the data folder, for its owner only, once the store is open: before, another
 * gateway may have it. Without a folder there is nothing to manage.
 */
export function openControl(dataDir: string | undefined, ready: Promise<void>, address: ControlAddress): Control {
  const secret = createSecret()
  if (dataDir === undefined) return { secret, opened: Promise.resolve(), close: async () => {} }
  const write = async (): Promise<void> => {
    try {
      await ready
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await rm(fileOf(dataDir), { force: true })
      await writeFile(fileOf(dataDir), JSON.stringify({ ...address, secret } satisfies ControlFile), { mode: 0o600, flag: 'wx' })
    } catch {
      // The store or the folder cannot be used, which is reported elsewhere.
    }
  }
  const opened = write()
  return {
    secret,
    opened,
    async close() {
      await opened
      if ((await readControl(dataDir))?.secret === secret) await rm(fileOf(dataDir), { force: true })
    },
  }
}

async function readControl(dataDir: string): Promise<ControlFile | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as ControlFile
  } catch {
    return undefined
  }
}

/** A response of a gateway that runs. */
export interface ControlReply {
  readonly status: number
  readonly body: unknown
}

/** Reaches the gateway that runs with a data folder. */
export interface ControlClient {
  readonly send: (method: string, path: string, body?: unknown) => Promise<ControlReply>
  /** Reads a long response piece by piece. Rejects unless the gateway responds with 200. */
  readonly stream: (path: string) => AsyncIterable<string>
}

/** Finds the gateway that runs with a data folder; undefined when none does. */
export async function findControl(dataDir: string): Promise<ControlClient | undefined> {
  const control = await readControl(dataDir)
  if (!control) return undefined
  const client: ControlClient = {
    send: (method, path, body) => sendTo(control, method, path, body),
    stream: (path) => streamFrom(control, path),
  }
  try {
    return (await client.send('GET', '/api/session')).status === 200 ? client : undefined
  } catch {
    // It ended without removing the file.
    return undefined
  }
}

async function sendTo(control: ControlFile, method: string, path: string, body: unknown): Promise<ControlReply> {
  const response = await open(control, method, path, body)
  let text = ''
  for await (const piece of response) text += String(piece)
  return { status: response.statusCode ?? 0, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

async function* streamFrom(control: ControlFile, path: string): AsyncGenerator<string> {
  const response = await open(control, 'GET', path, undefined)
  if (response.statusCode !== 200) {
    response.destroy()
    throw new CasementError('DENIED', `The gateway responded with ${response.statusCode} to ${path}.`)
  }
  for await (const piece of response) yield String(piece)
}

function open(
  { hostname, port, host, secret }: ControlFile,
  method: string,
  path: string,
  body: unknown,
): Promise<IncomingMessage> {
  const headers = { host, authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const address = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '::1' : hostname
  return new Promise((resolve, reject) => {
    const sent = request({ host: address, port, path, method, headers, agent: false }, (response) =>
      resolve(response.setEncoding('utf8')),
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
