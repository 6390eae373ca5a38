import { expect, test } from 'vitest'
import { olderUri } from './hashed-uri.ts'

test.each([
  ['ui://hello/view.8ef22509b8e0.html', 'ui://hello/view.1aa77490a1a9.html'],
  ['ui://hello/assets/index-0d1ab2c3.html', 'ui://hello/assets/index-9a8ba7a6.html'],
  ['ui://hello/view.html?v=12ab34cd', 'ui://hello/view.html?v=87ba65aa'],
])('%s was once something like %s', (uri, older) => {
  expect(olderUri(uri)).toBe(older)
})

test.each([
  'ui://hello/view.html',
  'ui://hello/20260126.html',
  'ui://decade/facade.html',
  'ui://hello/v2.1.0/view',
  'ui://hello/deadbeef',
])('%s has no hash in it', (uri) => {
  expect(olderUri(uri)).toBeUndefined()
})
