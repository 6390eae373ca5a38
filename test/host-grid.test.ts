import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROFILE_IDS, profileOf, readProfile, writeProfile } from 'casement/testing/profiles'
import { expect, test } from 'vitest'
import { gridIn, hostGrid } from '../scripts/host-grid.mjs'
import { root } from '../scripts/setup.mjs'

// The formatter aligns the columns.
const plain = (table: string): string => table.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

test('the grid in docs/real-hosts.md shows the built-in profiles as they are', () => {
  const page = readFileSync(join(root, 'docs/real-hosts.md'), 'utf8')
  expect(plain(gridIn(page)), 'node scripts/host-grid.mjs writes it').toBe(plain(hostGrid(PROFILE_IDS.map(profileOf))))
})

test.each(PROFILE_IDS)('%s has a date and a source for every fact, in the format of the files', (id) => {
  const profile = profileOf(id)
  expect(readProfile(writeProfile(profile))).toEqual(profile)
  expect(profile.facts.every(({ source }) => source !== '') && profile.source !== '' && profile.summary !== '').toBe(true)
})
