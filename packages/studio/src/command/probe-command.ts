import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serve } from 'casement/server'
import { writeProfile, type HostProfile } from 'casement/testing/profiles'
import { ExitCode } from './exit-codes.ts'
import { probeApp } from './probe/probe-app.ts'
import { profileFromReport } from './probe/profile-from-report.ts'
import type { CommandContext } from './run-command.ts'

const HELP = `casement probe: examine a host from inside, and save its profile

Usage:
  casement probe                serve the probe over stdio, to add to a host
  casement probe --http [PORT]  serve it over HTTP (default: a free port)
  casement probe --from FILE    write the profile from a copied report

Options:
  --out <folder>   folder of the profile (default: the current folder)
  -h, --help       show this help

Add the probe to a host, let the model call the tool "probe", and wait until
the View shows where the profile was saved.

Examples:
  casement probe --http 3400
  casement --host-profile FILE
  casement doctor --host-profile FILE http://localhost:3000/mcp

Exit codes: 0 success, 2 failed or invalid arguments`

const OPTIONS = {
  http: { type: 'string' },
  from: { type: 'string' },
  out: { type: 'string', default: '.' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Runs `casement probe` until its client or the user ends it, and returns the exit code. */
export async function runProbe(argv: readonly string[], { out, err }: CommandContext): Promise<number> {
  try {
    const { values } = parseArgs({ args: withPort(argv), options: OPTIONS })
    if (values.help) {
      out(HELP)
      return ExitCode.Fine
    }
    const save = (profile: HostProfile): Promise<string> => saveProfile(profile, values.out)
    if (values.from !== undefined) {
      out(await save(profileFromReport(JSON.parse(await readFile(values.from, 'utf8')))))
      return ExitCode.Fine
    }
    return await runServer(
      values.http,
      async (profile) => {
        const file = await save(profile)
        err(`The host profile of ${profile.title} is in ${file}`)
        return file
      },
      err,
    )
  } catch (error) {
    err(`casement probe: ${error instanceof Error ? error.message : String(error)}\nTry casement probe --help`)
    return ExitCode.Usage
  }
}

async function runServer(
  http: string | undefined,
  save: (profile: HostProfile) => Promise<string>,
  err: CommandContext['err'],
): Promise<number> {
  if (http !== undefined && !/^\d+$/.test(http)) throw new Error(`--http ${http} is no port`)
  const served = await serve(probeApp(save), http === undefined ? {} : { http: Number(http) })
  if (served.url !== undefined) err(`Add this server to the host that is examined: ${served.url}`)
  await served.closed
  return ExitCode.Fine
}

// `--http` alone means any free port.
function withPort(argv: readonly string[]): string[] {
  return argv.flatMap((argument, index) =>
    argument === '--http' && (argv[index + 1] ?? '-').startsWith('-') ? ['--http', '0'] : [argument],
  )
}

async function saveProfile(profile: HostProfile, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = resolve(join(folder, `${profile.id}-${profile.date}.host-profile.json`))
  await writeFile(file, writeProfile(profile))
  return file
}
