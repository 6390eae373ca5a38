import { expect, test } from 'vitest'
import { createToolNames } from './tool-names.ts'
import { fc } from '../../../../test/seeded-fast-check.ts'

test('every name comes back, is taken by every provider, and two are never the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 200 })), (given) => {
      const names = createToolNames(given)
      const encoded = given.map((name) => names.encode(name))
      expect(new Set(encoded).size).toBe(given.length)
      for (const name of encoded) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(encoded.map((name) => names.decode(name))).toEqual(given)
    }),
  )
})

test('a name that is allowed stays as it is', () => {
  expect(createToolNames(['get-weather']).encode('get-weather')).toBe('get-weather')
})
