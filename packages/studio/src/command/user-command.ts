import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openUsers, type UserAdministration } from '@casement/gateway'
import { defaultDataFolder } from './data-folder.ts'
import { ExitCode } from './exit-codes.ts'
import type { Environment } from './expand-variables.ts'
import type { Output } from './reporter.ts'

const HELP = `casement user: manage the users of a Studio and what they have stored

Usage:
  casement user list          list the users
  casement user export ID     print everything that a user has stored, as JSON Lines
  casement user delete ID     delete everything of a user
  casement user block ID      end the sessions and tokens of a user and refuse new ones
  casement user unblock ID    let a blocked user sign in again

Options:
  --out <file>          write the export to a new file, readable by its owner only
  --yes                 delete; without it, delete only shows what there is
  --keep-audit          delete everything but the audit log
  --tenant <id>         tenant of the user (default: default)
  --data-dir <folder>   folder of the conversations; ignored with $DATABASE_URL
  -h, --help            show this help

Example:
  casement user export ann --out ann.jsonl

Exit codes: 0 success, 1 failed, 2 invalid arguments`

const OPTIONS = {
  out: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'keep-audit': { type: 'boolean', default: false },
  tenant: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const ACTIONS = ['list', 'export', 'delete', 'block', 'unblock']

/** Runs `casement user`, and returns its exit code. */
export async function runUserCommand(
  args: readonly string[],
  { out, err, environment }: Output & { readonly environment: Environment },
): Promise<number> {
  const usage = (message: string): number => {
    err(`casement user: ${message}\n${HELP}`)
    return ExitCode.Usage
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [action = '', user = '', ...more] = positionals
    if (values.help) {
      out(HELP)
      return ExitCode.Fine
    }
    if (!ACTIONS.includes(action)) return usage(`"${action}" is not an action; use one of ${ACTIONS.join(', ')}`)
    if ((action === 'list') !== (user === '') || more.length > 0)
      return usage(`${action} takes ${action === 'list' ? 'no' : 'one'} user id`)
    const { tenant, yes, out: file, 'keep-audit': keepAudit } = values
    const dataDir = values['data-dir'] ?? defaultDataFolder(environment)
    const users = await openUsers({ dataDir, databaseUrl: environment['DATABASE_URL'] || undefined, tenant })
    try {
      return await run(users, { action, user, file, yes, keepAudit }, { out, err })
    } finally {
      await users.close()
    }
  } catch (error) {
    err(`casement user: ${error instanceof Error ? error.message : String(error)}`)
    return (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? ExitCode.Usage : ExitCode.Failed
  }
}

interface UserTask {
  readonly action: string
  readonly user: string
  readonly file: string | undefined
  readonly yes: boolean
  readonly keepAudit: boolean
}

async function run(users: UserAdministration, task: UserTask, { out, err }: Output): Promise<number> {
  const { action, user } = task
  if (action === 'list') return list(users, { out, err })
  if (action === 'export') return exportUser(users, task, { out, err })
  if (action === 'delete') return deleteUser(users, task, { out, err })
  if (action === 'block') {
    await users.block(user)
    err(`The access of ${user} is revoked.`)
    return ExitCode.Fine
  }
  if (await users.unblock(user)) {
    err(`${user} can sign in again.`)
    return ExitCode.Fine
  }
  err(`casement user: ${user} is not blocked; casement user list shows who is`)
  return ExitCode.Failed
}

async function list(users: UserAdministration, { out, err }: Output): Promise<number> {
  const all = await users.list()
  if (all.length === 0) err('There are no users yet.')
  for (const { user, sessions, tokens, lastSeenAt, isBlocked } of all)
    out(
      [
        user,
        `${sessions} sessions`,
        `${tokens} tokens`,
        lastSeenAt === null ? 'never seen' : `seen ${new Date(lastSeenAt).toISOString().slice(0, 10)}`,
        ...(isBlocked ? ['blocked'] : []),
      ].join('\t'),
    )
  return ExitCode.Fine
}

async function exportUser(users: UserAdministration, { user, file }: UserTask, { out, err }: Output): Promise<number> {
  if (file === undefined) {
    for await (const line of users.export(user)) out(line)
    return ExitCode.Fine
  }
  await pipeline(Readable.from(linesOf(users.export(user))), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  err(`Everything that ${user} has stored is in ${file}.`)
  return ExitCode.Fine
}

async function* linesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

async function deleteUser(users: UserAdministration, { user, yes, keepAudit }: UserTask, { out, err }: Output): Promise<number> {
  if (yes) {
    await users.delete(user, { keepAudit })
    err(`Everything of ${user} is deleted${keepAudit ? ', except the audit log' : ''}.`)
    return ExitCode.Fine
  }
  const counts = new Map<string, number>()
  for await (const line of users.export(user)) {
    const { type } = JSON.parse(line) as { type: string }
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  for (const [type, count] of counts) out(`${type}\t${count}`)
  err(`Nothing is deleted yet. To delete this, with the sessions and tokens of ${user}, add --yes.`)
  return ExitCode.Fine
}
