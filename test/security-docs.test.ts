import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { corpus } from '../packages/conformance/src/attacks/corpus.ts'
import { root } from '../scripts/setup.mjs'

interface NamedTest {
  /** The title of the test, or the id of the attack. */
  readonly name: string
  readonly file: string
}

const TEST_FILE = /\.(?:test|browser|attacks)\.ts$/
const ATTACK_FILE = /\/conformance\/src\/attacks\/[\w-]+\.ts$/

/** The tests and attacks that a page links to, with the title as the text of the link. */
const namedTests = (markdown: string): NamedTest[] =>
  [...markdown.matchAll(/\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)#\s]+)\)/g)]
    .map(([, name = '', path = '']) => ({ name: name.replaceAll('`', ''), file: resolve(root, 'docs', path) }))
    .filter(({ name, file }) => (TEST_FILE.test(file) || ATTACK_FILE.test(file)) && name !== 'a test')

/** Whether a test file has a string literal with this title. */
const hasTitle = (source: string, title: string): boolean =>
  [`'${title.replaceAll("'", String.raw`\'`)}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal))

function exists({ name, file }: NamedTest): boolean {
  if (TEST_FILE.test(file)) return hasTitle(readFileSync(file, 'utf8'), name)
  return corpus.some(({ id }) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name))
}

/** The cells of every row of the tables with a given header. */
function rows(markdown: string, header: string): string[][] {
  const tables = markdown.split(/\n{2,}/).filter((block) => block.replaceAll(/ +/g, ' ').startsWith(header))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  )
}

const read = (page: string): string => readFileSync(join(root, page), 'utf8')

test.each([
  ['docs/security.md', 60],
  ['docs/security-asvs.md', 20],
])('every test and attack that %s names exists', (page, atLeast) => {
  const named = namedTests(read(page))
  expect(named.length).toBeGreaterThan(atLeast)
  expect(named.filter((one) => !exists(one))).toEqual([])
})

test('every threat has a mitigation, a test and a residual risk', () => {
  const found = rows(read('docs/security.md'), '| threat | mitigation | tests | residual risk |')
  expect(found.length).toBeGreaterThanOrEqual(30)
  expect(found.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([])
  expect(found.filter(([, , tests = '']) => namedTests(tests).length === 0)).toEqual([])
})

test('every requirement of ASVS has a status and evidence', () => {
  const found = rows(read('docs/security-asvs.md'), '| requirement | status | evidence |')
  expect(found.length).toBeGreaterThanOrEqual(40)
  expect(found.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  expect(found.filter(([, status = '']) => !['met', 'operator', 'not met', 'n/a'].includes(status))).toEqual([])
})

test('a test that is gone is noticed', () => {
  const page = '[no such test](../test/docs.test.ts) [`no-such-attack`](../packages/conformance/src/attacks/calls.ts)'
  expect(namedTests(page).filter((one) => !exists(one))).toHaveLength(2)
})
