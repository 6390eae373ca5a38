import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildIsCurrent, root } from '../scripts/setup.mjs'
import { anchorOf } from '../site/anchor.mjs'
import { documentPages, repositoryFiles } from './repository-files.ts'
import { temporaryFolder } from './temporary-folder.ts'

const pages = documentPages()

const read = (page: string) => readFileSync(join(root, page), 'utf8')

const withoutBlocks = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '')

/** A page without its code blocks and code spans. */
const prose = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '')

/** The TypeScript blocks of a page that are whole programs, those that begin with an import, by the name of a file for each. */
function programs(page: string, text: string): [file: string, code: string][] {
  const found = [...text.matchAll(/^```(tsx?)[^\n]*\n(import [^]*?)^```/gm)]
  return found.map(([, language, code = ''], index) => [`${page.replaceAll('/', '.')}.${index + 1}.${language}`, code])
}

/** The names by which the headings of a page can be linked to. */
const anchors = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

/** Links to other pages of ours that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? join(root, page) : resolve(root, dirname(page), path)
    if (!existsSync(target)) return true
    return anchor !== undefined && !anchors(readFileSync(target, 'utf8')).includes(anchor)
  })
}

describe.each(pages)('%s', (page) => {
  test('links to what exists', () => {
    expect(brokenLinks(page, read(page))).toEqual([])
  })
})

test('every source file that the architecture names is there', () => {
  const named = [...read('docs/architecture.md').matchAll(/[`[]([\w-]+\.tsx?)[`\]]/g)].map(([, file = '']) => file)
  const there = new Set(repositoryFiles('*.ts', '*.tsx').map((file) => basename(file)))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !there.has(file))).toEqual([])
})

test('every program in the pages compiles against what is published', () => {
  expect(buildIsCurrent(), 'what is in dist is old: npm run build').toBe(true)
  expect(compile(pages.flatMap((page) => programs(page, read(page))))).toBe('')
})

test('the page of the library names every entry', () => {
  const { exports } = JSON.parse(read('packages/casement/package.json')) as { exports: Record<string, unknown> }
  const text = read('packages/casement/README.md')
  const entries = Object.keys(exports).filter((path) => path !== './package.json')
  expect(entries.filter((path) => !text.includes(`\`casement${path.slice(1)}\``))).toEqual([])
})

test('every development dependency has a line that says why', () => {
  const manifests = ['package.json', 'bench/package.json', 'packages/casement/package.json']
  const wanted = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  const text = read('docs/dependencies.md')
  expect(wanted.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('a program that does not compile, a lost page and a lost heading are noticed', () => {
  const fence = '```'
  const text = `# Title here\n${fence}ts\nimport { createPeer } from 'casement/protocol'\ncreatePeer(1, 2, 3, 4, 5)\n${fence}\n[a](no.md) [b](#title-here) [c](#no)`
  expect(brokenLinks('README.md', text)).toEqual(['no.md', '#title-here', '#no'])
  expect(programs('page.md', text)).toHaveLength(1)
  expect(compile(programs('page.md', text))).toMatch(/page\.md\.1\.ts\(2,\d+\): error/)
})

/** The compiler's messages about programs, by the name of their file. The programs import the library as an installed package. */
function compile(named: [file: string, code: string][]): string {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    jsx: 'react-jsx',
    lib: ['es2023', 'dom'],
    types: [],
    skipLibCheck: true,
  }
  const files = Object.fromEntries(named.map(([file, code]) => [file, `${code}\nexport {}\n`]))
  const folder = temporaryFolder({
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, files: [...Object.keys(files), 'nothing.ts'] }),
    'nothing.ts': 'export {}\n',
    ...files,
  })
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js')
  return spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' }).stdout
}
