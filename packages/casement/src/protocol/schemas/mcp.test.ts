import * as official from '@modelcontextprotocol/core'
import { describe, expect, test } from 'vitest'
import { isPlainText } from './mcp-content.ts'
import * as ours from './index.ts'
import { describeProblem, validate, type AnySchema } from './index.ts'
import { isBase64, isDateTime } from './text-formats.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

const text = { type: 'text', text: 'a' }
const tool = { name: 'a', inputSchema: { type: 'object' } }
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }

/** Values around each shape, right and wrong; the verdict is not written here but asked of the official schema. */
const CASES: Record<string, unknown[]> = {
  CallToolResult: [
    {},
    { content: [] },
    { content: [text, image, { type: 'audio', data: 'AA==', mimeType: 'audio/wav' }] },
    {
      content: [
        { type: 'resource_link', name: 'a', uri: 'b' },
        { type: 'resource', resource: { uri: 'a', text: '' } },
      ],
    },
    {
      content: [{ type: 'resource', resource: { uri: 'a', blob: 'AA' } }],
      structuredContent: [1],
      isError: true,
      _meta: { a: 1 },
    },
    { content: [{ ...text, annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-26T00:00:00Z' } }] },
    { content: [{ ...text, extra: 1 }], extra: 1, structuredContent: null },
    null,
    [],
    'a',
    { content: null },
    { content: {} },
    { content: [null] },
    { content: ['a'] },
    { content: [[]] },
    { content: [{ text: 'a' }] },
    { content: [{ type: 'video' }] },
    { content: [{ type: 'text' }] },
    { content: [{ type: 'text', text: 1 }] },
    { content: [{ ...text, annotations: null }] },
    { content: [{ ...text, annotations: { priority: 2 } }] },
    { content: [{ ...text, annotations: { audience: ['nobody'] } }] },
    { content: [{ ...text, annotations: { lastModified: 'yesterday' } }] },
    { content: [{ ...text, _meta: [] }] },
    { content: [{ ...image, data: '!' }] },
    { content: [{ ...image, mimeType: undefined }] },
    { content: [{ type: 'resource', resource: { uri: 'a' } }] },
    { content: [{ type: 'resource', resource: { uri: 'a', blob: '*' } }] },
    { content: [{ type: 'resource_link', uri: 'b' }] },
    { content: [{ type: 'resource_link', name: 'a', uri: 'b', size: Number.NaN }] },
    { content: [{ type: 'tool_use', name: 'a', id: 'b', input: {} }] },
    { content: [], isError: 'yes' },
    { content: [], _meta: 'a' },
  ],
  Tool: [
    tool,
    {
      ...tool,
      outputSchema: {},
      annotations: { readOnlyHint: true },
      execution: { taskSupport: 'optional' },
      icons: [{ src: 'a' }],
    },
    { name: 'a' },
    { ...tool, inputSchema: { type: 'string' } },
    { ...tool, inputSchema: { type: 'object', required: [1] } },
    { ...tool, annotations: { readOnlyHint: 'yes' } },
    { ...tool, icons: [{}] },
    { ...tool, description: 1 },
  ],
  CreateMessageRequest: [
    { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: text }], maxTokens: 1 } },
    {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: [text, image] }], maxTokens: 1, tools: [tool], toolChoice: { mode: 'auto' } },
    },
    {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'assistant', content: { type: 'tool_use', id: 'a', name: 'b', input: {} } }], maxTokens: 1 },
    },
    {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'tool_result', toolUseId: 'a', content: [] } }], maxTokens: 1 },
    },
    {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'tool_result', toolUseId: 'a' } }], maxTokens: 1 },
    },
    { method: 'sampling/createMessage', params: { messages: [{ role: 'system', content: text }], maxTokens: 1 } },
    { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1.5 } },
    { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, modelPreferences: { costPriority: 3 } } },
    { method: 'sampling/createMessage', params: { messages: [] } },
  ],
  CreateMessageResult: [
    { model: 'a', role: 'assistant', content: text },
    { model: 'a', role: 'assistant', content: [text] },
    { model: 'a', role: 'assistant', content: text, stopReason: 'other' },
    { role: 'assistant', content: text },
  ],
  CreateMessageResultWithTools: [
    { model: 'a', role: 'assistant', content: [text, { type: 'tool_use', id: 'a', name: 'b', input: {} }] },
    { model: 'a', role: 'assistant', content: [{ type: 'resource_link', name: 'a', uri: 'b' }] },
  ],
  CallToolRequest: [
    { method: 'tools/call', params: { name: 'a' } },
    { method: 'tools/call', params: { name: 'a', arguments: { b: 1 }, _meta: { progressToken: 0 } } },
    { method: 'tools/call', params: { name: 'a', arguments: [] } },
    { method: 'tools/call', params: { name: 'a', _meta: { progressToken: null } } },
    { method: 'tools/call', params: {} },
    { method: 'tools/call' },
    { method: 'tools/list', params: { name: 'a' } },
  ],
  ListToolsRequest: [
    { method: 'tools/list' },
    { method: 'tools/list', params: {} },
    { method: 'tools/list', params: { cursor: 1 } },
  ],
  ListToolsResult: [{ tools: [] }, { tools: [tool], nextCursor: 'a' }, {}, { tools: [{}] }],
  ListResourcesResult: [{ resources: [{ name: 'a', uri: 'b' }] }, { resources: [{ name: 'a' }] }],
  ListResourceTemplatesResult: [
    { resourceTemplates: [{ name: 'a', uriTemplate: 'b' }] },
    { resourceTemplates: [{ name: 'a', uri: 'b' }] },
  ],
  ReadResourceResult: [{ contents: [{ uri: 'a', text: '' }] }, { contents: [{ uri: 'a' }] }, { contents: [{ text: '' }] }],
  ListPromptsResult: [
    { prompts: [{ name: 'a', arguments: [{ name: 'b', required: true }] }] },
    { prompts: [{ name: 'a', arguments: [{}] }] },
  ],
  LoggingMessageNotification: [
    { method: 'notifications/message', params: { level: 'info', data: 1 } },
    { method: 'notifications/message', params: { level: 'loud', data: 1 } },
  ],
  ProgressNotification: [
    { method: 'notifications/progress', params: { progressToken: 0, progress: 0.5, total: 1, message: 'a' } },
    { method: 'notifications/progress', params: { progress: 0.5 } },
    { method: 'notifications/progress', params: { progressToken: 'a' } },
  ],
  CancelledNotification: [
    { method: 'notifications/cancelled', params: { requestId: 0, reason: 'a' } },
    { method: 'notifications/cancelled', params: { requestId: {} } },
    { method: 'notifications/cancelled' },
  ],
  ResourceUpdatedNotification: [
    { method: 'notifications/resources/updated', params: { uri: 'a' } },
    { method: 'notifications/resources/updated', params: {} },
  ],
  PingRequest: [{ method: 'ping' }, { method: 'ping', params: {} }, { method: 'ping', params: [] }],
  Implementation: [{ name: 'a', version: '1' }, { name: 'a' }, { name: 'a', version: 1 }],
}

