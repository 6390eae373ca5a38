import { parseArgs } from 'node:util'
import { openTokens, type TokenAdministration } from '@casement/gateway'
import { defaultDataFolder } from './data-folder.ts'
import { ExitCode } from './exit-codes.ts'
import type { Environment } from './expand-variables.ts'
import type { Output } from './reporter.ts'

const HELP = `casement token: manage the access tokens of a Studio started with --auth token

Usage:
  casement token add NAME      add a token and print it; it cannot be printed again
  casement token list          list the tokens
  casement token revoke NAME   revoke a token, effective immediately

Options:
  --user <id>           user of the token (default: NAME)
  --role <role>         admin or member (default: member)
  --data-dir <folder>   folder of the conversations; ignored with $DATABASE_URL
  -h, --help            show this help

Example:
  casement token add laptop --user ann --role admin

Exit codes: 0 success, 1 failed, 2 invalid arguments`

const OPTIONS = {
  user: { type: 'string' },
  role: { type: 'string', default: 'member' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Runs `casement token`, and returns its exit code. */
export async function runTokenCommand(
  args: readonly string[],
  { out, err, environment }: Output & { readonly environment: Environment },
): Promise<number> {
  const usage = (message: string): number => {
    err(`casement token: ${message}\n${HELP}`)
    return ExitCode.Usage
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [action = '', name = '', ...more] = positionals
    if (values.help) {
      out(HELP)
      return ExitCode.Fine
    }
    if (!['add', 'list', 'revoke'].includes(action))
      return usage(`${action ? `unknown action "${action}"` : 'the action is missing'}. Use add, list or revoke`)
    if ((action === 'list') !== (name === '') || more.length > 0)
      return usage(`${action} takes ${action === 'list' ? 'no' : 'exactly one'} name`)
    const { role } = values
    if (role !== 'admin' && role !== 'member') return usage(`unknown role "${role}". Use --role admin or --role member`)
    const dataDir = values['data-dir'] ?? defaultDataFolder(environment)
    const tokens = await openTokens({ dataDir, databaseUrl: environment['DATABASE_URL'] || undefined })
    try {
      return await run(tokens, action, { name, role, user: values.user ?? name }, { out, err })
    } finally {
      await tokens.close()
    }
  } catch (error) {
    err(`casement token: ${error instanceof Error ? error.message : String(error)}`)
    return (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? ExitCode.Usage : ExitCode.Failed
  }
}

async function run(
  tokens: TokenAdministration,
  action: string,
  token: Parameters<TokenAdministration['add']>[0],
  { out, err }: Output,
): Promise<number> {
  if (action === 'add') {
    const text = await tokens.add(token)
    err(`A token for the user ${token.user} (${token.role}). It is shown once and not stored:`)
    out(text)
    return ExitCode.Fine
  }
  if (action === 'list') {
    const all = await tokens.list()
    if (all.length === 0) err('There are no tokens. Add one with: casement token add NAME')
    for (const { name, user, role, createdAt, lastUsedAt } of all)
      out(
        [name, user, role, `created ${day(createdAt)}`, lastUsedAt === null ? 'never used' : `used ${day(lastUsedAt)}`].join(
          '\t',
        ),
      )
    return ExitCode.Fine
  }
  if (await tokens.revoke(token.name)) {
    err(`The token ${token.name} is revoked.`)
    return ExitCode.Fine
  }
  err(`casement token: there is no token of the name "${token.name}"; casement token list shows them`)
  return ExitCode.Failed
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
