import { McpError, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, expect, test } from 'vitest'
import { createPair, implementations, transports } from './test-support/pairs.ts'

const { ours } = implementations

beforeAll(() => import('./mcp-error.ts'))

test.each(Object.entries(transports))(
  'the error of a host is an McpError of SDK 1 in the View, over %s',
  async (_sdk, transport) => {
    const pair = createPair({ view: ours, host: ours, transport })
    pair.bridge.oncalltool = async () => {
      throw new McpError(-32042, 'sign in', { url: 'https://example.com' })
    }
    await pair.connect()
    const error: unknown = await pair.app.callServerTool({ name: 'a' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(McpError)
    expect(error).toMatchObject({ code: -32042, data: { url: 'https://example.com' } })
    expect(error).not.toBeInstanceOf(UrlElicitationRequiredError)
  },
)

test('other errors are told apart as before', () => {
  expect(new McpError(-32600, 'invalid')).toBeInstanceOf(McpError)
  expect(new UrlElicitationRequiredError([])).toBeInstanceOf(McpError)
  expect(new Error('plain')).not.toBeInstanceOf(McpError)
  expect(undefined).not.toBeInstanceOf(McpError)
})