const accepts = (name: string, value: unknown): boolean => {
  const schema = (ours as unknown as Record<string, AnySchema | undefined>)[`${name}Schema`]
  if (!schema) throw new Error(`we have no ${name}Schema`)
  return describeProblem(schema, value) === undefined
}

const officialAccepts = (name: string, value: unknown): boolean => {
  const schemas = official as unknown as Record<string, { safeParse(value: unknown): { success: boolean } } | undefined>
  const schema = schemas[`${name}Schema`]
  if (!schema) throw new Error(`the official package has no ${name}Schema`)
  return schema.safeParse(value).success
}

describe('values are accepted or rejected as by the official schemas', () => {
  const rows = Object.entries(CASES).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  test.each(rows)('%s %j', (name, value) => {
    expect(accepts(name, value)).toBe(officialAccepts(name, value))
  })

  test.each(Object.entries(CASES))('the values for %s include valid and invalid ones', (name, values) => {
    expect(new Set(values.map((value) => officialAccepts(name, value)))).toEqual(new Set([true, false]))
  })
})

test('R-222: a result without content gets an empty array, in a copy', () => {
  const value = { structuredContent: 1, own: 2 }
  expect(validate(ours.CallToolResultSchema, value)).toEqual({ value: { ...value, content: [] } })
  expect(value).not.toHaveProperty('content')
})

test('a single content block in ui/message becomes an array', () => {
  const message = { method: 'ui/message', params: { role: 'user', content: text } }
  expect(validate(ours.McpUiMessageRequestSchema, message)).toEqual({
    value: { method: 'ui/message', params: { role: 'user', content: [text] } },
  })
  expect(describeProblem(ours.McpUiMessageRequestSchema.shape.params, { role: 'user', content: [text, { type: 'text' }] })).toBe(
    'content[1].text: expected a string, got nothing',
  )
})

