import { expect, test } from 'vitest'
import { memoryStore } from './document-store.ts'

test('the memory store forgets what was not asked for the longest, and keeps one document whatever its size', () => {
  const store = memoryStore(10)
  void store.put('a', { html: 'aaaa' })
  void store.put('b', { html: 'bbbb' })
  expect(store.get('a')).toEqual({ html: 'aaaa' })
  void store.put('c', { html: 'cccc' })
  expect(['a', 'b', 'c'].filter((key) => store.get(key))).toEqual(['a', 'c'])
  void store.put('big', { html: 'x'.repeat(50) })
  expect(['a', 'c', 'big'].filter((key) => store.get(key))).toEqual(['big'])
  void store.put('small', { html: 's' })
  expect(['big', 'small'].filter((key) => store.get(key))).toEqual(['small'])
})

test('the memory store counts a document once that is put twice', () => {
  const store = memoryStore(10)
  for (let time = 0; time < 5; time++) void store.put('a', { html: 'aaaa' })
  void store.put('b', { html: 'bbbb' })
  expect(store.get('a')).toBeDefined()
})
