import { expect, test } from 'vitest'
import type { FoundUrl, UrlUse } from './found-url.ts'
import { judgeUrls } from './judge-urls.ts'

const at = (url: string, use: UrlUse = 'resource', followed = use === 'resource'): FoundUrl => ({
  url,
  use,
  followed,
  file: '/app/src/main.ts',
  line: 7,
})
const judge = (urls: FoundUrl[], external: string[] = []) => judgeUrls(urls, external, '/app')

test('what is inside needs nothing', () => {
  expect(judge([at('data:image/png;base64,AA'), at('blob:x'), at('#a'), at('./a.png')])).toEqual({ problems: [], csp: undefined })
})

test('what is outside must be named, and is then in the list of its use', () => {
  const urls = [
    at('https://img.test/a.png'),
    at('//img.test/b.png'),
    at('wss://live.test/feed', 'connect'),
    at('https://a.tiles.test/1.png'),
    at('https://frame.test/x', 'frame'),
    at('https://base.test/', 'base'),
  ]
  const external = ['https://img.test', 'wss://live.test', 'https://*.tiles.test', 'https://frame.test/', 'https://base.test']
  expect(judge(urls, external)).toEqual({
    problems: [],
    csp: {
      resourceDomains: ['https://*.tiles.test', 'https://img.test'],
      connectDomains: ['wss://live.test'],
      frameDomains: ['https://frame.test'],
      baseUriDomains: ['https://base.test'],
    },
  })
})

test.each([
  ['https://img.test/a.png', 'https://other.test'],
  ['https://tiles.test/a.png', 'https://*.tiles.test'],
  ['https://eviltiles.test/a.png', 'https://*.tiles.test'],
  ['http://img.test/a.png', 'https://img.test'],
  ['https://img.test:8443/a.png', 'https://img.test'],
])('%s is not covered by %s, and the message names file, line and fix', (url, external) => {
  const { problems } = judge([at(url)], [external])
  expect(problems).toEqual([expect.stringMatching(/^src\/main\.ts:7: ".*" is outside the View\..*external: \["http/)])
})

test('a script may not fetch or load what is relative', () => {
  expect(judge([at('/logo.png', 'resource', false)]).problems).toEqual([expect.stringContaining('Import the file')])
  expect(judge([at('/api', 'connect')]).problems).toEqual([expect.stringContaining('src/main.ts:7: "/api" is relative')])
})
