import { expect, test } from 'vitest'
import { createMessageLog } from '../message-log.ts'
import { teardownProblem } from './teardown-problem.ts'

const asks = (id: number) => ['to-view', { id, method: 'ui/resource-teardown', params: {} }] as const
const answers = (id: number, answer: object = { result: {} }) => ['from-view', { id, ...answer }] as const

test.each([
  { when: 'nothing was asked', said: [], problem: /^none$/ },
  { when: 'it answered', said: [asks(1), answers(1)], problem: /^none$/ },
  { when: 'it did not', said: [asks(1)], problem: /did not respond/ },
  { when: 'it only answered before it was loaded again', said: [asks(1), answers(1), asks(2)], problem: /did not respond/ },
  {
    when: 'it failed',
    said: [asks(1), answers(1, { error: { code: -1, message: 'no' } })],
    problem: /rejected ui\/resource-teardown: no/,
  },
])('a teardown when $when (R-270)', ({ said, problem }) => {
  const log = createMessageLog()
  for (const [direction, message] of said)
    log.write({ at: 0, bytes: 0, path: 'relay', direction, message: { jsonrpc: '2.0', ...message } })
  expect(teardownProblem({ log }) ?? 'none').toMatch(problem)
})
