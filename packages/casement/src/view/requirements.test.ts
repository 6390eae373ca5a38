import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The requirements that the View SDK has to fulfil. The rest of those marked "View" are advice to View authors (R-077, R-140,
// ) or facts about others.
const OURS = [
  101, 102, 103, 104, 107, 108, 109, 110, 111, 112, 113, 118, 119, 120, 121, 123, 124, 125, 127, 130, 159, 160, 164, 165, 166,
  170, 171, 172, 173, 177, 178, 190, 191, 193, 214, 216, 222, 228, 230, 232, 233, 238, 240, 243, 244, 249, 261, 262, 266, 270,
  273, 277, 280, 281, 282, 283, 284, 285, 286, 287, 288, 309,
]

test('every requirement of a View that is ours has a test that names it', () => {
  const folder = new URL('.', import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|browser)\.ts$/.test(file) && file !== 'requirements.test.ts')
    .flatMap(
      (file) => readFileSync(new URL(file, folder), 'utf8').match(/(?:test|describe)(?:\.for[^`]*?\))?\(\s*['"`].*/g) ?? [],
    )
    .join('\n')
  expect(OURS.filter((number) => !names.includes(`R-${number}`))).toEqual([])
})
