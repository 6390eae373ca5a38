/** One option, as the parser and the help need it. */
export interface OptionLine {
  readonly flag: string
  readonly about: string
}

interface OptionGroup {
  readonly title: string
  readonly options: readonly OptionLine[]
}

/** Read separately: the parser would take it for the negation of `--auth`. */
export const NO_AUTH = '--no-auth'

const GROUPS: readonly OptionGroup[] = [
  {
    title: 'Servers',
    options: [
      { flag: '--config <file>', about: 'add the servers of a file with "mcpServers"' },
      { flag: '--watch', about: 'restart local servers when their files change' },
      { flag: '--no-demo', about: 'leave out the example servers' },
    ],
  },
  {
    title: 'Host',
    options: [
      { flag: '--host-profile <name>', about: 'act like claude, chatgpt, vscode, goose, or a file' },
      { flag: '--model <name>', about: 'chat with a model: anthropic/NAME or openai/NAME' },
    ],
  },
  {
    title: 'Studio',
    options: [
      { flag: '--port <number>', about: 'first port to try (default: $PORT or 3210; 0: any)' },
      { flag: '--data-dir <folder>', about: 'folder of the conversations' },
      { flag: '--open', about: 'open the browser' },
      { flag: '--json', about: 'log as JSON Lines' },
    ],
  },
  {
    title: 'Other machines and users',
    options: [
      { flag: '--host <address>', about: 'address to listen on; requires --auth and --origin' },
      { flag: '--origin <url>', about: 'public URL of the Studio' },
      { flag: '--sandbox-domain <domain>', about: 'domain of the Views' },
      { flag: '--auth <mode>', about: 'token, header:NAME of a proxy, or oidc:URL' },
      { flag: '--client-id <id>', about: 'id of the Studio at the provider, with oidc:URL' },
      { flag: '--groups-claim <name>', about: 'claim with the groups of the user, with oidc:URL' },
      { flag: '--trust-proxy <addresses>', about: 'networks of the proxies whose headers are trusted' },
      { flag: '--proxy-hops <number>', about: 'number of proxies in front of the Studio' },
      { flag: '--groups-header <name>', about: 'header with the groups, with header:NAME' },
      { flag: '--admin-groups <groups>', about: 'groups whose users are admins' },
      { flag: '--admins <users>', about: 'users who are admins' },
      { flag: '--allow-commands', about: 'let admins add servers that run a command' },
      { flag: '--metrics-port <number>', about: 'port of health checks and metrics on loopback' },
      { flag: NO_AUTH, about: 'open the Studio to every local process' },
    ],
  },
]

const ALL: readonly OptionLine[] = GROUPS.flatMap(({ options }) => options)

/** Every option that the parser reads. */
export const OPTIONS: readonly OptionLine[] = ALL.filter(({ flag }) => flag !== NO_AUTH)

const WIDTH = Math.max(...ALL.map(({ flag }) => flag.length)) + 2

const writeOption = ({ flag, about }: OptionLine): string => `  ${flag.padEnd(WIDTH)}${about}`

const writeGroup = ({ title, options }: OptionGroup): string => [`${title}:`, ...options.map(writeOption)].join('\n')

/** The output of `--help`. */
export const HELP = `casement: run, inspect and debug MCP Apps

Usage:
  casement [options] [URL...]             open the Studio, with servers by URL
  casement [options] -- COMMAND [ARGS...] open the Studio, with a local server
  casement COMMAND --help                 help for one of the commands below

Commands:
  create        create a project
  dev           run Vite, the server and the Studio of a project
  doctor        find out why a View does not render
  render        save a picture of a View
  conformance   check a host, View, server or proxy against the specification
  migrate       migrate from ext-apps, MCP-UI or the OpenAI Apps SDK
  replay        compare a recording from another host with the Studio
  bisect        find the difference that makes a recorded View fail
  probe         examine a host from inside
  mcp, skills   tools and instructions for coding agents
  backup, restore, token, user
                manage the data folder, access tokens and users

${GROUPS.map(writeGroup).join('\n\n')}

General:
${[
  { flag: '--help', about: 'show this help' },
  { flag: '--version', about: 'show the version' },
]
  .map(writeOption)
  .join('\n')}

Examples:
  casement http://localhost:3000/mcp
  casement --watch -- node server.js --stdio
  casement --config mcp.json --host-profile claude

Secrets are in the environment: CASEMENT_TOKEN for --auth token, and
CASEMENT_CLIENT_SECRET for --auth oidc:URL.

Exit codes: 0 success, 1 could not start, 2 invalid arguments, 130 interrupted`

/** The output of `casement dev --help`. */
export const DEV_HELP = `casement dev: run Vite, the server and the Studio of a project

Usage:
  casement dev [options]   in a folder made by casement create

Vite builds the Views, and the server is compiled and restarted when its files
change. The Studio opens with a call of the first tool. All options of the
Studio apply: see casement --help.

Options:
  --port <number>       first port to try (default: $PORT or 3210; 0: any)
  --data-dir <folder>   folder of the conversations
  --open                open the browser
  --json                log as JSON Lines
  -h, --help            show this help

Example:
  casement dev --open

Exit codes: 0 success, 1 could not start, 2 invalid arguments, 130 interrupted`

/** The output of `casement replay --help`. */
export const REPLAY_HELP = `casement replay: compare a recording from another host with the Studio

Usage:
  casement replay [options] FILE              a recording with the document of the View
  casement replay [options] FILE URL          read the document from a server
  casement replay [options] FILE -- COMMAND   read it from a server started by a command

The Studio makes the recorded call and marks the first difference between the
two. All options of the Studio apply: see casement --help.

Options:
  --tool <name>          tool of the recording, if the host did not name it
  --host-profile <name>  act like claude, chatgpt, vscode, goose, or a file
  --port <number>        first port to try (default: $PORT or 3210; 0: any)
  --open                 open the browser
  -h, --help             show this help

Example:
  casement replay recording.txt http://localhost:3000/mcp

Exit codes: 0 success, 1 could not start, 2 invalid arguments, 130 interrupted`
