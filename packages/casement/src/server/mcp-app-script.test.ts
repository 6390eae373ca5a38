import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { mcpAppScript } from './index.ts'

test('the script defines McpApp and can stand inside an element', () => {
  const script = mcpAppScript()
  expect(script).not.toMatch(/<\/script/i)
  const page: Record<string, unknown> = {}
  runInNewContext(script, page)
  expect(page['McpApp']).toBeTypeOf('function')
})

test('it is wrapped in an element, with a nonce where one is given', () => {
  expect(mcpAppScript({ tag: true })).toBe(`<script>${mcpAppScript()}</script>`)
  expect(mcpAppScript({ nonce: 'r4nd0m+/=' })).toBe(`<script nonce="r4nd0m+/=">${mcpAppScript()}</script>`)
})

test('a nonce cannot break out of its attribute', () => {
  expect(() => mcpAppScript({ nonce: '"><script>' })).toThrow(/nonce/)
})
