import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { appOf, type Target } from './target.ts'

const stdio = (cwd?: string): Target => ({ kind: 'stdio', config: { command: 'node', args: ['server.js'], cwd } })

test('the same command in another folder is another app, whatever the name is', () => {
  expect(appOf('a', stdio('/one'))).not.toBe(appOf('a', stdio('/two')))
  expect(appOf('a', stdio('/one'))).toBe(appOf('b', stdio('/one/')))
  expect(appOf('a', stdio())).toBe(`node server.js in ${resolve('.')}`)
  expect(appOf('a', { kind: 'http', url: new URL('http://localhost:3000/mcp?key=secret'), headers: {} })).toBe(
    'http://localhost:3000/mcp',
  )
})
