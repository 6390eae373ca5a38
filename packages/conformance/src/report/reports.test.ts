import { expect, test } from 'vitest'
import { makeReport, type Result } from '../suite/examine.ts'
import { writeBadge } from './write-badge.ts'
import { writeHtml } from './write-html.ts'
import { writeJunit } from './write-junit.ts'
import { writeTable } from './write-table.ts'
import { writeText } from './write-text.ts'

const result = (id: string, parts: Partial<Result>): Result => ({
  id,
  title: 'is <so>',
  requirements: ['R-001'],
  tag: 'stable',
  level: 'must',
  alsoKnownAs: [],
  finding: { verdict: 'pass' },
  milliseconds: 5,
  ...parts,
})
const report = makeReport('a "host" & more', [
  result('a/kept', {}),
  result('a/broken', { finding: { verdict: 'fail', seen: '<script>\u0007', wanted: 'nothing' } }),
  result('a/advice', { level: 'should', finding: { verdict: 'fail', seen: 'x', wanted: 'y' } }),
  result('a/none', { finding: { verdict: 'not-applicable', why: 'there is none' } }),
  result('a/open', { finding: { verdict: 'unfinished', why: 'it broke off' } }),
])

test('the terminal gets what is wrong, without control characters, and the sum', () => {
  const text = writeText(report)
  expect(text).toContain('✗ a/broken (MUST, R-001)')
  expect(text).not.toContain('\u0007')
  expect(text).not.toContain('a/kept')
  expect(text).toContain('does not conform: 1 of 5 passed, 2 failed, 1 not applicable, 1 unfinished')
  expect(writeText(report, { all: true })).toContain('✓ a/kept')
})

test('JUnit counts a broken MUST and an unfinished check as failures, and advice as none', () => {
  const xml = writeJunit([report])
  expect(xml).toContain('name="a &quot;host&quot; &amp; more" tests="5" failures="2"')
  expect(xml.match(/<failure /g)).toHaveLength(2)
  expect(xml).toContain('<skipped message="there is none"/>')
  expect(xml).not.toContain('<script>')
  expect(xml).not.toContain('\u0007')
  expect(writeJunit([makeReport('x', [result('attacks/liveness/a', { requirements: [] })])])).toContain(
    'classname="attacks/liveness"',
  )
})

test('the page has no markup of the subject, and no script', () => {
  const html = writeHtml([report])
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})

test('every number on the page links to its wording', () => {
  const html = writeHtml([report])
  expect(html).toContain('<a href="#R-001">R-001</a>')
  expect(html.match(/<tr id="R-001">/g)).toHaveLength(1)
  expect(html).toContain('Identify the extension as')
})

test('the badge shows how many of the applicable checks passed', () => {
  expect(writeBadge([report])).toContain('1 / 4')
  expect(writeBadge([makeReport('x', [result('a/kept', {})])])).toContain('#0a6b2d')
})

test('the table has one column for each subject', () => {
  expect(writeTable([report, makeReport('other', [])]).split('\n')[3]).toBe('| `a/broken` | must | stable | **failed** |  |')
})
