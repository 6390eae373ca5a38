import { PROFILE_IDS } from 'casement/testing/profiles'
import { expect, test } from 'vitest'
import { PROFILE_FACTS } from './profile-facts.ts'

test.each(PROFILE_IDS)('%s says where its facts come from', (id) => {
  const { facts, summary } = PROFILE_FACTS[id]
  expect(summary).not.toBe('')
  expect(facts.length).toBeGreaterThan(0)
  expect(facts.filter(({ source }) => source === '')).toEqual([])
})
