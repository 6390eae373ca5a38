import { expect, test } from 'vitest'
import { findSmallest } from './find-smallest.ts'
import type { Outcome } from './outcome.ts'
import type { Toggle } from './toggles.ts'

const FINE: Outcome = {
  stage: 'ready',
  said: ['ui/initialize', 'tools/call of a'],
  exceptions: [],
  violations: [],
  isBlank: false,
}
const TOGGLES: readonly Toggle[] = [
  { kind: 'policy', name: 'storage' },
  { kind: 'host', name: 'theme' },
  { kind: 'host', name: 'width' },
  { kind: 'profile', name: 'a host' },
]

/** Bisects a View that fails whenever the names are all switched on. */
const bisect = (isFailing: (names: readonly string[]) => boolean, failing: Partial<Outcome> = { exceptions: ['boom'] }) =>
  findSmallest(
    TOGGLES,
    async (toggles) => (isFailing(toggles.map(({ name }) => name)) ? { ...FINE, ...failing } : FINE),
    () => {},
  )
const namesOf = ({ culprits }: Awaited<ReturnType<typeof bisect>>) =>
  culprits.map(({ toggles }) => toggles.map(({ name }) => name))

test('a single property is named, and not the host that has it', async () => {
  const found = await bisect((names) => names.includes('storage') || names.includes('a host'))
  expect([namesOf(found), found.culprits[0]?.failure]).toEqual([[['storage']], 'it throws: boom'])
})

test('a host is named if none of the properties fails alone', async () => {
  expect(namesOf(await bisect((names) => names.includes('a host')))).toEqual([['a host']])
})

test('a pair is named if nothing fails alone', async () => {
  expect(namesOf(await bisect((names) => names.includes('storage') && names.includes('width')))).toEqual([['storage', 'width']])
})

test('a View that always fails is not bisected, and one that never fails has no culprit', async () => {
  expect(await bisect(() => true)).toEqual({ failsAnyway: 'it throws: boom', culprits: [], runs: 1 })
  expect(await bisect(() => false)).toMatchObject({ failsAnyway: undefined, culprits: [] })
})

test.each([
  [{ stage: 'failed' }, 'it stays in the stage failed'],
  [{ isBlank: true }, 'it shows nothing'],
  [{ said: ['ui/initialize'] }, 'it does not send tools/call of a'],
  [{ violations: ['img-src x'] }, 'its policy refuses img-src x'],
])('%j: %s', async (failing, words) => {
  const { culprits } = await bisect((names) => names.includes('theme'), failing)
  expect(culprits[0]?.failure).toBe(words)
})
