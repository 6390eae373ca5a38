import type { Log, LogEntry } from '@casement/gateway'

/** The output of the command while it runs. */
export interface Reporter {
  readonly log: Log
  ready(facts: ReadyFacts): void
  /** Reports that it is shutting down. */
  ending(): void
  /** Reports the error that ends the command. */
  fail(message: string): void
}

/** The information that is available once the page can be opened. */
export interface ReadyFacts {
  readonly url: string
  /** Lets one browser in, once; undefined where users sign in otherwise, or need not. */
  readonly link: string | undefined
  /** The address of the page for scripts. */
  readonly scriptUrl: string
  readonly port: number
  readonly version: string
  readonly servers: readonly string[]
  readonly data: string
  readonly profile: string
  readonly model: string | undefined
  /** The token that was made for this run, where one was. */
  readonly token: string | undefined
}

/** Where lines go. */
export interface Output {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

/** One JSON object per line, for scripts. */
export function jsonReporter({ out }: Output): Reporter {
  const log: Log = (entry) => out(JSON.stringify({ at: new Date().toISOString(), ...entry }))
  return {
    log,
    ready: (facts) => log({ level: 'info', event: 'ready', ...facts }),
    ending: () => {},
    fail: (message) => log({ level: 'error', event: 'failed', reason: message }),
  }
}

/** Text output for users. */
export function textReporter({ out, err }: Output): Reporter {
  const troubled = new Set<string>()
  return {
    log(entry) {
      const line = describe(entry, troubled)
      if (line !== undefined) (entry.level === 'info' ? out : err)(line)
    },
    ready({ url, link, version, servers, data, profile, model, token }) {
      const lines = [
        ['Studio', link ?? url],
        ['Servers', servers.join(', ') || 'none yet: add one in the Studio, or give its address to this command'],
        ['Model', model ?? 'none: you call the tools (choose one with --model)'],
        ['Data', data],
        ...(profile === 'strict' ? [] : [['Profile', profile]]),
        ...(token === undefined ? [] : [['Token', `${token} (the browser asks for it as a password)`]]),
      ]
      out(`Casement ${version}\n${lines.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n')}\nCtrl-C ends it.`)
    },
    ending: () => out('Ending (Ctrl-C again to force)'),
    fail: (message) => err(`casement: ${message}`),
  }
}

/** The problem to show to the user; undefined if there is none. */
function describe(entry: LogEntry, troubled: Set<string>): string | undefined {
  const { event } = entry
  if (event === 'port-taken') return `port ${text(entry['port'])} is taken, trying the next`
  // Told when the command ends because of it.
  if (event === 'store-failed') return undefined
  if (event === 'example-failed') return `example ${text(entry['name'])}: ${text(entry['reason'])}`
  if (event === 'link') return `A browser without access asked for the Studio. A new link: ${text(entry['url'])}`
  if (event === 'server') return describeServer(entry, troubled)
  return entry.level === 'error' ? `${event}: ${text(entry['reason'])}` : undefined
}

function describeServer(entry: LogEntry, troubled: Set<string>): string | undefined {
  const name = text(entry['name'])
  const status = entry['status']
  if (status === 'failed' || status === 'unauthorized') {
    // Reported once, not at each attempt.
    if (troubled.has(name)) return undefined
    troubled.add(name)
    return status === 'failed'
      ? `server ${name}: ${text(entry['reason'])} ${text(entry['fix'])}`
      : `server ${name}: ${text(entry['reason'])} Open it in the Studio to sign in.`
  }
  if (status !== 'ready' || !troubled.delete(name)) return undefined
  return `server ${name}: connected`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
