import { expect, test } from 'vitest'
import { discover } from './negotiate.ts'
import { failure } from './pipe.ts'
import { TIMED_OUT, type Requester } from './requester.ts'

const silent = (isProcess: boolean): Requester => ({
  request: async () => {
    throw failure('not answered', TIMED_OUT)
  },
  notify: async () => {},
  noise: [],
  ended: new AbortController().signal,
  pipe: { isProcess, send: async () => {}, agree: () => {}, close: async () => {} },
})

test('a program that says nothing to what it does not know is of the first era', async () => {
  expect(await discover(silent(true), 1)).toBeUndefined()
})

test('an address that says nothing is no server', async () => {
  await expect(discover(silent(false), 1)).rejects.toThrow('not answered')
})
