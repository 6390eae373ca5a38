import type { CallEntry, Entry } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import type { KnownTool, Servers, ToolList } from '../api/servers.ts'
import { createStore } from '../store.ts'
import { toMessages } from './model-loop.ts'
import { nameTools } from './model-tools.ts'

const known = (server: string, name: string, forModel = true): KnownTool => ({
  server,
  tool: { name, inputSchema: { type: 'object' } },
  ui: undefined,
  forModel,
  forApp: true,
})
const having = (...tools: KnownTool[]): Servers => {
  const lists = new Map<string, ToolList>([['all', { status: 'ready', tools }]])
  return { tools: createStore<ReadonlyMap<string, ToolList>>(lists) } as Servers
}

test('tools keep their names where they are the only ones, and get that of the server where not; app-only tools are left out (R-203)', () => {
  const named = nameTools(having(known('a', 'time'), known('b', 'time'), known('b', 'get.data'), known('b', 'secret', false)))
  expect([...named.keys()]).toEqual(['a__time', 'b__time', 'get_data'])
})

test('names that become the same stay apart', () => {
  const named = nameTools(having(known('a', 'x.y'), known('a', 'x y')))
  expect([...named].map(([name, { tool }]) => [name, tool.name])).toEqual([
    ['a__x_y', 'x.y'],
    ['a__x_y_2', 'x y'],
  ])
})

test('the model gets what was said and done, without what is only for Views and without what is still open', () => {
  const call: CallEntry = { kind: 'call', id: 'c', at: 2, by: 'person', server: 's', tool: 't', status: 'done', input: { a: 1 } }
  const entries: Entry[] = [
    { kind: 'message', id: 'm', at: 1, role: 'user', by: 'app', content: [{ type: 'text', text: 'Hello' }] },
    { ...call, result: { content: [{ type: 'text', text: 'done' }], structuredContent: { secret: 1 }, _meta: { more: 1 } } },
    { ...call, id: 'd', status: 'cancelled' },
    { ...call, id: 'e', status: 'running' },
  ]
  expect(toMessages(entries, ({ tool }) => `named-${tool}`)).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', content: [], calls: [{ id: 'c', name: 'named-t', input: { a: 1 } }] },
    { role: 'tool', call: 'c', name: 'named-t', result: { content: [{ type: 'text', text: 'done' }] } },
    { role: 'assistant', content: [], calls: [{ id: 'd', name: 'named-t', input: { a: 1 } }] },
    {
      role: 'tool',
      call: 'd',
      name: 'named-t',
      result: { isError: true, content: [{ type: 'text', text: 'The call was cancelled.' }] },
    },
  ])
})
