import { expect, test } from 'vitest'
import { EventDispatcher } from './event-dispatcher.ts'

type Events = { change: { value: number } }

test('the handler is called first, then the listeners in their order', () => {
  const dispatcher = new EventDispatcher<Events>()
  const calls: string[] = []
  const replaced = (): void => void calls.push('replaced')
  dispatcher.addEventListener('change', ({ value }) => calls.push(`first ${value}`))
  dispatcher.addEventListener('change', () => calls.push('second'))
  dispatcher.setHandler('change', replaced)
  dispatcher.setHandler('change', () => calls.push('handler'))
  dispatcher.dispatch('change', { value: 1 })
  expect(calls).toEqual(['handler', 'first 1', 'second'])
  dispatcher.setHandler('change', undefined)
  expect(dispatcher.getHandler('change')).toBeUndefined()
})

test('a listener that is removed during an event still receives that event', () => {
  const dispatcher = new EventDispatcher<Events>()
  const calls: string[] = []
  const second = (): void => void calls.push('second')
  dispatcher.addEventListener('change', () => {
    calls.push('first')
    dispatcher.removeEventListener('change', second)
  })
  dispatcher.addEventListener('change', second)
  dispatcher.dispatch('change', { value: 1 })
  dispatcher.dispatch('change', { value: 2 })
  expect(calls).toEqual(['first', 'second', 'first'])
})
