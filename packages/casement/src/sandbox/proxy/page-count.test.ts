import { describe, expect, test } from 'vitest'
import { countPages, type PageCount } from './page-count.ts'

type Step = 'blank' | 'write' | 'load'

function navigationsAfter(steps: readonly Step[]): number {
  let navigations = 0
  const pages: PageCount = countPages(() => navigations++)
  const apply = { blank: () => pages.isBlank(), write: () => pages.wrote(), load: () => pages.loaded() }
  for (const step of steps) apply[step]()
  return navigations
}

describe('navigations of a frame', () => {
  test.each<[what: string, steps: Step[], navigations: number]>([
    ['a View of its own', ['load'], 0],
    ['a View that loads itself again', ['load', 'load'], 1],
    ['a blank page', ['blank', 'load'], 0],
    ['a blank page that reports late', ['load', 'blank'], 0],
    ['a View that is written', ['load', 'blank', 'write', 'load'], 0],
    ['a View that is written before the blank page has fired load', ['blank', 'write', 'load', 'load'], 0],
    ['a written View that loads its page again', ['load', 'blank', 'write', 'load', 'blank', 'write', 'load', 'load'], 1],
    ['the same, reported late', ['load', 'blank', 'write', 'load', 'load', 'blank', 'write', 'load'], 1],
    ['a written View that goes elsewhere', ['load', 'blank', 'write', 'load', 'load'], 1],
    [
      'a written View that reloads, and goes elsewhere',
      ['load', 'blank', 'write', 'load', 'load', 'blank', 'write', 'load', 'load'],
      2,
    ],
  ])('%s', (_, steps, navigations) => {
    expect(navigationsAfter(steps)).toBe(navigations)
  })

  test('a View that claims to be blank is believed no more often than pages were loaded', () => {
    const pages = countPages(() => {})
    pages.loaded()
    const believed = Array.from({ length: 1000 }, () => pages.isBlank()).filter(Boolean)
    expect(believed).toHaveLength(2)
  })
})
