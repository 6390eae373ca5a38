import { expect, test } from 'vitest'
import { differingBox, type Pixels } from './differing-box.ts'

const picture = (width: number, height: number, ...marks: [x: number, y: number, value?: number][]): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4).fill(200)
  for (const [x, y, value = 0] of marks) data[(y * width + x) * 4] = value
  return { width, height, data }
}

test('pictures that look the same have no difference', () => {
  expect(differingBox(picture(40, 40), picture(40, 40))).toBeUndefined()
  expect(differingBox(picture(40, 40), picture(40, 40, [3, 3, 210]))).toBeUndefined()
})

test('what is drawn one point further looks the same, and what is missing does not', () => {
  const line = (x: number): [number, number][] => Array.from({ length: 10 }, (_, n) => [x, 5 + n])
  expect(differingBox(picture(40, 40, ...line(10)), picture(40, 40, ...line(11)))).toBeUndefined()
  expect(differingBox(picture(40, 40, ...line(10)), picture(40, 40, ...line(14)))).toEqual({ x: 10, y: 5, width: 5, height: 10 })
  expect(differingBox(picture(40, 40, ...line(10)), picture(40, 40))).toEqual({ x: 10, y: 5, width: 1, height: 10 })
})

test('the first difference is the uppermost, with all that is near it', () => {
  const after = picture(100, 100, [30, 10], [50, 20], [10, 90])
  expect(differingBox(picture(100, 100), after)).toEqual({ x: 30, y: 10, width: 21, height: 11 })
})

test('a part that only one picture has differs', () => {
  expect(differingBox(picture(20, 20), picture(20, 30))).toEqual({ x: 0, y: 20, width: 20, height: 10 })
  expect(differingBox(picture(25, 20), picture(20, 20))).toEqual({ x: 20, y: 0, width: 5, height: 20 })
})
