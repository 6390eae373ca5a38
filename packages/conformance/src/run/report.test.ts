import { expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { countVerdicts, toJson, toMarkdown } from './report.ts'

const attempt = (id: string, verdict: Attempt['verdict'], detail = ''): Attempt => ({
  id,
  title: `tries ${id}`,
  category: id.startsWith('net') ? 'network' : 'browser',
  verdict,
  detail,
  milliseconds: 5,
})
const results = [attempt('net-a', 'held'), attempt('net-b', 'escaped', 'GET /x'), attempt('link-c', 'inconclusive')]

test('counts how the attacks ended', () => {
  expect(countVerdicts(results)).toEqual({ held: 1, escaped: 1, inconclusive: 1 })
})

test('writes one line for each category and each attack', () => {
  const lines = toMarkdown('some host', results).split('\n')
  expect(lines).toContain('| network | 2 | 1 | 1 | 0 |')
  expect(lines).toContain('| all | 3 | 1 | 1 | 1 |')
  expect(lines).toContain('| net-b | tries net-b | escaped | GET /x |')
})

test('what an attack wrote cannot become markup of the report', () => {
  const page = toMarkdown('h', [attempt('net-x', 'escaped', '| <img src=x> [a](javascript:b)\n# \u202Etxet')])
  expect(page).not.toMatch(/(?<!\\)<img|(?<!\\)\[a|\n# \?|\u202E/)
  expect(page.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# Attacks on h'])
})

test('writes JSON that can be read back', () => {
  expect(JSON.parse(toJson('h', results))).toMatchObject({ host: 'h', escaped: 1, results })
})
