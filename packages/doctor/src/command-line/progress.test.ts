import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function watch(stream: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = []
  let time = 0
  const show = createProgress({ ...stream, write: (text) => written.push(text) }, () => time)
  return { written, show, wait: (ms: number) => void (time += ms) }
}

test('a terminal has one line that is written over, never longer than it is wide, and in the end none', () => {
  const { written, show } = watch({ isTTY: true, columns: 10 })
  show('1 of 2: something long')
  show('')
  expect(written).toEqual(['\r\x1B[K1 of 2: s', '\r\x1B[K'])
})

test('a log has a line now and then, and none for short work', () => {
  const { written, show, wait } = watch({})
  show('1 of 9')
  wait(9999)
  show('2 of 9')
  wait(1)
  show('3 of 9')
  show('4 of 9')
  wait(10_000)
  show('')
  expect(written).toEqual(['3 of 9\n'])
})
