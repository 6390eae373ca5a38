/** One option, as the parser and the help need it. */
export interface OptionLine {
  readonly flag: string
  readonly about: string
  /** Whether the help only names it: the documentation has the rest. */
  readonly isRare?: boolean
}

/** Not in the table: the parser would take it for `--auth` with a value. */
export const NO_AUTH = '--no-auth'

/** Every option of the command. */
export const OPTIONS: readonly OptionLine[] = [
  { flag: '--config <file>', about: 'servers from a file with "mcpServers"' },
  { flag: '--port <number>', about: 'first port to try (default $PORT or 3210; 0: any)' },
  { flag: '--data-dir <folder>', about: 'where conversations are kept' },
  { flag: '--host-profile <name>', about: 'like claude, chatgpt, vscode, goose, or a file' },
  { flag: '--model <name>', about: 'let a model answer: anthropic/NAME, openai/NAME' },
  { flag: '--no-demo', about: 'without the examples' },
  { flag: '--json', about: 'one JSON object per line instead of words' },
  { flag: '--open', about: 'open the browser' },
  { flag: '--host <address>', about: 'for other machines; needs --auth and --origin' },
  { flag: '--auth <mode>', about: 'token ($CASEMENT_TOKEN), or header:NAME of a proxy' },
  { flag: '--trust-proxy <addresses>', about: 'the proxies whose header is trusted', isRare: true },
  { flag: '--proxy-hops <number>', about: 'how many proxies a request passes', isRare: true },
  { flag: '--groups-header <name>', about: 'a header with the groups of a user', isRare: true },
  { flag: '--admin-groups <groups>', about: 'groups whose users manage servers', isRare: true },
  { flag: '--admins <users>', about: 'users of --auth header:NAME who manage servers', isRare: true },
  { flag: '--allow-commands', about: 'admins may add servers started by a command', isRare: true },
  { flag: '--metrics-port <number>', about: 'health and metrics on loopback', isRare: true },
  { flag: '--origin <url>', about: 'where browsers find this page' },
  { flag: '--sandbox-domain <domain>', about: 'the domain of the Views' },
]

const pad = Math.max(...OPTIONS.map(({ flag }) => flag.length)) + 2

const rare = OPTIONS.filter(({ isRare }) => isRare).map(({ flag }) => flag.split(' ')[0] ?? '')
/** Named in two lines. */
const RARE = [rare.slice(0, 4), [...rare.slice(4), '--help', '--version']].map((flags) => `  ${flags.join(', ')}`).join(',\n')

/** What `--help` prints: one screen. */
export const HELP = `casement: run, inspect and debug MCP Apps

  casement                                the Studio with the examples
  casement http://localhost:3000/mcp      and this server
  casement -- node server.js --stdio      and this one, started here
  create NAME · dev · doctor · conformance · migrate · backup · restore · token
  replay FILE · bisect FILE · probe       why a View fails in another host

${OPTIONS.filter(({ isRare }) => !isRare)
  .map(({ flag, about }) => `  ${flag.padEnd(pad)}${about}`)
  .join('\n')}
  ${NO_AUTH.padEnd(pad)}no link needed: every local process can use it
${RARE}
Exit codes: 0 fine, 1 could not start, 2 called wrongly, 130 forced to end.`
