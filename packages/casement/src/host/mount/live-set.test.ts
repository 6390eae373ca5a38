import { describe, expect, test } from 'vitest'
import { createLiveSet, type Freezable } from './live-set.ts'

/** A live set with Views whose visibility the test controls. */
const setup = (maxLive: number) => {
  const listeners = new Map<unknown, (isVisible: boolean) => void>()
  const log: string[] = []
  const busy = new Set<string>()
  const frozen = new Set<string>()
  const live = createLiveSet(maxLive, (element, onchange) => {
    listeners.set(element, onchange)
    return () => listeners.delete(element)
  })
  const add = (name: string) => {
    const element = { name } as unknown as Element
    const view: Freezable = {
      element,
      isFrozen: () => frozen.has(name),
      mayFreeze: () => !busy.has(name),
      freeze() {
        frozen.add(name)
        log.push(`freeze ${name}`)
      },
      thaw() {
        frozen.delete(name)
        log.push(`thaw ${name}`)
      },
    }
    const remove = live.add(view)
    return { remove, show: (isVisible: boolean) => listeners.get(element)?.(isVisible) }
  }
  return { live, log, add, busy, frozen, listeners }
}

describe('the live set', () => {
  test('freezes the least recently visible Views above the limit, and thaws one that becomes visible', () => {
    const { add, log, live } = setup(2)
    const [a, b] = [add('a'), add('b')]
    a.show(false)
    b.show(false)
    const c = add('c')
    expect(log).toEqual(['freeze a'])
    expect(live.live).toBe(2)
    c.show(false)
    a.show(true)
    expect(log).toEqual(['freeze a', 'thaw a', 'freeze b'])
    expect(live.live).toBe(2)
  })

  test('a View that was frozen while visible stays frozen until it becomes visible again', () => {
    const { add, log, frozen } = setup(2)
    const a = add('a')
    frozen.add('a')
    a.show(true)
    expect(log).toEqual([])
    a.show(false)
    a.show(true)
    expect(log).toEqual(['thaw a'])
  })

  test('never freezes a View that is visible or in use, even above the limit', () => {
    const { add, log, busy, live } = setup(1)
    const a = add('a')
    add('b')
    expect(log).toEqual([])
    busy.add('a')
    a.show(false)
    expect(log).toEqual([])
    busy.delete('a')
    live.check()
    expect(log).toEqual(['freeze a'])
  })

  test('does not count or observe a View after it was removed', () => {
    const { add, log, listeners, live } = setup(1)
    const a = add('a')
    a.remove()
    a.remove()
    add('b')
    expect([log, listeners.size, live.live]).toEqual([[], 1, 1])
  })
})
