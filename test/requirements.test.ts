import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REQUIREMENTS } from '../packages/conformance/src/requirements/requirements.ts'
import { writeRequirements } from '../packages/conformance/src/requirements/write-requirements.ts'
import { root } from '../scripts/setup.mjs'
import { repositoryFiles } from './repository-files.ts'

const TEST_FILES = ['*.test.ts', '*.test.tsx', '*.browser.ts', '*.browser.tsx', '*.test-d.ts', '*.attacks.ts']
const CHECKS = [
  'packages/conformance/src/**/checks/*.ts',
  'packages/conformance/src/**/*-checks.ts',
  'packages/conformance/src/**/*-rules.ts',
]

/** The test files and conformance checks that name each requirement. */
function citations(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of repositoryFiles(...TEST_FILES, ...CHECKS).toSorted())
    for (const number of new Set(readFileSync(join(root, file), 'utf8').match(/\bR-\d{3}\b|(?<=requirement: ')4\.\d+/g)))
      found.set(number, [...(found.get(number) ?? []), file])
  return found
}

test('docs/requirements.md lists every requirement with the tests that name it (vitest -u writes it)', async () => {
  const cited = citations()
  await expect(writeRequirements((number) => cited.get(number) ?? [])).toMatchFileSnapshot('../docs/requirements.md')
})

test('every number that is cited is in the list', () => {
  const known = new Set(REQUIREMENTS.flatMap(({ requirements }) => requirements.map(({ number }) => number)))
  expect([...citations().keys()].filter((number) => !known.has(number))).toEqual([])
  expect([...known].filter((number) => number.startsWith('R-'))).toHaveLength(328)
})
