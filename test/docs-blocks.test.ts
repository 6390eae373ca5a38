import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OPTIONS } from '../packages/studio/src/command/options-table.ts'
import { root } from '../scripts/setup.mjs'
import { documentPages } from './repository-files.ts'

interface Block {
  readonly page: string
  readonly language: string
  readonly code: string
}

const blocks: readonly Block[] = documentPages().flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w*)[^\n]*\n([^]*?)^```/gm)].map(([, language = '', code = '']) => ({
    page,
    language,
    code,
  })),
)
const of = (...languages: string[]): readonly Block[] => blocks.filter(({ language }) => languages.includes(language))

/** Programs that something else than the compiler of the pages tries. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/sandbox-recipes.md': 'e2e/sandbox/recipes.test.ts',
  'packages/conformance/README.md': 'packages/conformance/src/corpus.attacks.ts',
}

const scriptsOf = (file: string): object =>
  (JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts: Record<string, string> }).scripts
// Ours, and those of a project that was started from a template.
const scripts = { ...scriptsOf('packages/casement/templates/vanilla/package.json'), ...scriptsOf('package.json') }
const SUBCOMMANDS = new Set([
  'create',
  'doctor',
  'conformance',
  'migrate',
  'bisect',
  'probe',
  'replay',
  'render',
  'mcp',
  'skills',
  'user',
])
const FLAGS = new Set([...OPTIONS.map(({ flag }) => flag.split(' ')[0]), '--help', '--version'])

/** The reason why a reader could not run a line of shell; undefined if there is none. */
function wrongCommand(line: string): string | undefined {
  const words = line
    .replace(/\s#.*$/, '')
    .trim()
    .split(/\s+/)
  const [first = '', ...rest] = words.filter((word) => !/^[A-Z_]+=/.test(word) && word !== 'npx')
  if (first === 'npm') return wrongScript(rest)
  if (first === 'node' && rest[0]?.startsWith('scripts/')) return existsSync(join(root, rest[0])) ? undefined : `no ${rest[0]}`
  if (first !== 'casement') return undefined
  if (SUBCOMMANDS.has(rest[0] ?? '')) return undefined
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  return own.filter((word) => word.startsWith('--') && !FLAGS.has(word)).map((flag) => `casement has no ${flag}`)[0]
}

function wrongScript([command = '', name = '']: readonly string[]): string | undefined {
  const script = command === 'run' ? name : ['start', 'test'].includes(command) ? command : undefined
  return script === undefined || Object.hasOwn(scripts, script) ? undefined : `there is no npm run ${script}`
}

function isJson(code: string): boolean {
  try {
    JSON.parse(code)
    return true
  } catch {
    return false
  }
}

/** The commands that the lines of a Dockerfile run, as lines of shell. */
function commandsOf(code: string): readonly string[] {
  const lines = [...code.matchAll(/^(?:HEALTHCHECK .*?)?(?:RUN|CMD|ENTRYPOINT) (.*)$/gm)].map(([, command = '']) => command)
  const run = lines.filter((line) => !line.startsWith('[')).flatMap((line) => line.split(' && '))
  // The arguments of the last `CMD` are those of the entry point.
  const started = lines.filter((line) => line.startsWith('[')).map((line) => (JSON.parse(line) as string[]).join(' '))
  return [...run, started.slice(-2).join(' ').replace('node_modules/.bin/', '')]
}

const linesOf = (code: string): readonly string[] =>
  code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')

describe('the blocks of code in the pages', () => {
  test('there are some of each kind, so the checks below check something', () => {
    expect(of('ts', 'tsx').length).toBeGreaterThan(40)
    expect(of('sh').length).toBeGreaterThan(5)
    expect(of('json').length).toBeGreaterThan(0)
  })

  test('TypeScript is whole programs, which are compiled, or is tried elsewhere', () => {
    const fragments = of('ts', 'tsx').filter(({ code, page }) => !code.startsWith('import ') && !TRIED_ELSEWHERE[page])
    expect(fragments).toEqual([])
    expect(Object.values(TRIED_ELSEWHERE).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('JSON can be read', () => {
    expect(of('json').filter(({ code }) => !isJson(code))).toEqual([])
  })

  test('commands exist, with the options that they are given', () => {
    const wrong = of('sh').flatMap(({ page, code }) =>
      linesOf(code).flatMap((line) => wrongCommand(line)?.replace(/^/, `${page}: `) ?? []),
    )
    expect(wrong).toEqual([])
  })

  test('the Dockerfile runs commands that exist, and packs folders that are there', () => {
    const commands = commandsOf(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
    expect(commands.filter((command) => /^(?:npm run build|casement --port)/.test(command))).toHaveLength(2)
    expect(commands.flatMap((command) => wrongCommand(command) ?? [])).toEqual([])
    const packed = commands.flatMap((command) => [...command.matchAll(/-w (\S+)/g)].map(([, folder = '']) => folder))
    expect(packed.length).toBeGreaterThan(3)
    expect(packed.filter((folder) => !existsSync(join(root, folder, 'package.json')))).toEqual([])
  })

  test('scripts that are named in the text exist', () => {
    const wrong = documentPages().flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/`(npm run [\w:-]+|node scripts\/[\w-]+\.mjs)/g)].flatMap(
        ([, command = '']) => wrongCommand(command)?.replace(/^/, `${page}: `) ?? [],
      ),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['npm run no-such-thing', 'there is no npm run no-such-thing'],
    ['npx casement --no-such-option x', 'casement has no --no-such-option'],
    ['TOKEN=1 casement --port 0 -- node server.js --stdio', undefined],
    ['node scripts/no-such.mjs', 'no scripts/no-such.mjs'],
    ['npm start # opens it', undefined],
  ])('%s', (line, expected) => {
    expect(wrongCommand(line)).toBe(expected)
  })
})
