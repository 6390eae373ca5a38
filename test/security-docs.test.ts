import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
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

describe.each([['docs/security.md', '| threat | mitigation | tests | residual risk |', 30]])('%s', (page, header, atLeast) => {
  const text = read(page)

  test('every named test and attack exists', () => {
    const named = namedTests(text)
    expect(named.length).toBeGreaterThan(atLeast)
    expect(named.filter((one) => !exists(one))).toEqual([])
  })

  test('every row has all its cells, and names at least one test', () => {
    const found = rows(text, header)
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
    expect(found.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([])
    expect(found.filter(([, , tests = '']) => namedTests(tests).length === 0)).toEqual([])
  })
})

test('a test that is gone is noticed', () => {
  const page = '[no such test](../test/docs.test.ts) [`no-such-attack`](../packages/conformance/src/attacks/calls.ts)'
  expect(namedTests(page).filter((one) => !exists(one))).toHaveLength(2)
})
