import { expect, test } from 'vitest'
import { matrix, testClock } from './index.ts'

test('a matrix is every combination, with a name and options', () => {
  const cells = matrix({ profiles: ['strict', 'vscode'], themes: ['light', 'dark'], widths: [360] })
  expect(cells.map(({ name }) => name)).toEqual([
    'strict, light, 360 px',
    'strict, dark, 360 px',
    'vscode, light, 360 px',
    'vscode, dark, 360 px',
  ])
  expect(cells[3]).toEqual({ name: 'vscode, dark, 360 px', profile: 'vscode', hostContext: { theme: 'dark' }, width: 360 })
  expect(matrix({ widths: [320, 600] })).toEqual([
    { name: '320 px', width: 320 },
    { name: '600 px', width: 600 },
  ])
})

test('a clock runs what falls due in order, and what that arms as well', () => {
  const clock = testClock()
  const ran: string[] = []
  clock.after(20, () => ran.push('second'))
  clock.after(10, () => {
    ran.push('first')
    clock.after(5, () => ran.push(`armed later, at ${clock.now()}`))
  })
  const undo = clock.after(12, () => ran.push('never'))
  undo()
  expect(clock.waiting()).toBe(2)
  clock.advance(19)
  expect(ran).toEqual(['first', 'armed later, at 15'])
  clock.advance(1)
  expect(ran).toEqual(['first', 'armed later, at 15', 'second'])
  expect(clock.now()).toBe(20)
})
