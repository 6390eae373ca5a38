import { expect, test } from 'vitest'
import type { Studio } from '../studio.ts'
import type { Shown } from './conversations.ts'
import { followAddress, readDeepLink } from './deep-link.ts'

test('a link names a server, a tool, arguments and a speed', () => {
  expect(readDeepLink('?server=s&tool=t&args=%7B%22a%22%3A1%7D&stream=80')).toEqual({
    server: 's',
    tool: 't',
    input: { a: 1 },
    speed: 80,
  })
  expect(readDeepLink('?server=s&tool=t')).toEqual({ server: 's', tool: 't', input: {}, speed: undefined })
  expect(readDeepLink('?stay')).toBeUndefined()
})

test.each([
  ['?server=s', 'needs both'],
  ['?server=s&tool=t&args={', 'args= is not JSON'],
  ['?server=s&tool=t&args=[1]', 'must be a JSON object'],
  ['?server=s&tool=t&stream=fast', 'stream=fast'],
])('%s says what is wrong with it', (search, words) => {
  expect(() => readDeepLink(search)).toThrow(words)
})

test.each<[shown: Shown, opened: string[]]>([
  [{ at: 'nothing' }, ['a']],
  [{ at: 'opening', id: 'b' }, []],
])('the conversation of the address is opened where the page shows %o', async (shown, opened) => {
  const asked: string[] = []
  const conversations = { shown: { get: () => shown }, open: async (id: string) => void asked.push(id) }
  await followAddress({ conversations } as unknown as Studio, { hash: '#/a', search: '' })
  expect(asked).toEqual(opened)
})
