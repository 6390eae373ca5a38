import { expect, test } from 'vitest'
import { compareApi } from './api-comparison.ts'

const BRIDGE = 'The class of @casement/ext-apps: the same public members, without the private ones of the official class'
const PROPS = 'Takes the AppBridge of this package, or any MCP client, not only that of SDK 1'

/** Names that differ on purpose, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@mcp-ui/client AppBridge': BRIDGE,
  '@mcp-ui/client PostMessageTransport': BRIDGE,
  '@mcp-ui/client RequestHandlerExtra': 'The context of @casement/ext-apps: the members of SDK 1 and SDK 2',
  '@mcp-ui/client AppFrame': PROPS,
  '@mcp-ui/client AppFrameProps': PROPS,
  '@mcp-ui/client AppRendererProps': PROPS,
  '@mcp-ui/client McpUiHostContext': 'toolInfo.tool has the JSON Schema types of casement/protocol/schemas',
}

test.each([
  { official: '@mcp-ui/client', ours: '@casement/mcp-ui-client' },
  { official: 'mcp-ui-client-5', ours: '@casement/mcp-ui-client' },
  { official: '@mcp-ui/server', ours: '@casement/mcp-ui-server' },
  { official: 'mcp-ui-server-5', ours: '@casement/mcp-ui-server/v5' },
  { official: 'mcp-ui-server-5', ours: '@casement/mcp-ui-server-5' },
])('$ours has the names and types of $official', (pair) => {
  const all = compareApi([pair])
  expect(all.filter(({ entry, name, problem }) => problem === 'missing' || !(`${entry} ${name}` in EXCEPTIONS))).toEqual([])
  const needless = Object.keys(EXCEPTIONS).filter(
    (key) => key.startsWith(`${pair.official} `) && !all.some(({ entry, name }) => key === `${entry} ${name}`),
  )
  expect(needless, 'exceptions for names that do not differ').toEqual([])
})
