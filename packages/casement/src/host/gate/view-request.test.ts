import { expect, test } from 'vitest'
import type { Asked } from './policy.ts'
import { ViewRequest } from './view-request.ts'

const facts = { app: 'a', view: 'v', method: 'tools/call', params: { name: 't' }, appInfo: undefined, stage: 'ready' } as const

/** A request, and how often its signal was asked for. */
function make(): { request: Asked; made: () => number; signal: AbortSignal } {
  let made = 0
  const { signal } = new AbortController()
  const extra = {
    get signal() {
      made++
      return signal
    },
  }
  return { request: new ViewRequest(facts, extra), made: () => made, signal }
}

test('the signal is made when somebody asks for it', () => {
  const { request, made, signal } = make()
  expect(request.method).toBe('tools/call')
  expect(made()).toBe(0)
  expect(request.signal).toBe(signal)
})

test('a copy that a policy hands on has all of it', () => {
  const { request, signal } = make()
  const copy = { ...request, params: {} }
  expect(copy).toEqual({ ...facts, params: {}, signal })
  expect(copy.signal).toBe(signal)
})
