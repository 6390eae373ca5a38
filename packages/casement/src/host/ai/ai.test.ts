import { convertToModelMessages, readUIMessageStream, simulateReadableStream, stepCountIs, streamText, type UIMessage } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import type { CallToolResult, Tool } from '../../protocol/schemas/index.ts'
import type { McpClientLike } from '../server/client.ts'
import { mcpTools, modelToolName, toModelOutput, toolDataOf, withAppContext } from './index.ts'

const TOOLS: Tool[] = [
  { name: 'forecast', description: 'The weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
  { name: 'weather.map/zoom', inputSchema: { type: 'object' } },
  { name: 'for-views', inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } },
]
const RESULT: CallToolResult = {
  content: [{ type: 'text', text: '21 degrees' }],
  structuredContent: { degrees: 21, secretOfTheView: 'chart' },
  _meta: { token: 'private' },
}

/** A client with two pages of tools, and the calls that it got. */
function pagedClient(): { client: McpClientLike; calls: unknown[] } {
  const calls: unknown[] = []
  const client: McpClientLike = {
    listTools: async (params) => (params?.cursor ? { tools: TOOLS.slice(1) } : { tools: TOOLS.slice(0, 1), nextCursor: 'next' }),
    callTool: async (params, _options) => (calls.push(params), RESULT),
  }
  return { client, calls }
}

describe('tools', () => {
  test('R-203 only the tools that the model may see, from all pages, under names that providers accept', async () => {
    const tools = await mcpTools(pagedClient().client)
    expect(Object.keys(tools)).toEqual(['forecast', modelToolName('weather.map/zoom')])
    for (const name of Object.keys(await mcpTools(pagedClient().client, { prefix: 'my server' })))
      expect(name).toMatch(/^my_server__[\w-]+$/)
  })

  test('names stay apart, short, and the same on the page and in the route', () => {
    const names = ['a.b', 'a/b', 'a b', 'x'.repeat(80), `${'x'.repeat(80)}y`].map((name) => modelToolName(name))
    expect(new Set(names).size).toBe(5)
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/)
    expect(modelToolName('a.b')).toBe(names[0])
    expect(modelToolName('plain-name_2')).toBe('plain-name_2')
  })

  test('R-295 a tool of a View cannot replace a tool of the server, and invalid ones are left out', async () => {
    const inputSchema = { type: 'object' } as const
    const apps = {
      tools: [
        { name: 'forecast', inputSchema },
        { name: 'Drawing__add', inputSchema },
        { name: 'no name', inputSchema },
      ],
    }
    const tools = await mcpTools(pagedClient().client, { apps })
    expect(Object.keys(tools).toSorted()).toEqual(['Drawing__add', 'forecast', modelToolName('weather.map/zoom')].toSorted())
    expect(tools['forecast']?.execute).toBeDefined()
    expect(tools['Drawing__add']?.execute).toBeUndefined()
  })

  test('R-226 streamText of the AI SDK calls the tool; the model reads the content only, and the page gets everything', async () => {
    const { client, calls } = pagedClient()
    const tools = await mcpTools(client)
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    }
    const steps = [
      [
        { type: 'tool-input-start', id: 'c1', toolName: 'forecast' },
        { type: 'tool-input-delta', id: 'c1', delta: '{"city":"Bern"}' },
        { type: 'tool-input-end', id: 'c1' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'forecast', input: '{"city":"Bern"}' },
        { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
      ],
      [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Warm.' },
        { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
      ],
    ] as const
    const model = new MockLanguageModelV3({
      doStream: async () => ({ stream: simulateReadableStream({ chunks: [...(steps[model.doStreamCalls.length - 1] ?? [])] }) }),
    })
    const result = streamText({ model, tools, prompt: 'weather?', stopWhen: stepCountIs(2) })
    let message: UIMessage | undefined
    for await (const next of readUIMessageStream({ stream: result.toUIMessageStream() })) message = next
    expect(calls).toEqual([{ name: 'forecast', arguments: { city: 'Bern' } }])
    expect(model.doStreamCalls[0]?.tools).toMatchObject([
      { name: 'forecast', description: 'The weather', inputSchema: { properties: { city: { type: 'string' } } } },
      { name: modelToolName('weather.map/zoom') },
    ])
    const part = message?.parts.find(({ type }) => type === 'dynamic-tool')
    expect(part && toolDataOf(part)).toEqual({ input: { city: 'Bern' }, result: RESULT })
    const second = JSON.stringify(model.doStreamCalls[1]?.prompt)
    const later = JSON.stringify(await convertToModelMessages(message ? [message] : [], { tools }))
    for (const heard of [second, later]) {
      expect(heard).toContain('21 degrees')
      expect(heard).not.toContain('secretOfTheView')
      expect(heard).not.toContain('private')
    }
  })
})

