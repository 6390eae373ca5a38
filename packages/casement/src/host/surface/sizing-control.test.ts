import { describe, expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { admissibleSize, createSizingControl, type ContainerDimensions, type FrameSize } from './sizing-control.ts'

const inline: ContainerDimensions = { width: 600, maxHeight: 1000 }

const control = (dimensions: ContainerDimensions = inline) => {
  const clock = handClock()
  const applied: FrameSize[] = []
  const sizing = createSizingControl((size) => applied.push(size), dimensions, clock)
  const report = (height: unknown, wait = 16): void => {
    sizing.report({ height })
    clock.wind(wait)
  }
  return { clock, applied, sizing, report }
}

describe('admissibleSize', () => {
  test.each([
    ['R-168 a flexible height is applied, a fixed width is not', { width: 900, height: 300 }, inline, { height: 300 }],
    ['it is clamped to the maximum', { height: 5000 }, inline, { height: 1000 }],
    ['fractions are rounded up, so that no content is cut off', { height: 10.2 }, inline, { height: 11 }],
    ['R-169 the axes are independent', { width: 900 }, { maxWidth: 800, height: 100 }, { width: 800 }],
    ['a width is applied if it is flexible', { width: 500, height: 5 }, {}, { width: 500, height: 5 }],
    ['nothing is applied if both axes are fixed', { width: 1, height: 1 }, { width: 5, height: 5 }, undefined],
    ['zero is a valid height', { height: 0 }, inline, { height: 0 }],
    ['there is a limit even without a maximum', { height: 99_999 }, {}, { height: 20_000 }],
  ] as const)('%s', (_, size, offered, expected) => {
    expect(admissibleSize(size, offered)).toEqual(expected)
  })

  test.each([Number.NaN, Infinity, -Infinity, -1, 1e9, '300', '300px', null, undefined, {}, [300], true, 10n])(
    'ignores %s',
    (invalid) => {
      expect(admissibleSize({ height: invalid, width: invalid }, {})).toBeUndefined()
    },
  )
})

describe('the sizing control', () => {
  test('applies the last of many reports once per frame', () => {
    const { sizing, clock, applied } = control()
    for (let height = 1; height <= 500; height++) sizing.report({ height })
    clock.wind(16)
    expect(applied).toEqual([{ height: 500 }])
    clock.wind(1000)
    expect(applied).toHaveLength(1)
  })

  test('does not apply the same size twice', () => {
    const { report, applied } = control()
    report(100)
    report(100)
    report(100.0001)
    expect(applied).toEqual([{ height: 100 }, { height: 101 }])
  })

  test('follows a panel that opens over many frames', () => {
    const { report, applied } = control()
    for (let height = 100; height <= 400; height += 10) report(height)
    expect(applied.at(-1)).toEqual({ height: 400 })
    expect(applied).toHaveLength(31)
  })

  test('settles a View that oscillates between two sizes on the larger one, and follows it again after a pause', () => {
    const { report, applied, clock } = control()
    for (let turn = 0; turn < 200; turn++) report(turn % 2 ? 300 : 260)
    expect(applied.length).toBeLessThan(10)
    expect(applied.at(-1)).toEqual({ height: 300 })
    clock.wind(1000)
    report(420)
    expect(applied.at(-1)).toEqual({ height: 420 })
  })

  test('stops a View that grows with its frame before it reaches the maximum', () => {
    const { report, applied } = control({ width: 600, maxHeight: 20_000 })
    for (let height = 100; height < 5000; height += 10) report(height)
    expect(applied.length).toBeLessThan(130)
  })

  test('clamps the applied size when the container gets smaller', () => {
    const { report, applied, sizing } = control()
    report(900)
    sizing.setDimensions({ width: 600, maxHeight: 500 })
    expect(applied).toEqual([{ height: 900 }, { height: 500 }])
  })

  test('leaves no timer behind', () => {
    const { sizing, clock, applied } = control()
    sizing.report({ height: 10 })
    sizing.dispose()
    expect(clock.armed()).toBe(0)
    expect(applied).toEqual([])
  })
})
