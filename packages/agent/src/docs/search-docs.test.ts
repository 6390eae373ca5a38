import { expect, test } from 'vitest'
import { searchDocs, sectionsOf } from './search-docs.ts'

test('a page is split at its headings, but not at comments in code', () => {
  const page = '# Title\nintro\n## One\na\n```sh\n# no heading\n```\n### Deep\nb\n## Two\nc'
  expect(sectionsOf('page.md', page).map(({ heading, text }) => [heading, text])).toEqual([
    ['Title', 'intro'],
    ['Title > One', 'a\n```sh\n# no heading\n```'],
    ['Title > One > Deep', 'b'],
    ['Title > Two', 'c'],
  ])
})

test('headings count more than text, and nothing is found for nonsense', () => {
  expect(searchDocs('render a view', 1)).toMatchObject([{ page: 'agents.md' }])
  expect(searchDocs('xyzzyplugh', 5)).toEqual([])
})
