import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The server requirements that this library meets. The others depend on the author of the server: R-069 (declare every origin),
// R-326 and R-328 (results for legacy hosts).
const REQUIREMENTS = [
  1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 23, 26, 29, 31, 32, 33, 36, 39, 40, 42, 43, 46, 72, 196, 197, 199,
  201, 208, 226, 306, 307, 308,
]

test('every server requirement that this library meets has a test with its number', () => {
  const folders = [new URL('.', import.meta.url), new URL('../../../../e2e/server/', import.meta.url)]
  const named = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && file !== 'requirements.test.ts')
      // The name of a test, or the first cell of a table row.
      .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').match(/(?:test|\[)\(?\s*'R-.*/g) ?? []),
  )
  const numbers = new Set(named.flatMap((name) => [...name.matchAll(/R-0*(\d+)/g)].map(([, number]) => Number(number))))
  expect(REQUIREMENTS.filter((number) => !numbers.has(number))).toEqual([])
})