test.each([
  [
    'an error',
    { content: [{ type: 'text', text: 'no such city' }], isError: true },
    { type: 'error-text', value: 'no such city' },
  ],
  ['only data', { content: [], structuredContent: { a: 1 } }, { type: 'text', value: '{"a":1}' }],
  [
    'an image',
    { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
    { type: 'content', value: [{ type: 'image-data', data: 'AA==', mediaType: 'image/png' }] },
  ],
  ['the output of another tool', { any: 'thing' }, { type: 'text', value: '{"any":"thing"}' }],
])('the model reads %s', (_, output, expected) => {
  expect(toModelOutput(output)).toEqual(expected)
})

const CALL = { type: 'dynamic-tool', toolName: 'forecast', toolCallId: 'c1' }
test.each([
  ['streaming arguments', { state: 'input-streaming', input: { city: 'Be' } }, 'streaming', { partial: { city: 'Be' } }],
  ['arguments that have not begun', { state: 'input-streaming' }, 'streaming', {}],
  ['complete arguments', { state: 'input-available', input: { a: 1 } }, 'streaming', { input: { a: 1 } }],
  ['a call that was stopped', { state: 'input-available', input: {} }, 'ready', { input: {}, cancelled: 'The chat was stopped' }],
  ['a call that waits for approval', { state: 'approval-requested', input: {} }, 'ready', { input: {} }],
  [
    'a preliminary result',
    { state: 'output-available', input: {}, output: RESULT, preliminary: true },
    'streaming',
    { input: {} },
  ],
  ['a result', { state: 'output-available', input: {}, output: RESULT }, 'ready', { input: {}, result: RESULT }],
  [
    'an error',
    { state: 'output-error', input: {}, errorText: 'broken' },
    'ready',
    { input: {}, result: { content: [{ type: 'text', text: 'broken' }], isError: true } },
  ],
  ['a refusal', { state: 'output-denied', input: {}, approval: { reason: 'no' } }, 'ready', { input: {}, cancelled: 'no' }],
] as const)('a View is told of %s', (_, part, status, expected) => {
  expect(toolDataOf({ ...CALL, ...part }, status)).toEqual(expected)
})

test('the context of Views stands before the last message of the user, and never in the system prompt', () => {
  const messages = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'last' },
    { role: 'assistant', content: 'b' },
  ]
  const added = withAppContext(messages, { context: [{ type: 'text', text: 'selected: 3' }] })
  expect(added.map(({ content }) => content)).toEqual(['s', 'first', 'a', 'selected: 3', 'last', 'b'])
  expect(added[3]?.role).toBe('user')
  expect(withAppContext(messages, {})).toEqual(messages)
  const hostile: unknown[] = [
    null,
    'x',
    { context: 'x' },
    { context: [{ text: 1 }, null] },
    { context: [{ text: 'x'.repeat(300_000) }] },
  ]
  for (const body of hostile) expect(withAppContext(messages, body as never)).toEqual(messages) // a body that any client may send
})