test('R-039: a permission is an object, not a boolean', () => {
  expect(describeProblem(ours.McpUiResourcePermissionsSchema, { camera: true })).toBe('camera: expected an object, got a boolean')
  expect(describeProblem(ours.McpUiResourcePermissionsSchema, { camera: {} })).toBeUndefined()
})

test('R-037: csp and permissions are refused on a tool', () => {
  expect(describeProblem(ours.McpUiToolMetaSchema, { csp: {} })).toBe('csp: expected nothing, got an object')
})

test('there are 76 style variables', () => {
  expect(new Set(ours.STYLE_VARIABLE_KEYS).size).toBe(76)
  expect(describeProblem(ours.McpUiStylesSchema, { '--font-sans': 1 })).toBe('--font-sans: expected a string, got a number')
})

const read = (params: unknown): unknown => validate(ours.McpUiInitializeRequestCompatSchema.shape.params, params)

describe('ui/initialize of hand-written Views', () => {
  const strict = { appInfo: { name: 'a', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }

  test('params in the strict form are not copied', () => {
    expect((read(strict) as { value: unknown }).value).toBe(strict)
  })

  test.each([
    [
      { clientInfo: { name: 'a', version: '1' }, capabilities: {}, protocolVersion: '2025-06-18' },
      { ...strict, protocolVersion: '2025-06-18' },
    ],
    [{ protocolVersion: '2026-01-26' }, { ...strict, appInfo: { name: 'unknown', version: '0' } }],
    [
      { appInfo: { name: 'a' }, appCapabilities: { tools: {} } },
      { appInfo: { name: 'a', version: '0' }, appCapabilities: { tools: {} }, protocolVersion: '2026-01-26' },
    ],
    [{}, { ...strict, appInfo: { name: 'unknown', version: '0' } }],
  ])('%j', (params, value) => {
    expect(read(params)).toEqual({ value })
    expect(describeProblem(ours.McpUiInitializeRequestSchema.shape.params, params)).toBeDefined()
    expect(describeProblem(ours.McpUiInitializeRequestSchema.shape.params, value)).toBeUndefined()
  })

  test('members that are present are still validated', () => {
    expect(
      describeProblem(ours.McpUiInitializeRequestCompatSchema, { method: 'ui/initialize', params: { clientInfo: 'a' } }),
    ).toBe('params.clientInfo: expected an object, got "a"')
  })
})

const upTo = (max: number): fc.Arbitrary<string> => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'))

const officialDateTime = (value: string): boolean => official.AnnotationsSchema.safeParse({ lastModified: value }).success

describe('text formats agree with the official ones', () => {
  test.each([
    '2024-02-29T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-12-31T23:59:59.123456+23:59',
    '2026-01-26T24:00:00Z',
    '2026-01-26T00:00Z',
    '2026-01-26',
    '2026-01-26T00:00:00',
    '0000-01-01T00:00:00Z',
    '0004-02-29T00:00:00Z',
    '0099-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-26t00:00:00z',
    '',
  ])('date and time %s', (value) => {
    expect(isDateTime(value)).toBe(officialDateTime(value))
  })

  test('property: any date and time', () => {
    const year = fc.integer({ min: 0, max: 9999 }).map((part) => String(part).padStart(4, '0'))
    fc.assert(
      fc.property(fc.tuple(year, upTo(13), upTo(32), upTo(24), upTo(60), upTo(60)), ([y, month, day, hour, minute, second]) => {
        const value = `${y}-${month}-${day}T${hour}:${minute}:${second}Z`
        expect(isDateTime(value)).toBe(officialDateTime(value))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['', true],
    ['AA', true],
    ['AA==', true],
    [' A A = =\n', true],
    ['A', false],
    ['AA=', false],
    ['AA-_', false],
    ['AAAA=', false],
    ['ä', false],
  ])('base64 %j', (value, is) => {
    expect(isBase64(value)).toBe(is)
  })
})

test('the fast path accepts only what the full schema accepts', () => {
  const noise = fc.oneof(fc.constantFrom('text', 'image', undefined, null), fc.anything())
  const blocks = fc.record({ type: noise, text: noise, annotations: noise, _meta: noise }, { requiredKeys: [] })
  const known = fc.sample(blocks, 20_000).filter((block) => isPlainText(block))
  expect(known.length).toBeGreaterThan(0)
  expect(known.filter((block) => !ours.TextContentSchema.fits(block))).toEqual([])
})
