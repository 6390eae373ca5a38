// A server with everything that the official conformance suite asks for: an app of casement/server, and the features of MCP that it
// leaves to the McpServer. Over Streamable HTTP with sessions; it prints its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  ListToolsRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { registerApp, defineApp, tool } from 'casement/server'
import * as z from 'zod'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const text = (/** @type {string} */ value) => ({ type: /** @type {const} */ ('text'), text: value })
const image = { type: /** @type {const} */ ('image'), data: PIXEL, mimeType: 'image/png' }
const embedded = (/** @type {string} */ uri, mimeType = 'text/plain') => ({
  type: /** @type {const} */ ('resource'),
  resource: {
    uri,
    mimeType,
    text: mimeType === 'application/json' ? '{"test":"data","value":123}' : 'This is an embedded resource content.',
  },
})
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

const app = defineApp({
  name: 'everything',
  version: '1.0.0',
  tools: {
    test_simple_text: tool({ description: 'Returns text', run: () => 'This is a simple text response for testing.' }),
  },
})

/** @param {McpServer} server */
function addTools(server) {
  const add = (/** @type {string} */ name, /** @type {any} */ content) =>
    server.registerTool(name, { description: name }, async () => ({ content }))
  add('test_image_content', [image])
  add('test_audio_content', [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }])
  add('test_embedded_resource', [embedded('test://embedded-resource')])
  add('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json'),
  ])
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async (extra) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
      await pause()
    }
    return { content: [text('Tool with logging executed successfully')] }
  })
  server.registerTool('test_tool_with_progress', { description: 'Reports progress' }, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? 0
    for (const progress of [0, 50, 100]) {
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause()
    }
    return { content: [text(String(progressToken))] }
  })
  // Closing a stream in the middle of a call is optional, and this server does not: the suite then only warns.
  add('test_reconnection', [text('Reconnection is not needed')])
  server.registerTool('test_error_handling', { description: 'Fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

/** @param {McpServer} server Tools that ask the client something. */
function addAskingTools(server) {
  server.registerTool(
    'test_sampling',
    { description: 'Samples', inputSchema: { prompt: z.string() } },
    async ({ prompt }, extra) => {
      const params = { messages: [{ role: /** @type {const} */ ('user'), content: text(prompt) }], maxTokens: 100 }
      const { content } = await extra.sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema)
      const answer = 'text' in content ? content.text : 'No response'
      return { content: [text(`LLM response: ${answer}`)] }
    },
  )
  /** @param {string} name @param {object} properties @param {string} before */
  const elicit = (name, properties, before) =>
    server.registerTool(
      name,
      { description: name, inputSchema: { message: z.string().optional() } },
      async ({ message = name }, extra) => {
        const params = { message, requestedSchema: { type: /** @type {const} */ ('object'), properties, required: [] } }
        const answer = await extra.sendRequest(/** @type {any} */ ({ method: 'elicitation/create', params }), ElicitResultSchema)
        return { content: [text(`${before}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`)] }
      },
    )
  elicit(
    'test_elicitation',
    { username: { type: 'string', description: "User's response" }, email: { type: 'string', description: 'Email' } },
    'User response',
  )
  elicit(
    'test_elicitation_sep1034_defaults',
    {
      name: { type: 'string', description: 'User name', default: 'John Doe' },
      age: { type: 'integer', description: 'User age', default: 30 },
      score: { type: 'number', description: 'User score', default: 95.5 },
      status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', description: 'Verified', default: true },
    },
    'Elicitation completed',
  )
  const titled = (/** @type {string} */ word) =>
    [1, 2, 3].map((n) => ({ const: `value${n}`, title: `${n === 1 ? 'First' : n === 2 ? 'Second' : 'Third'} ${word}` }))
  elicit(
    'test_elicitation_sep1330_enums',
    {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    },
    'Elicitation completed',
  )
}

/** @param {McpServer} server */
function addResourcesAndPrompts(server) {
  const one = (/** @type {string} */ uri, /** @type {object} */ content) => ({
    contents: [/** @type {any} */ ({ uri, ...content })],
  })
  const plain = { mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, async () =>
    one('test://static-text', plain),
  )
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async () =>
    one('test://static-binary', { mimeType: 'image/png', blob: PIXEL }),
  )
  server.registerResource('watched', 'test://watched-resource', { mimeType: 'text/plain' }, async () =>
    one('test://watched-resource', plain),
  )
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, async (uri, { id }) =>
    one(uri.href, {
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
    }),
  )
  const user = (/** @type {any} */ content) => ({ role: /** @type {const} */ ('user'), content })
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, async () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }))
  const twoArguments = { arg1: z.string().describe('First'), arg2: z.string().describe('Second') }
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Arguments', argsSchema: twoArguments },
    async ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  )
  const withUri = { resourceUri: z.string().describe('URI') }
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embedded', argsSchema: withUri },
    async ({ resourceUri }) => ({
      messages: [user(embedded(resourceUri)), user(text('Please process the embedded resource above.'))],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Image' }, async () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }))
}

/** The schema has keywords of JSON Schema 2020-12 that no Zod schema makes. @param {McpServer} server */
function addSchemaTool(server) {
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  }
  /** @type {Map<string, Function>} */
  // oxlint-disable-next-line no-underscore-dangle -- McpServer offers no other way to list a schema of JSON Schema itself
  const handlers = /** @type {any} */ (server.server)._requestHandlers
  const list = handlers.get('tools/list')
  server.server.setRequestHandler(ListToolsRequestSchema, async (request, extra) => {
    const listed = await list?.(request, extra)
    return {
      ...listed,
      tools: [...listed.tools, { name: 'json_schema_2020_12_tool', description: 'JSON Schema 2020-12', inputSchema }],
    }
  })
}

function createEverything() {
  const server = new McpServer(
    { name: 'everything', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true }, prompts: {}, tools: {} } },
  )
  addTools(server)
  addAskingTools(server)
  addResourcesAndPrompts(server)
  server.server.setRequestHandler(SetLevelRequestSchema, async () => ({}))
  server.server.setRequestHandler(SubscribeRequestSchema, async () => ({}))
  server.server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}))
  server.server.setRequestHandler(CompleteRequestSchema, async () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }))
  return server
}

/** @type {Map<string, StreamableHTTPServerTransport>} */
const transports = new Map()

/** A transport for a new session. */
async function begin() {
  const server = createEverything()
  await registerApp(server, app)
  addSchemaTool(server)
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => void transports.delete(id),
  })
  await server.connect(transport)
  return transport
}

const isLocal = (/** @type {string | undefined} */ host) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')

const http = createServer(async (request, response) => {
  const { host, origin } = request.headers
  const id = request.headers['mcp-session-id']
  if (!isLocal(host) || (origin && !isLocal(new URL(origin).host))) response.writeHead(403).end()
  else {
    const transport = typeof id === 'string' ? transports.get(id) : await begin()
    if (transport) await transport.handleRequest(request, response)
    else response.writeHead(404).end()
  }
})
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
