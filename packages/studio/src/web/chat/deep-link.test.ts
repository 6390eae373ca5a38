import { expect, test } from 'vitest'
import { readDeepLink } from './deep-link.ts'

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
