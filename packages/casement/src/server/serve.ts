import { CasementError } from '../protocol/errors.ts'
import type { ServerWarning, Warn } from './app/run-tool.ts'
import type { DefinedApp } from './app/define-app.ts'
import type { ServerChange, ServerEventBus } from './events/event-bus.ts'
import type { HttpOptions } from './http/options.ts'
import { prepareApp } from './app/prepare-app.ts'
import { nodeViewFiles } from './app/view-files.ts'
import type { ServerInfo } from './serve-context.ts'

/** Options of `serve`. The transport is stdio unless `http` is set. */
export interface ServeOptions {
  /** Serves over Streamable HTTP; a number is the port. */
  readonly http?: HttpOptions | number
  /** The name and version that the server sends to its clients. Default: those of the first app. */
  readonly info?: ServerInfo
  /** Distributes change notifications between processes that share an address. Default: within the process. */
  readonly bus?: ServerEventBus
  /** Closes the server on SIGINT and SIGTERM. Default true. */
  readonly signals?: boolean
  /** Called with each warning. Default: writes one line to stderr. */
  readonly onwarning?: Warn
  /** Called with errors that are not sent to a client. Default: writes one line to stderr. */
  readonly onerror?: (error: Error) => void
}

/** A running server. */
export interface Served {
  /** The URL of the MCP endpoint; undefined over stdio. */
  readonly url: string | undefined
  /** Resolves when the server has closed, for any reason. */
  readonly closed: Promise<void>
  /** Sends a change notification to subscribed clients. */
  notify(change: ServerChange): void
  /** Accepts no more requests, waits for pending ones, and closes. */
  close(): Promise<void>
}

/** Serves one or several apps over stdio or Streamable HTTP, to clients of every MCP revision. Throws if an app is invalid. */
export async function serve(apps: DefinedApp | readonly DefinedApp[], options: ServeOptions = {}): Promise<Served> {
  const list = [apps].flat()
  const [first] = list
  if (!first) throw new CasementError('INVALID_ARGUMENT', 'serve: the list of apps is empty')
  const prepared = await Promise.all(list.map((app) => prepareApp(app, nodeViewFiles)))
  const { name, version, title } = first
  const context = {
    apps: prepared,
    info: options.info ?? { name, version, ...(title !== undefined && { title }) },
    onwarning: options.onwarning ?? toStderr,
    onerror: options.onerror ?? toStderr,
    ...(options.bus && { bus: options.bus }),
  }
  const { http } = options
  const served =
    http === undefined
      ? await (await import('./serve-stdio.ts')).serveOverStdio(context)
      : await (await import('./http/serve-http.ts')).serveOverHttp(context, typeof http === 'number' ? { port: http } : http)
  if (options.signals !== false) closeOnSignals(served)
  return served
}

// stdout is used by the stdio transport.
const toStderr = ({ message }: ServerWarning | Error): void => void process.stderr.write(`casement: ${message}\n`)

function closeOnSignals(served: Served): void {
  const close = (): void => void served.close()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, close)
  void served.closed.finally(() => {
    for (const signal of signals) process.off(signal, close)
  })
}
