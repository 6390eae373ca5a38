import { expect, test } from 'vitest'
import { compareApi } from './api-comparison.ts'

const BRIDGE = 'The class of casement/host: the same public members that AppRenderer and AppFrame use, none of zod or Protocol'

/** Names that differ on purpose, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@mcp-ui/client AppBridge': BRIDGE,
  '@mcp-ui/client PostMessageTransport': BRIDGE,
  '@mcp-ui/client RequestHandlerExtra': 'The context of casement/host: signal, mcpReq and progress; not the methods of Protocol',
  '@mcp-ui/client AppFrame': 'Takes the AppBridge of this package',
  '@mcp-ui/client AppFrameProps': 'Takes the AppBridge of this package',
  '@mcp-ui/client AppRendererProps': 'Takes any MCP client, not only that of SDK 1; handlers get the context of casement/host',
  '@mcp-ui/client AppRenderer': 'Takes any MCP client, not only that of SDK 1; handlers get the context of casement/host',
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
