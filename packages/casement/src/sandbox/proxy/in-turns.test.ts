import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

const note = (method: string): object => ({ jsonrpc: '2.0', method })
const answer = (id: number): object => ({ jsonrpc: '2.0', id, result: {} })

/** Whoever hears a message notes it, and what it does afterwards, which takes several steps. */
function listener(): { hand: (message: unknown) => void; log: string[]; heard: (count: number) => Promise<void> } {
  const log: string[] = []
  let check = (): void => {}
  return {
    log,
    hand(message) {
      const { method, id } = message as { method?: string; id?: number }
      const name = method ?? `answer ${id}`
      log.push(name)
      void (async () => {
        for (let step = 0; step < 10; step++) await Promise.resolve()
        log.push(`after ${name}`)
        check()
      })()
    },
    heard: (count) =>
      new Promise((resolve) => {
        check = () => log.length === 2 * count && resolve()
      }),
  }
}

test('the first message is handed on at once', () => {
  const { hand, log } = listener()
  inTurns(hand)([note('a')])
  expect(log).toEqual(['a'])
})

test('each notification waits until the View is done with what came before', async () => {
  const { hand, log, heard } = listener()
  const all = heard(4)
  inTurns(hand)([note('a'), note('b'), answer(1), note('c')])
  await all
  expect(log).toEqual(['a', 'after a', 'b', 'after b', 'answer 1', 'after answer 1', 'c', 'after c'])
})

test('answers that come together are handed on together', async () => {
  const { hand, log, heard } = listener()
  const all = heard(3)
  inTurns(hand)([answer(1), answer(2), note('a')])
  expect(log).toEqual(['answer 1', 'answer 2'])
  await all
  expect(log).toEqual(['answer 1', 'answer 2', 'after answer 1', 'after answer 2', 'a', 'after a'])
})

test('what comes while others wait is handed on after them', async () => {
  const { hand, log, heard } = listener()
  const all = heard(4)
  const take = inTurns(hand)
  take([note('a'), note('b')])
  take([answer(1)])
  take([note('c')])
  await all
  expect(log.filter((entry) => !entry.startsWith('after'))).toEqual(['a', 'b', 'answer 1', 'c'])
})
