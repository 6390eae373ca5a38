import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { installStorageShim, memoryStorage } from './storage-shim.ts'

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

/** Has the shim find this in the place of the browser's own storage. */
function withStorage(read: () => unknown): void {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor
  onTestFinished(() => void Object.defineProperty(window, 'localStorage', own))
  Object.defineProperty(window, 'localStorage', { configurable: true, get: read })
  const cookie = Object.getOwnPropertyDescriptor(document, 'cookie')
  onTestFinished(() => {
    if (!cookie) Reflect.deleteProperty(document, 'cookie')
  })
  installStorageShim()
}

describe('the shim', () => {
  test('asks the browser for its storage when a View first looks, and leaves it to the browser from then on', () => {
    const read = vi.fn<() => string>(() => 'real')
    withStorage(read)
    expect(read).not.toHaveBeenCalled()
    expect([window.localStorage, window.localStorage]).toEqual(['real', 'real'])
    expect(Object.getOwnPropertyDescriptor(window, 'localStorage')).toMatchObject({ get: read })
  })

  test('puts memory in the place of storage that throws, the same one each time', () => {
    withStorage(() => {
      throw new DOMException('no', 'SecurityError')
    })
    localStorage.setItem('a', '1')
    expect(localStorage.getItem('a')).toBe('1')
  })

  test('leaves cookies that work to the browser', () => {
    withStorage(() => localStorage)
    document.cookie = 'casement-shim=1'
    expect(document.cookie).toContain('casement-shim=1')
    expect(Object.hasOwn(document, 'cookie')).toBe(false)
    document.cookie = 'casement-shim=; max-age=0'
  })
})
