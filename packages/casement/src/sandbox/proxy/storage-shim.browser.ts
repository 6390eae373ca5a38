import { describe, expect, test } from 'vitest'
import { memoryStorage } from './storage-shim.ts'

describe('storage in memory', () => {
  test.each([
    ['real', () => (sessionStorage.clear(), sessionStorage)],
    ['in memory', memoryStorage],
  ] as [string, () => Storage][])('answers as a real one does: %s', (_, make) => {
    const storage = make()
    storage.setItem('a', 7 as unknown as string)
    storage['b'] = 'two'
    expect([storage.getItem('a'), storage['b'], storage.getItem('none'), storage['none']]).toEqual(['7', 'two', null, undefined])
    expect([storage.length, Object.keys(storage).toSorted(), 'a' in storage, 'c' in storage]).toEqual([
      2,
      ['a', 'b'],
      true,
      false,
    ])
    expect([storage.key(0), storage.key(9)]).toEqual([expect.any(String), null])
    expect(JSON.parse(JSON.stringify(storage))).toEqual({ a: '7', b: 'two' })
    expect(delete storage['b']).toBe(true)
    storage.removeItem('nothing')
    expect(storage.length).toBe(1)
    expect([storage instanceof Storage, Object.prototype.toString.call(storage)]).toEqual([true, '[object Storage]'])
    storage.clear()
    expect(Object.entries(storage)).toEqual([])
  })
})
