import { CasementError } from '../protocol/errors.ts'
import type { ServerWarning, Warn } from './answer.ts'
import type { DefinedApp } from './define-app.ts'
import type { ServerChange, ServerEventBus } from './event-bus.ts'
import type { HttpOptions } from './http-options.ts'
import { prepareApp } from './prepare-app.ts'
import type { ServerInfo } from './setup.ts'

/** How apps are served: by stdio unless `http` is given. */
export interface ServeOptions {
  /** Streamable HTTP; a number is the port. */
  readonly http?: HttpOptions | number
  /** Who the server says it is. Default: the first app. */
  readonly info?: ServerInfo
  /** Carries change notifications, where several processes share an address. Default: within the process. */
  readonly bus?: ServerEventBus
  /** Ends the server when the process is told to stop (SIGINT, SIGTERM). Default true. */
  readonly signals?: boolean
  /** Hears warnings. Default: one line each to stderr. */
  readonly onwarning?: Warn
  /** Hears errors that no client is told of. Default: one line each to stderr. */
  readonly onerror?: (error: Error) => void
}

/** A server that runs. */
export interface Served {
  /** Where it is served, over HTTP. */
  readonly url: string | undefined
  /** Resolves when it has ended, for whatever reason. */
  readonly closed: Promise<void>
  /** Tells subscribed clients that something changed. */
  notify(change: ServerChange): void
  /** Takes no more requests, lets those in flight finish, and ends. */
  close(): Promise<void>
}

/** Serves one or several apps to clients of both eras of MCP, by stdio or Streamable HTTP. Throws what is wrong with the apps. */
export async function serve(apps: DefinedApp | readonly DefinedApp[], options: ServeOptions = {}): Promise<Served> {
  const list = Array.isArray(apps) ? (apps as readonly DefinedApp[]) : [apps as DefinedApp]
  const [first] = list
  if (!first) throw new CasementError('INVALID_ARGUMENT', 'serve: the list of apps is empty')
  const prepared = await Promise.all(list.map(prepareApp))
  const { name, version, title } = first
  const setup = {
    apps: prepared,
    info: options.info ?? { name, version, ...(title !== undefined && { title }) },
    onwarning: options.onwarning ?? toStderr,
    onerror: options.onerror ?? toStderr,
    ...(options.bus && { bus: options.bus }),
  }
  const { http } = options
  const served =
    http === undefined
      ? await (await import('./serve-stdio.ts')).serveByStdio(setup)
      : await (await import('./serve-http.ts')).serveByHttp(setup, typeof http === 'number' ? { port: http } : http)
  if (options.signals !== false) endOnSignals(served)
  return served
}

// stdout belongs to the protocol.
const toStderr = ({ message }: ServerWarning | Error): void => void process.stderr.write(`casement: ${message}\n`)

function endOnSignals(served: Served): void {
  const end = (): void => void served.close()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, end)
  void served.closed.finally(() => {
    for (const signal of signals) process.off(signal, end)
  })
}
