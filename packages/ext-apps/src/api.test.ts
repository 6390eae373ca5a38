import { expect, test } from 'vitest'
import { compareApi } from './test-support/compare-api.ts'
import { exceptions } from './test-support/api-exceptions.ts'

test.each(['@modelcontextprotocol/ext-apps', 'ext-apps-v1'] as const)(
  'the entry points of %s have the same names and types here',
  (official) => {
    const differences = compareApi(official)
    const known = exceptions.filter(({ of = official }) => of === official)
    const explained = (difference: string): boolean => known.some(({ names }) => names.some((name) => isAbout(difference, name)))
    expect(differences.filter((difference) => !explained(difference))).toEqual([])
    const unused = known
      .flatMap(({ names }) => names)
      .filter((name) => !differences.some((difference) => isAbout(difference, name)))
    expect(unused, 'these exceptions are no longer needed').toEqual([])
  },
)

const isAbout = (difference: string, name: string): boolean => difference.startsWith(`${name}:`)
