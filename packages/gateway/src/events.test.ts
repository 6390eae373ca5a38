import { expect, test } from 'vitest'
import type { GatewayEvent } from './api.ts'
import { createEventHub } from './events.ts'
import { LOCAL_USER } from './security/principal.ts'

const event = (key: string): GatewayEvent => ({ type: 'state', view: 'v', key })

test('everyone who listens hears everything, in order, from then on', async () => {
  const hub = createEventHub()
  hub.publish(event('before'))
  const heard = [0, 1].map(() => collect(hub.open(LOCAL_USER, new AbortController().signal)))
  for (const key of ['a', 'b', 'c']) hub.publish(event(key))
  hub.close()
  expect(await Promise.all(heard)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('whoever does not keep up is told to load again, and costs no more memory', async () => {
  const hub = createEventHub()
  const slow = collect(hub.open(LOCAL_USER, new AbortController().signal))
  for (let count = 0; count < 2500; count++) hub.publish(event(String(count)))
  hub.close()
  const heard = await slow
  expect(heard.length).toBeLessThanOrEqual(1001)
  expect(heard).toContain('resync')
  expect(heard.at(-1)).toBe('2499')
})

test('whoever leaves is forgotten, and there is room for only so many', () => {
  const hub = createEventHub()
  const leaving = new AbortController()
  hub.open(LOCAL_USER, leaving.signal)
  expect(hub.listeners).toBe(1)
  leaving.abort()
  expect(hub.listeners).toBe(0)
  for (let count = 0; count < 1000; count++) expect(hub.open(LOCAL_USER, new AbortController().signal)).toBeDefined()
  expect(hub.open(LOCAL_USER, new AbortController().signal)).toBeUndefined()
})

async function collect(events: AsyncIterable<GatewayEvent> | undefined): Promise<string[]> {
  const heard: string[] = []
  for await (const each of events ?? []) heard.push(each.type === 'state' ? each.key : each.type)
  return heard
}
