import { describe, expect, test } from 'vitest'
import { downloadNames, safeFileName } from './file-names.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

describe('R-235, R-236 a name that is safe to save under', () => {
  test.for<[source: string, name: string]>([
    ['file:///a/b/report.pdf', 'report.pdf'],
    ['https://example.com/x/chart.png?size=2#top', 'chart.png'],
    ['ui://app/data.csv', 'data.csv'],
    ['../../etc/passwd', 'passwd'],
    ['a/..', 'download'],
    ['..%2f..%2fetc%2fpasswd', 'passwd'],
    ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
    ['%2e%2e%5cx', 'x'],
    ['a/b/', 'download'],
    ['', 'download'],
    ['...', 'download'],
    ['.bashrc', 'bashrc'],
    ['name. . .', 'name'],
    ['CON', '_CON'],
    ['aux.txt', '_aux.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['console.log', 'console.log'],
    ['evil\u202Egpj.exe', 'evilgpj.exe'],
    ['a\u200B\uFEFFb.txt', 'ab.txt'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['a%00.txt', 'a.txt'],
    ['a<b>:"|*.txt', 'a_b_____.txt'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['bücher.pdf', 'bücher.pdf'],
  ])('%j', ([source, name]) => {
    expect(safeFileName(source)).toBe(name)
  })

  test('long names are cut and keep their extension, by whole characters', () => {
    const name = safeFileName(`${'😀'.repeat(300)}.json`)
    expect(Array.from(name)).toHaveLength(120)
    expect(name.endsWith('😀.json')).toBe(true)
  })

  test('no input writes outside the folder', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (source) => {
        const name = safeFileName(source)
        expect(name).not.toMatch(/[/\\\0\n]|^\.|\.$|^\s*$/)
        expect(Array.from(name).length).toBeLessThanOrEqual(121)
      }),
    )
  })

  test('several files get different names', () => {
    const text = (uri: string): object => ({ type: 'resource', resource: { uri, text: '' } })
    expect(downloadNames([text('a/x.txt'), text('b/X.txt'), { type: 'resource_link', uri: 'c/x.txt', name: 'n' }, {}])).toEqual([
      'x.txt',
      'X (2).txt',
      'x (3).txt',
      'download',
    ])
  })
})

test('thousands of files of one name are told apart in no time', { timeout: 5000 }, () => {
  const names = downloadNames(Array.from({ length: 30_000 }, () => ({ type: 'resource_link', uri: 'a.txt', name: 'a' })))
  expect([names[0], names[1], names.at(-1)]).toEqual(['a.txt', 'a (2).txt', 'a (30000).txt'])
  expect(new Set(names).size).toBe(30_000)
})
