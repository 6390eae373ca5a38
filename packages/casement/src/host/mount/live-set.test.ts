import { describe, expect, test } from 'vitest'
import { createLiveSet, type Freezable } from './live-set.ts'

/** Views that can be scrolled into and out of sight by name. */
const scrolled = (most: number) => {
  const watchers = new Map<unknown, (isVisible: boolean) => void>()
  const log: string[] = []
  const busy = new Set<string>()
  const asleep = new Set<string>()
  const live = createLiveSet(most, (element, seen) => {
    watchers.set(element, seen)
    return () => watchers.delete(element)
  })
  const add = (name: string) => {
    const element = { name } as unknown as Element
    const view: Freezable = {
      element,
      isFrozen: () => asleep.has(name),
      mayFreeze: () => !busy.has(name),
      freeze() {
        asleep.add(name)
        log.push(`freeze ${name}`)
      },
      thaw() {
        asleep.delete(name)
        log.push(`thaw ${name}`)
      },
    }
    const leave = live.add(view)
    return { leave, show: (isVisible: boolean) => watchers.get(element)?.(isVisible) }
  }
  return { live, log, add, busy, asleep, watchers }
}

describe('the live set', () => {
  test('freezes the least recently visible beyond the limit, and thaws what comes back into sight', () => {
    const { add, log, live } = scrolled(2)
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

  test('what was put to sleep before the user’s eyes is left asleep until it comes into sight again', () => {
    const { add, log, asleep } = scrolled(2)
    const a = add('a')
    asleep.add('a')
    a.show(true)
    expect(log).toEqual([])
    a.show(false)
    a.show(true)
    expect(log).toEqual(['thaw a'])
  })

  test('never freezes what the user sees or has open, even beyond the limit', () => {
    const { add, log, busy, live } = scrolled(1)
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

  test('forgets what left, and observes it no longer', () => {
    const { add, log, watchers, live } = scrolled(1)
    const a = add('a')
    a.leave()
    a.leave()
    add('b')
    expect([log, watchers.size, live.live]).toEqual([[], 1, 1])
  })
})
